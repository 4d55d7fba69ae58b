import {
  callsOf,
  type ClientAnswer,
  type ClientCall,
  type ClientReport,
  type JsonObject,
  type Operation,
  type WireCall,
} from '../../model/index.ts'
import { clientRows, clientRowsWith, type ClientSteps } from './clientFault.ts'
import { directRequests, headerValues, isOk, isPlain200, isSeenBefore, reportedCode } from './seen.ts'
import { entriesOf } from '../../members.ts'

const isFailure = (report: ClientReport): boolean => !isOk(report)

const withBody = (call: WireCall, body: JsonObject): WireCall => ({ ...call, body })

type Change = (call: WireCall, last: WireCall) => WireCall

/** A call of this operation, with something of the newest call of the one that left it behind. */
const after = (left: Operation, operation: Operation, change: Change): ClientSteps => ({
  remembers: (call, earlier) => {
    const last = earlier.findLast((one) => one.operation === left)
    return call.operation === operation && last ? change(call, last) : call
  },
})

const overLast: Change = (call, last) => withBody(call, { ...last.body, ...call.body })

/** The entries, over the members that earlier calls gave the same stream. */
const overEntries: Change = (call, last) => {
  const before = entriesOf(last.body)
  if (before.length === 0 || entriesOf(call.body).length === 0) return call
  const streamList = entriesOf(call.body).map((entry) => ({
    ...before.find(({ streamId }) => streamId === entry['streamId']),
    ...entry,
  }))
  return withBody(call, { ...call.body, streamList })
}

/** The Authorization that each of several calls got, and the one it sent. */
const signaturesOf = (answer: ClientAnswer, call: ClientCall) => {
  const answers = [answer, ...(answer.next ?? [])]
  return callsOf(call).map(({ appId }, at) => {
    const [request] = directRequests(answers[at]!)
    return { appId, given: answers[at]!.given, sent: request && headerValues(request, 'authorization')[0] }
  })
}

/** Faults of a client that keeps something from one call to the next. */
export const CLIENT_MEMORY_ROWS = clientRowsWith({ by: 'generated' })({
  'join-params-stay': {
    does: 'Optional join parameters of the token call before stand in the next one, which did not ask for them.',
    origin: 'One object of parameters for all calls; a builder never cleared; Object.assign onto a field.',
    repair: 'Make a new body for each call.',
    steps: after('auth.token', 'auth.token', overLast),
  },
  'stream-members-stay': {
    does: 'Members that an earlier update changed stand in the next update of the same stream.',
    origin: 'A map of streams by streamId that is merged into; a form that keeps its fields.',
    repair: 'Send in an update what its caller changes, and nothing of the update before.',
    steps: after('streaming.update', 'streaming.update', overEntries),
  },
  'update-sends-whole-stream': {
    does: 'An update sends everything that was said when the stream was started.',
    origin: 'A client that keeps stream objects and saves them whole, as an object-relational mapper does.',
    repair: 'Send the streamId and the changes: type and flag cannot be updated (4.3 rule 1).',
    steps: after('streaming.start', 'streaming.update', overEntries),
  },
  'stop-id-stays': {
    does: 'A stop of all pushes carries the streamId of the stop before.',
    origin: 'A request object that is reused; a variable outside of the function.',
    repair: 'Leave streamId out where the caller gave none: it stops one push, without it all stop.',
    steps: after('streaming.stop', 'streaming.stop', overLast),
  },
  'stop-takes-started-stream': {
    does: 'A stop of all pushes carries the streamId that was started last.',
    origin: 'A client that remembers its current stream and takes it for the one that is meant.',
    repair: 'Leave streamId out where the caller gave none: then all pushes of the channel stop.',
    steps: after('streaming.start', 'streaming.stop', (call, last) => {
      const streamId = entriesOf(last.body).at(-1)?.['streamId']
      return streamId === undefined ? call : withBody(call, { streamId, ...call.body })
    }),
  },
  'first-channel-stays': {
    does: 'Every call is about the channel of the first one.',
    origin: 'A channelId that is bound when the client is made, in a closure or a constructor.',
    repair: 'Take the channelId of each call.',
    steps: {
      remembers: (call, [first]) =>
        first ? withBody(call, { ...call.body, channelId: first.body['channelId']! }) : call,
    },
  },
  'first-authorization-stays': {
    does: 'Every call carries the Authorization of the first one.',
    origin: 'Default headers, set once: axios.create, requests.Session.headers, a Go http.Header field.',
    repair: 'Set Authorization for each call.',
    steps: { remembers: (call, [first]) => (first ? { ...call, authorization: first.authorization } : call) },
    recognises: (answer, call) => {
      const [first, ...others] = signaturesOf(answer, call)
      const isOther = others.some(({ appId, given }) => appId !== first!.appId && given !== first!.given)
      return isOther && others.every(({ sent }) => sent === first!.given)
    },
  },
  'authorization-kept-by-app': {
    does: 'The Authorization is kept by appId, and a new app secret changes nothing.',
    origin: 'A cache of signatures or clients whose key is the appId; a secret that was rotated.',
    repair: 'Keep nothing that was made with an app secret longer than the secret.',
    steps: {
      remembers: (call, earlier) => {
        const same = earlier.find(({ appId }) => appId === call.appId)
        return same ? { ...call, authorization: same.authorization } : call
      },
    },
    recognises: (answer, call) => {
      const all = signaturesOf(answer, call)
      const firstOf = (app: string) => all.find(({ appId }) => appId === app)!
      const isOther = all.some(({ given, sent }) => given !== sent)
      const isOfSeveral = new Set(all.map(({ appId }) => appId)).size > 1
      return isOther && isOfSeveral && all.every(({ appId, sent }) => sent === firstOf(appId).given)
    },
  },
  'failure-stays': {
    does: 'After a failure every later call is reported as failed.',
    origin: 'An error kept in a field and never cleared; libcurl errno; a circuit breaker that stays open.',
    repair: 'Report each call by its own answer.',
    steps: { told: (report, earlier) => earlier.find(isFailure) ?? report },
  },
  'code-stays': {
    does: 'The error code of an earlier call is reported with a later failure.',
    origin: 'An error object or field that is reused; libcurl error buffers; a code that is only ever set.',
    repair: 'Report each call by its own answer, and no code where it has none.',
    steps: {
      told: (report, earlier) => {
        const code = earlier.map(reportedCode).find((one) => one !== undefined)
        return isFailure(report) && code !== undefined ? { ...report, code } : report
      },
    },
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
  'token-cached-by-user-alone': {
    does: 'A token is handed out again for the same user, in whatever channel and of whatever app.',
    origin: 'A cache whose key is the user alone.',
    repair: 'Put appId, channelId and userId into the key: a token is for one channel.',
    steps: {
      cache: ({ operation, baseUrl, body: { userId, duration } }) =>
        operation === 'auth.token' && duration !== 1 ? JSON.stringify([baseUrl, userId]) : undefined,
    },
  },
  'sent-twice': {
    does: 'Every call that succeeds is sent once more.',
    origin: 'A retry with an inverted condition; two layers that both send; a hook that runs twice in React.',
    repair: 'Send a call again only where it failed, and only where that does no harm.',
    steps: { retries: (status) => status === 200 },
    others: [{ retries: (status, { operation }) => status === 200 && operation === 'streaming.start' }],
    recognises: (answer, { answers, calls }) =>
      answers.every(isPlain200) && directRequests(answer).length === 2 * calls && calls === 1,
  },
  'tracking-id-by-operation': {
    does: 'The Tracking-Id counts the calls of each operation, so that two operations share one.',
    origin: 'A counter in each class of requests; a Tracking-Id of a number that is unique within a table.',
    repair: 'Make the Tracking-Id of random bytes, or of one counter for all operations.',
    steps: {
      trackingId: (_random, _count, { operation }, earlier) =>
        String(earlier.filter((call) => call.operation === operation).length + 1).padStart(32, '0'),
    },
    // A new client object counts from 1 again.
    recognises: (answer) =>
      isSeenBefore(answer) &&
      directRequests(answer).every((request) => /^0{16}/.test(headerValues(request, 'tracking-id')[0] ?? '')),
  },
})

/** What the shipped vectors show of it. */
export const CLIENT_TOKEN_MEMORY_ROWS = clientRows({
  'token-kept-after-expiry': {
    does: 'A token is handed out again for equal arguments, for ever.',
    origin: 'A cache without an end; one whose end is a constant in the place of duration.',
    repair: 'Keep a token until its timestamp plus its duration (section 2.1), less a little.',
    steps: { cache: (call) => (call.operation === 'auth.token' ? JSON.stringify(call) : undefined) },
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
})
