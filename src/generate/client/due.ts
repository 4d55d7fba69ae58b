/** What a client must do with a generated call. */
import { hash } from 'node:crypto'
import { constant, record, type Arbitrary } from 'fast-check'
import { entriesOf } from '../../members.ts'
import { openRuleIn } from '../../limits.ts'
import { textOf, type Drawing } from '../drawing.ts'
import { REQUEST_CHECKS, REQUEST_RULES } from '../../interface/requestRules.ts'
import { ROUTES } from '../../interface/operations.ts'
import {
  MINT_REASONS,
  type ClientCheck,
  type Expectation,
  type ExpectedCall,
  type Json,
  type JsonObject,
  type NextCall,
  type Operation,
  type QuestionOf,
  type RequirementId,
  type Vector,
} from '../../model/index.ts'

const REQUEST: readonly ClientCheck[] = [...REQUEST_CHECKS, 'gained']
/** The rules of standards and plain safety for it. */
const RECOMMENDED: readonly ClientCheck[] = [
  'framing',
  'encoding',
  'unlisted',
  'integers',
  'repeated',
  'no-secret-in-request',
  'no-secret-in-error',
  'no-secret-in-output',
]

type Answered = Pick<NextCall, 'operation' | 'answers'>
const statusOf = ({ answers }: Answered): number => answers[0]!.status

/** What is due for one call, by the status of its answer. */
export function dueOf(call: Answered): ExpectedCall {
  const { operation } = call
  const status = statusOf(call)
  if (status !== 200) return { checks: [...REQUEST, 'no-success'], recommended: RECOMMENDED, status }
  const isToken = operation === 'auth.token'
  return {
    checks: [...REQUEST, 'success', ...(isToken ? (['token'] as const) : [])],
    recommended: [...RECOMMENDED, 'once'],
    ...(isToken && { reusable: true }),
  }
}

/** The rules that calls with these answers keep; a failure without a rule of its own breaks the first. */
export function dueRules(calls: readonly Answered[]): Vector['requirements'] {
  const some = (fits: (call: Answered) => boolean, rule: RequirementId): readonly RequirementId[] =>
    calls.some(fits) ? [rule] : []
  const [first, ...others] = new Set([
    ...some((call) => statusOf(call) === 200, 'SDK-SUCCESS-TO-CALLER'),
    ...some((call) => statusOf(call) !== 200, 'SDK-ERROR-NOT-SUCCESS'),
    ...some((call) => call.operation === 'auth.token' && statusOf(call) === 200, 'SDK-TOKEN-TO-CALLER'),
    ...calls.map(({ operation }) => ROUTES[operation].rule),
    ...REQUEST_RULES,
  ])
  return [first!, ...others]
}

type App = Pick<NextCall, 'appId' | 'appSecret'>

/** An app inside the limits of a subject; where there are no limits its names are empty, and `appOf` makes them. */
export const appWithin = (drawing: Drawing): Arbitrary<App> =>
  record({ appId: textOf(drawing, 'appId', EMPTY), appSecret: textOf(drawing, 'appSecret', EMPTY) })

const EMPTY = constant('')

/** A separate app for each question: a client may keep a token for the same app, channel and user (section 2.1). */
export function appOf(drawn: unknown, { appId, appSecret }: App, which = 0): App {
  const digest = hash('sha256', JSON.stringify([drawn, which]))
  // The name of the secret says that it must not be used; letters and digits, which no SDK refuses.
  return {
    appId: appId || `app${digest.slice(0, 12)}`,
    appSecret: appSecret || `DONOTUSE${digest.slice(20, 44)}`,
  }
}

const isUnusual = (streamId: Json | undefined): boolean =>
  typeof streamId === 'number' && (streamId < 1 || streamId > 1000)

function openIn(operation: Operation, body: JsonObject): RequirementId | undefined {
  const entries = entriesOf(body)
  if ([body, ...entries].some(({ streamId }) => isUnusual(streamId))) return 'STREAM-STREAMID-VALUES'
  if (entries.some((entry) => Object.hasOwn(entry, 'layout'))) return 'STREAM-LAYOUT-FIELDS'
  // The interface shows an update with an empty array of watermarks (4.3 rule 3), and nothing else about them.
  const isShown = (watermarks: Json | undefined): boolean =>
    watermarks === undefined ||
    (operation === 'streaming.update' && Array.isArray(watermarks) && watermarks.length === 0)
  return entries.every(({ watermarks }) => isShown(watermarks)) ? undefined : 'STREAM-WATERMARKS-FIELDS'
}

/** A client may refuse what the text does not grant; if it sends it, it alters nothing. */
export function expectedOf(question: QuestionOf<'client.call'>, output: ExpectedCall): Expectation {
  const { operation, body } = question.params
  const open = openRuleIn(question) ?? openIn(operation, body)
  if (open === undefined) return { verdict: 'accept', output }
  return { verdict: 'either', reasons: MINT_REASONS, open, output }
}
