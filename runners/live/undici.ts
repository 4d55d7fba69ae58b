import { createRequire } from 'node:module'
import type * as Undici from 'undici'

/**
 * undici without its index, which also loads fetch, caches, mocks and web sockets: that takes as long as all else at
 * the start of a live run. undici does not promise these paths, so its version is pinned, and the tests of `live` use
 * them.
 */
const load = createRequire(import.meta.url)
const part = <T>(path: string): T => load(`undici/lib/${path}.js`) as T

// As in its index: a dispatcher has no request() and no connect() of its own.
Object.assign(part<typeof Undici.Dispatcher>('dispatcher/dispatcher').prototype, part('api/index'))

export const Agent = part<typeof Undici.Agent>('dispatcher/agent')
export const EnvHttpProxyAgent = part<typeof Undici.EnvHttpProxyAgent>('dispatcher/env-http-proxy-agent')
export const ProxyAgent = part<typeof Undici.ProxyAgent>('dispatcher/proxy-agent')
