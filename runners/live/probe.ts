import { ChannelproofError } from '../../src/errors.ts'
import type { Question } from '../../src/model.ts'
import type { LiveConfig } from './config.ts'
import type { EndpointSubject } from './endpoint.ts'

/** Asked before the first vector: is the endpoint there, does its clock agree, does it take the credentials? */
const PROBE: Question = {
  method: 'endpoint.exchange',
  params: {
    operation: 'auth.token',
    authorization: 'right',
    channel: 'unopened',
    body: '{"channelId":"{{channel}}","userId":"channelproof"}',
  },
}

/** Statuses of section 7.1 that say that the credentials are not accepted. */
const NOT_ACCEPTED = new Set([401, 403, 404, 406])

/**
 * One harmless request, with a clear verdict.
 * @throws ChannelproofError `endpoint-not-reachable` (exit code 3), `credentials-not-accepted` (exit code 3)
 */
export async function probe(subject: EndpointSubject, { baseUrl, skew }: LiveConfig): Promise<string[]> {
  const answer = await subject.ask(PROBE)
  if (answer.kind !== 'accepted') {
    const message = 'message' in answer ? answer.message : 'no answer'
    throw new ChannelproofError(
      'endpoint-not-reachable',
      `${baseUrl.href}: ${message}`,
      'Check the base URL, the network and the certificate (--ca-file).',
    )
  }
  const { status, texts } = answer.output as unknown as { status: number; texts: readonly string[] }
  if (NOT_ACCEPTED.has(status)) {
    const advice =
      'Check the path of the base URL, CHANNELPROOF_APP_ID, CHANNELPROOF_APP_SECRET and --authorization; the stand-in signature is for the embedded service only.'
    throw new ChannelproofError(
      'credentials-not-accepted',
      `${baseUrl.href} answered ${[status, ...texts].join(' ')}`,
      advice,
    )
  }
  const off = subject.clockOff
  return off !== undefined && Math.abs(off) > skew
    ? [`The clock of the endpoint is off by ${Math.round(off)} s (Date header); --skew is ${skew} s.`]
    : []
}
