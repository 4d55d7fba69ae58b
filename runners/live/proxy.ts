import { isKeyOf } from '../../src/tables.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { ProxyAgent } from './undici.ts'

/** Variables that name a proxy: the first that is set counts, lower case first, as in curl. */
const VARIABLES = {
  'http:': ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'http_proxy', 'HTTP_PROXY'],
} as const

/** The proxy that the environment names; empty: none. @throws ChannelproofError `wrong-proxy` */
export function proxyOf({ protocol }: URL, env: NodeJS.ProcessEnv): string {
  const variable = (isKeyOf(VARIABLES, protocol) ? VARIABLES[protocol] : []).find(
    (name) => env[name] !== undefined,
  )
  const address = variable === undefined ? '' : env[variable]!
  if (address === '' || isPossible(address)) return address
  // The address may hold a password.
  const advice = 'Set it to an address such as http://proxy.example:3128, or unset it.'
  throw new ChannelproofError('wrong-proxy', `${variable} is no address of a proxy`, advice)
}

/** No connection is made before the first request. */
function isPossible(uri: string): boolean {
  try {
    void new ProxyAgent({ uri }).destroy()
    return /^(?:https?|socks5?):/i.test(uri)
  } catch {
    return false
  }
}
