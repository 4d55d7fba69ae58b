import type { AuthorizationKind } from '../../src/model/index.ts'
import { standIn } from '../../src/service/authorization.ts'
import type { Credentials, LiveConfig, ToSign } from './config.ts'
import { fromCommand, fromModule } from './signer.ts'

/**
 * The Authorization header of a request, of one of the kinds that vectors ask for; undefined: none.
 * @param signal ends the making of it
 */
export async function authorizationOf(
  config: LiveConfig,
  kind: AuthorizationKind,
  request: Omit<ToSign, 'appId'>,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const sign = (credentials: Credentials): Promise<string> =>
    headerValue(config, credentials, request, signal)
  const { app, scheme } = config
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
