import type { ClientReport } from '../../model/index.ts'
import { clientRows, type ClientRow } from './clientFault.ts'
import { isPlain200 } from './reports.ts'
import { direct } from './seenRequests.ts'

const isFailure = (report: ClientReport): boolean => !('ok' in report && report.ok)

/** Mistakes in reports, tokens and Tracking-Ids of a client that keeps something from one call to the next. */
export const CLIENT_SESSION_ROWS: readonly ClientRow[] = clientRows({
  'failure-stays': {
    does: 'After a failure every later call is reported as failed.',
    origin:
      'An error that is kept in a field and never cleared; libcurl errno; a circuit breaker that stays open.',
    repair: 'Report each call by its own answer.',
    steps: { told: (report, earlier) => earlier.find(isFailure) ?? report },
  },
  'success-stays': {
    does: 'After a success a failure is reported as success.',
    origin: 'A result object that is reused, of which the flag ok is only ever set.',
    repair: 'Report each call by its own answer.',
    steps: {
      told: (report, earlier, { operation }) =>
        operation !== 'auth.token' && isFailure(report) && !earlier.every(isFailure)
          ? { ok: true, status: 200 }
          : report,
    },
  },
  'first-token-stays': {
    does: 'Every token call hands out the first token, for every user.',
    origin: 'A token in a field of the client, which is asked for only where the field is empty.',
    repair: 'Hand out the token of the answer; a cache needs app, channel and user in its key.',
    steps: {
      told: (report, earlier) => {
        const first = earlier.find((one) => 'token' in one)
        return 'token' in report && first ? first : report
      },
    },
  },
  'token-cached-by-user-alone': {
    does: 'A token is handed out again for the same user, in whatever channel and of whatever app.',
    origin: 'A cache whose key is the user alone.',
    repair: 'Put appId, channelId and userId into the key: a token is for one channel.',
    steps: {
      cache: ({ operation, baseUrl, body: { userId } }) =>
        operation === 'auth.token' ? JSON.stringify([baseUrl, userId]) : undefined,
    },
  },
  'sent-twice': {
    does: 'Every call that succeeds is sent once more.',
    origin:
      'A retry whose condition is the wrong way round; two layers that both send; a hook that runs twice in React.',
    repair: 'Send a call again only where it failed, and only where that does no harm.',
    steps: { retries: (status) => status === 200 },
    others: [{ retries: (status, { operation }) => status === 200 && operation === 'streaming.start' }],
    recognises: (answer, { answers, calls }) =>
      answers.every(isPlain200) && direct(answer).length === 2 * calls && calls === 1,
  },
  'tracking-id-by-operation': {
    does: 'The Tracking-Id counts the calls of each operation, so that two operations share one.',
    origin:
      'A counter in each class of requests; a Tracking-Id made of a number that is unique within a table.',
    repair: 'Make the Tracking-Id of random bytes, or of one counter for all operations.',
    steps: {
      trackingId: (_random, _count, { operation }, earlier) =>
        String(earlier.filter((call) => call.operation === operation).length + 1).padStart(32, '0'),
    },
  },
})
