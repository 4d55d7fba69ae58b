import type { Need } from '../../src/model/index.ts'

/** Host names of this machine. */
export const LOOPBACK = /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/

/** Who asks: an app with its secret, where it is known. */
export interface Credentials {
  readonly appId: string
  readonly appSecret?: string
}

/** How the Authorization value is made: DESIGN, what the interface does not show. */
export type AuthorizationSource =
  | { readonly kind: 'stand-in' }
  /** The whole header value, from CHANNELPROOF_AUTHORIZATION. */
  | { readonly kind: 'env'; readonly value: string }
  /** A program that reads the request as JSON on its stdin and prints the header value. */
  | { readonly kind: 'command'; readonly file: string }
  /** A module whose default export makes the header value. */
  | { readonly kind: 'module'; readonly file: string }

/** What a signature may be made over. */
export interface ToSign {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly appId: string
}

/** Default export of a `--authorization module:<file>`. */
export type Authorizer = (request: ToSign, secret: string | undefined) => string | Promise<string>

/** Everything that a live run needs to know. Times in milliseconds unless said otherwise. */
export interface LiveConfig {
  readonly baseUrl: URL
  readonly app: Credentials
  readonly disabledApp?: Credentials
  readonly unpaidApp?: Credentials
  readonly authorization: AuthorizationSource
  readonly scheme: string
  /** A channel that somebody has opened; without it no running channel is touched. */
  readonly channel?: string
  readonly exclusiveChannel: boolean
  /** The limit of three streams, which holds by default, is another one in this channel (4.2 rule 1). */
  readonly streamLimitChanged: boolean
  /** A user who is in that channel. */
  readonly channelUser?: string
  readonly channelPrefix: string
  readonly pushUrl: string
  /** Seconds by which the clocks may differ. */
  readonly skew: number
  /** Requests a second; 0: as many as there are. */
  readonly rate: number
  /** The most that a run sends; without it there is no bound. */
  readonly maxRequests?: number
  readonly timeout: number
  /** Seconds for which a start that is answered 404 is repeated. */
  readonly waitForChannel: number
  /** JSON Pointer of the error code in an error body; found anywhere by its value where it is not given. */
  readonly errorCodePointer?: string
  /** Private root certificates, PEM. */
  readonly ca?: string
  /** Gateway headers: the environment variable that each comes from, and its value. */
  readonly extraHeaders: Readonly<Record<string, { readonly variable: string; readonly value: string }>>
}

/** What of a configuration is secret. */
export const credentialsIn = ({ app, disabledApp, unpaidApp, authorization, extraHeaders }: LiveConfig) => [
  ...[app, disabledApp, unpaidApp].map((credentials) => credentials?.appSecret),
  ...(authorization.kind === 'env' ? [authorization.value] : []),
  ...Object.values(extraHeaders).map(({ value }) => value),
]

/** The preconditions that a configuration meets. */
export function meets(config: LiveConfig): Need[] {
  const {
    channel,
    exclusiveChannel,
    streamLimitChanged,
    channelUser,
    disabledApp,
    unpaidApp,
    app,
    authorization,
  } = config
  // Whoever makes the signature himself cannot be asked for a wrong one.
  const makesSignatures = authorization.kind !== 'env'
  const met: readonly (readonly [Need, boolean])[] = [
    ['open-channel', channel !== undefined],
    ['exclusive-channel', channel !== undefined && exclusiveChannel],
    ['default-stream-limit', !streamLimitChanged],
    ['channel-user', channel !== undefined && channelUser !== undefined],
    ['disabled-app', disabledApp !== undefined && makesSignatures],
    ['unpaid-app', unpaidApp !== undefined && makesSignatures],
    ['known-secret', app.appSecret !== undefined && makesSignatures],
    ['stand-in', authorization.kind === 'stand-in'],
  ]
  return met.flatMap(([need, isMet]) => (isMet ? [need] : []))
}
