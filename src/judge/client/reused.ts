import type { ClientCall, ClientReport, JsonObject } from '../../model/index.ts'
import { verify } from '../../token/index.ts'
import type { Seen } from './seen.ts'

/** A token can be reused during its validity (section 2.1), so a call without a request may return an earlier one. */
export const isReused = ({ call, expected, answer: { requests, reports } }: Seen): boolean =>
  expected.reusable === true &&
  requests.length === 0 &&
  reports.every((report) => hasTokenFor(call.body, report, call))

/** Whether a call reports a token of its app for the channel and the user of a body. */
export function hasTokenFor(
  body: JsonObject,
  report: ClientReport | undefined,
  { appId, appSecret }: Pick<ClientCall, 'appId' | 'appSecret'>,
): boolean {
  if (!report || !('token' in report) || report.token === undefined) return false
  // This run issued it, so its age was checked then.
  const verified = verify(report.token, { appId, appSecret, now: 0 })
  return verified.valid && ['channelId', 'userId'].every((name) => verified.joinParams[name] === body[name])
}
