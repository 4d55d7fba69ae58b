import { isObject, parseJson } from '../../json.ts'
import { jsonOrNothing, objectOrNothing } from '../../members.ts'
import type { ClientReport, Json } from '../../model/index.ts'
import { memberNamed } from '../../faults/client/seen.ts'
import { verify } from '../../token/index.ts'
import { type ClientVariant, clientWaysWith, clientWay } from './clientVariant.ts'

const BODIES = ['START-RESPONSE-BODY', 'UPDATE-RESPONSE-BODY', 'STOP-RESPONSE-BODY']
const PROTOCOL: ClientReport = { ok: false, kind: 'protocol' }

const LISTED = new Set([400, 401, 403, 404, 406, 500])

const ofKind = (kind: 'network' | 'protocol' | 'http') => (told: ClientReport) =>
  'ok' in told && !told.ok ? { ...told, kind } : told

const bare = (told: ClientReport): ClientReport => without(without(told, 'status'), 'code')

const tokenIn = (text: string): Json | undefined => objectOrNothing(text)?.['token']

const membersOf = (text: string): readonly string[] => Object.keys(jsonOrNothing(text) ?? {})

/** How a client reads an answer: the text says what the service sends, not what an SDK does with it. */
export const ANSWER_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith({ section: '4.2', open: 'What the body of a streaming answer with status 200 holds.' })({
    'streaming-body-must-be-json': {
      does: 'A streaming answer whose body is no JSON, an empty one too, is a failure: section 1 says that all are JSON.',
      decides: BODIES,
      departs: ['SDK-EMPTY-SUCCESS'],
      steps: {
        success: (text, { operation }) =>
          operation === 'auth.token' || jsonOrNothing(text) !== undefined ? undefined : PROTOCOL,
      },
    },
    'streaming-body-must-parse': {
      does: 'A streaming answer whose body is no JSON, an empty one too, ends in an exception of the JSON parser.',
      decides: BODIES,
      departs: ['SDK-EMPTY-SUCCESS'],
      steps: {
        success: (text, { operation }) => {
          if (operation !== 'auth.token') parseJson(text)
          return undefined
        },
      },
    },
  }),
  ...clientWaysWith({ section: '4.1', open: 'Whether an answer has members other than token.' })({
    'token-answer-strict': {
      does: 'A 200 with members other than token is a failure.',
      decides: ['TOKEN-RESPONSE-OTHER-MEMBERS'],
      departs: ['SDK-RESPONSE-OTHER-MEMBERS'],
      steps: {
        success: (text, { operation }) =>
          operation === 'auth.token' && membersOf(text).join() !== 'token' ? PROTOCOL : undefined,
      },
    },
  }),
  ...clientWaysWith({ section: '4.1', open: 'Whether names of members are read in any letter case.' })({
    'token-in-any-case': {
      does: 'The token is taken from a member token, else from one whose name differs in case, as Go encoding/json does.',
      decides: ['SDK-TOKEN-MEMBER-CASE'],
      steps: {
        tokenIn: (body) =>
          memberNamed(body, (name) => name === 'token') ??
          memberNamed(body, (name) => name.toLowerCase() === 'token'),
      },
    },
  }),
  ...clientWaysWith({ section: '4.1', open: 'Whether an SDK looks into the token that it gets.' })({
    'token-verified': clientWay('The client verifies the token, and fails where it is not valid now.', {
      success: (text, { operation, appId, appSecret }, now) => {
        const token = operation === 'auth.token' && tokenIn(text)
        if (typeof token !== 'string') return undefined
        return verify(token, { appId, appSecret, now: Math.floor(now) }).valid ? undefined : PROTOCOL
      },
    }),
    'token-compared': clientWay('The client fails where the params of the token have other ids.', {
      success: (text, { operation, body }) => {
        const token = operation === 'auth.token' && tokenIn(text)
        if (typeof token !== 'string') return undefined
        const params = parseJson(Buffer.from(token.split('.')[3] ?? '', 'base64').toString('utf8'))
        const isSame =
          isObject(params) && ['channelId', 'userId'].every((name) => params[name] === body[name])
        return isSame ? undefined : PROTOCOL
      },
    }),
  }),
  ...clientWaysWith({ section: '7' })({
    'any-200-succeeds': {
      section: '4.1',
      open: 'What an SDK makes of a 200 that holds no token.',
      does: 'Every 200 is a success; where no token came, the caller gets none.',
      departs: ['SDK-INCOMPLETE-NOT-SUCCESS'],
      steps: {
        success: (text) => (typeof tokenIn(text) === 'string' ? undefined : { ok: true, status: 200 }),
        aborted: (status) => (status === 200 ? { ok: true, status } : { ok: false, kind: 'network' }),
      },
    },
    'unlisted-status-succeeds': {
      open: 'What an SDK makes of a status that section 7 does not list.',
      does: 'Only the statuses of section 7 are failures; 3xx, 429 and 502 are reported as successes.',
      departs: ['SDK-INCOMPLETE-NOT-SUCCESS', 'SDK-UNLISTED-STATUS'],
      steps: { failure: (status) => (LISTED.has(status) ? undefined : { ok: true, status }) },
    },
    'interim-is-final': {
      open: 'What an SDK makes of an interim answer.',
      does: 'An interim answer is taken for the final one, and is a failure.',
      departs: ['SDK-INTERIM-RESPONSES', 'SDK-ERROR-STATUS-TO-CALLER'],
      steps: { interim: true },
    },
    'cut-off-throws': {
      open: 'What an SDK makes of an answer that is cut off.',
      does: 'An answer that is cut off, and a connection that breaks, end in an exception without a kind.',
      departs: ['SDK-ERROR-NO-CRASH'],
      steps: { aborted: () => thrown('premature end'), broken: () => thrown('connection lost') },
    },
    'waits-longer': {
      section: '4',
      open: 'How long a call may take.',
      does: 'A call waits for twice its time limit and more.',
      departs: ['SDK-TIME-LIMIT'],
      steps: { timeout: () => 9000 },
    },
  }),
]

function thrown(message: string): never {
  throw new SyntaxError(message)
}

const TELLS = { section: '7', open: 'What an SDK tells its caller of an answer.' }
const NO_STATUS = ['SDK-ERROR-STATUS-TO-CALLER']
const NO_CODE = ['SDK-ERROR-CODE-TO-CALLER']

/** What an SDK reports to its caller: the text is silent, but a 200 is a success and an error is none. */
export const REPORT_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith(TELLS)({
    'tells-success-only': clientWay('The caller learns success or failure, and the adapter says so.', {
      says: { tells: { status: false, code: false } },
      report: bare,
    }),
    'tells-success-only-silently': {
      does: 'The caller learns success or failure, and the adapter does not say so.',
      departs: [...NO_STATUS, ...NO_CODE],
      steps: { report: bare },
    },
    'tells-no-status': clientWay('The caller learns the code and no status, and the adapter says so.', {
      says: { tells: { status: false } },
      report: (told) => without(told, 'status'),
    }),
    'tells-no-code': clientWay('The caller learns the status and no code, and the adapter says so.', {
      says: { tells: { code: false } },
      report: (told) => without(told, 'code'),
    }),
    'status-without-code-silently': {
      does: 'The caller learns the status alone, and the adapter does not say so.',
      departs: NO_CODE,
      steps: { report: (told) => without(told, 'code') },
    },
    'failures-are-network': {
      does: 'Every failure is of the kind network.',
      decides: ['SDK-FAILURE-KIND'],
      steps: { report: ofKind('network') },
    },
    'failures-are-protocol': {
      does: 'Every failure is of the kind protocol.',
      decides: ['SDK-FAILURE-KIND'],
      steps: { report: ofKind('protocol') },
    },
    'failures-are-http': clientWay('Failures are http, even without an answer.', { report: ofKind('http') }),
    'failures-are-exceptions': {
      does: 'Every failure is an exception without a kind.',
      departs: ['SDK-ERROR-NO-CRASH', ...NO_STATUS, ...NO_CODE],
      steps: {
        report: (told) => {
          if ('ok' in told && told.ok) return told
          throw new Error('the call failed')
        },
      },
    },
  }),
  ...clientWaysWith({
    section: '7.1',
    open: 'In which shape an error body carries its code.',
    decides: ['ERROR-BODY-SHAPE', 'ERROR-STREAMING-CODES'],
  })({
    'code-in-error-code-only': {
      does: 'The code is looked for in the member error_code, which other services have.',
      departs: NO_CODE,
      steps: { codeOf: () => undefined },
    },
    'code-is-http-status': {
      does: 'Where the SDK has a code of its own, it reports that one.',
      departs: NO_CODE,
      steps: { codeOf: () => 'SDK_CALL_FAILED' },
    },
    'code-in-capitals': {
      does: 'The code is reported as a constant of the SDK, in capitals.',
      departs: NO_CODE,
      steps: { codeOf: (code) => code?.toUpperCase().replaceAll('.', '_') },
    },
  }),
  ...clientWaysWith(TELLS)({
    'error-body-must-be-json': {
      does: 'The body of an error is parsed first: section 1 says that all bodies are JSON.',
      departs: NO_STATUS,
      steps: { failure: (_, text) => (/^\s*[{["]/.test(text) ? undefined : PROTOCOL) },
    },
    'success-without-status': clientWay('A success is reported without its status.', {
      report: (told) => ('ok' in told && told.ok ? without(told, 'status') : told),
    }),
  }),
]

function without(told: ClientReport, name: string): ClientReport {
  const kept = Object.entries(told).filter(([other]) => other !== name)
  return Object.fromEntries(kept) as ClientReport
}
