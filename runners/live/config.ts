import type { Need } from '../../src/model/index.ts'
import type { Complete } from './settings.ts'

/** Who sends a request: an app with its secret, where it is known. */
export interface Credentials {
  readonly appId: string
  readonly appSecret?: string
}

/** How the Authorization value is made: section 5 does not show it. */
export type AuthorizationSource =
  | { readonly kind: 'stand-in' }
  /** The whole header value, from CHANNELPROOF_AUTHORIZATION. */
  | { readonly kind: 'env'; readonly value: string }
  /** A program that reads the request as JSON on its stdin and prints the header value. */
  | { readonly kind: 'command'; readonly file: string }
  /** A module whose default export makes the header value. */
  | { readonly kind: 'module'; readonly file: string }

/** How a signature writes its bytes; `none`: in no way that is known here. */
export type SignatureEncoding = 'base64' | 'hex' | 'none'

type ReadByLoading = 'baseUrl' | 'authorization' | 'signatureEncoding' | 'caFile' | 'allowPlainHttp'

/** Everything that a live run needs to know: the settings (their table says what they mean), and what they name. */
export interface LiveConfig extends Omit<Complete, ReadByLoading> {
  readonly baseUrl: URL
  readonly app: Credentials
  readonly disabledApp?: Credentials
  readonly unpaidApp?: Credentials
  readonly otherApp?: Credentials
  readonly authorization: AuthorizationSource
  readonly signatureEncoding: SignatureEncoding
  /** Private root certificates, PEM. */
  readonly ca?: string
  /** Gateway headers: the environment variable of each, and its value. */
  readonly extraHeaders: Readonly<Record<string, { readonly variable: string; readonly value: string }>>
}

export const appsOf = ({ app, disabledApp, unpaidApp, otherApp }: LiveConfig): readonly Credentials[] =>
  [app, disabledApp, unpaidApp, otherApp].filter((one) => one !== undefined)

/** The secret values of a configuration. */
export const credentialsIn = (config: LiveConfig) => [
  ...appsOf(config).map(({ appSecret }) => appSecret),
  ...(config.authorization.kind === 'env' ? [config.authorization.value] : []),
  ...Object.values(config.extraHeaders).map(({ value }) => value),
]

/** The preconditions that a configuration meets. */
export function meets(config: LiveConfig): Need[] {
  const { app, channel, channelUser, disabledApp, unpaidApp, otherApp, authorization } = config
  // A fixed header value cannot be made for a wrong app or secret.
  const makesSignatures = authorization.kind !== 'env'
  const met: readonly (readonly [Need, boolean])[] = [
    ['open-channel', channel !== undefined],
    ['exclusive-channel', channel !== undefined && config.exclusiveChannel],
    ['default-stream-limit', !config.streamLimitChanged],
    ['channel-user', channel !== undefined && channelUser !== undefined],
    ['disabled-app', disabledApp !== undefined && makesSignatures],
    ['unpaid-app', unpaidApp !== undefined && makesSignatures],
    ['other-app', otherApp?.appSecret !== undefined && makesSignatures],
    ['known-secret', app.appSecret !== undefined && makesSignatures],
    ['stand-in', authorization.kind === 'stand-in'],
    ['signature-bytes', config.signatureEncoding !== 'none'],
  ]
  return met.flatMap(([need, isMet]) => (isMet ? [need] : []))
}

/** What may still be sent, and for how long; undefined: without a bound. */
export type Left = Pick<LiveConfig, 'maxRequests' | 'maxTime'>
