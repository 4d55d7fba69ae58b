import type { ClientCall, ClientReport } from '../../model/index.ts'
import { verify } from '../../token/index.ts'
import type { Seen } from './seen.ts'

/** A token can be reused during its validity (section 2.1): handed out again without a request, it is one for this call. */
export const isReused = ({ call, expected, answer: { requests, reports } }: Seen): boolean =>
  expected.reusable === true && requests.length === 0 && reports.every((report) => isFor(call, report))

function isFor({ appId, appSecret, body }: ClientCall, report: ClientReport): boolean {
  if (!('token' in report) || report.token === undefined) return false
  // It was handed out in this run: that it is no older was seen then.
  const verified = verify(report.token, { appId, appSecret, now: 0 })
  return verified.valid && ['channelId', 'userId'].every((name) => verified.joinParams[name] === body[name])
}
