import type { AlteredAuthorization, AuthorizationKind } from '../../src/model/index.ts'
import { standIn } from '../../src/service/authorization.ts'
import type { Credentials, LiveConfig, ToSign } from './config.ts'
import { fromCommand, fromModule } from './signer.ts'

/**
 * The Authorization header of a request, of a kind that vectors name; undefined: none.
 * @param signal stops the making of it
 */
export async function authorizationOf(
  config: LiveConfig,
  kind: AuthorizationKind | AlteredAuthorization,
  request: Omit<ToSign, 'appId'>,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const sign = (credentials: Credentials): Promise<string> =>
    headerValue(config, credentials, request, signal)
  const { app, scheme } = config
  if (typeof kind === 'object') return altered(await sign(app), kind)
  switch (kind) {
    case 'missing':
      return undefined
    case 'right':
      return sign(app)
    case 'wrong-scheme':
      return (await sign(app)).replace(/^\S+/, 'Bearer')
    case 'lower-case-scheme':
      return (await sign(app)).replace(/^\S+/, scheme.toLowerCase())
    case 'malformed':
      return `${scheme} channelproof`
    case 'wrong-signature':
      return sign({ ...app, appSecret: `${app.appSecret}-wrong` })
    case 'unknown-app':
      return sign({ ...app, appId: 'channelproofunknownapp' })
    case 'disabled-app':
      return sign(config.disabledApp!)
    case 'unpaid-app':
      return sign(config.unpaidApp!)
  }
}

/** The header value of one request. @throws ChannelproofError `authorization-failed` */
export function headerValue(
  config: Pick<LiveConfig, 'authorization' | 'scheme'>,
  { appId, appSecret }: Credentials,
  request: Omit<ToSign, 'appId'>,
  signal?: AbortSignal,
): Promise<string> {
  const { authorization, scheme } = config
  switch (authorization.kind) {
    case 'stand-in':
      return Promise.resolve(
        standIn({ appId, appSecret: appSecret ?? '' }, Math.floor(Date.now() / 1000), scheme),
      )
    case 'env':
      return Promise.resolve(authorization.value)
    case 'command':
      return fromCommand(authorization.file, { ...request, appId }, appSecret, signal)
    case 'module':
      return fromModule(authorization.file, { ...request, appId }, appSecret, signal)
  }
}

/** The value with one place of its scheme, or of the rest, altered. */
function altered(value: string, { altered: part, how, at }: AlteredAuthorization): string {
  const [, scheme = '', rest = ''] = /^(\S+)(.*)$/s.exec(value) ?? []
  if (how === 'left-out') return part === 'scheme' ? rest.trimStart() : scheme
  return part === 'scheme'
    ? `${alteredText(scheme, how, at)}${rest}`
    : `${scheme}${alteredText(rest, how, at)}`
}

type Changed = Exclude<AlteredAuthorization['how'], 'left-out'>

const LETTERS = { 'other-letter': /[A-Za-z0-9]/g, 'other-case': /[A-Za-z]/g, 'letter-added': /[A-Za-z0-9]/g }

function alteredText(text: string, how: Changed, at: number): string {
  const letters = [...text.matchAll(LETTERS[how])].map(({ index }) => index)
  // The last letter of a padded base64 text holds unused bits (RFC 4648 section 3.5).
  const chosen = text.endsWith('=') ? letters.slice(0, -1) : letters
  // Counted among all characters: among the letters alone the same number would be another place in each signature.
  const place = chosen.find((index) => index >= at % text.length) ?? chosen[0]
  if (place === undefined) return `${text}x`
  return `${text.slice(0, place)}${CHANGED[how](text[place]!)}${text.slice(place + 1)}`
}

const CHANGED: Readonly<Record<Changed, (letter: string) => string>> = {
  // Not the other case of the same letter.
  'other-letter': (letter) => (/[kK]/.test(letter) ? 'm' : 'k'),
  'other-case': (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()),
  'letter-added': (letter) => `${letter}k`,
}
