import { ROUTES } from '../../src/model/index.ts'
import { authorizationSource } from '../live/source.ts'
import { visible } from '../../src/report/visible.ts'
import { tell } from '../terminal/console.ts'
import { schemeOf } from '../terminal/options.ts'
import type { WatchOptions } from './subject.ts'

/** Flags of `sdk` for its HTTP client, as they stand on the command line. */
export interface ClientFlags {
  readonly authorization: string
  readonly scheme: string
  readonly trace: boolean
}

export const DEFAULT_CLIENT_FLAGS: ClientFlags = {
  authorization: 'stand-in',
  scheme: 'SvcSign',
  trace: false,
}

export type ClientOptions = Omit<WatchOptions, 'leakDetector' | 'tokenLeaks' | 'secrets' | 'reach'>

/** @throws ChannelproofError `wrong-option` (exit code 2) */
export function clientOptions({ authorization, scheme: word, trace }: ClientFlags): ClientOptions {
  const scheme = schemeOf(word)
  // Reports what is wrong with it before anything runs.
  const source = authorizationSource(authorization, process.env)
  return {
    scheme,
    isStandIn: source.kind === 'stand-in',
    authorization: async ({ appId, appSecret, operation, body }) => {
      const { headerValue } = await import('../live/authorization.ts')
      const { method, path } = ROUTES[operation]
      const request = { method, path, body: JSON.stringify(body) }
      return headerValue({ authorization: source, scheme }, { appId, appSecret }, request)
    },
    ...(trace && {
      trace: (call, answer) =>
        void import('./trace.ts').then(({ traceLines }) =>
          tell(traceLines(call, answer), (lines) => `${lines.map(visible).join('\n')}\n`),
        ),
    }),
  }
}
