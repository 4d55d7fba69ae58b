import autocannon from 'autocannon'
import { ROUTES } from '../../src/model/index.ts'
import { standIn, type App } from '../../src/service/index.ts'

export const BENCH_APP: App = { appId: 'app', appSecret: 'DO-NOT-USE-bench', status: 'active' }

/**
 * How many token requests (the only ones that are answered with JSON) a server answers in so many seconds, one at a
 * time on each of ten connections.
 * @throws where an answer is not 200, because the figure would then mean something else
 */
export async function load(url: string, seconds: number): Promise<number> {
  const { method, path } = ROUTES['auth.token']
  const { requests, non2xx, errors } = await autocannon({
    url: `${url}${path}`,
    method,
    headers: {
      Authorization: standIn(BENCH_APP, Math.floor(Date.now() / 1000)),
      'Content-Type': 'application/json',
      'Tracking-Id': '0123456789abcdef0123456789abcdef',
    },
    body: '{"channelId":"c1","userId":"u1","duration":3600}',
    connections: 10,
    duration: seconds,
  })
  if (non2xx + errors > 0 || requests.total === 0)
    throw new Error(`of ${requests.total} requests, ${non2xx} were refused and ${errors} failed`)
  return requests.total
}
