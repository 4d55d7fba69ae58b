import { signatureFindings, paramsFindings } from './exact.ts'
import { listOf, ruleOf, sorted, type Found, type Sorted } from './finding.ts'
import { brokenRule, leakFindings } from './rules.ts'
export { differenceOf } from './finding.ts'
import { carriedFindings, issueFindings } from './issue.ts'
import { joinParamsFindings } from './joinParams.ts'
import { inexactIn } from './sentParams.ts'
import { codesIn, exchangeFindings } from './exchange.ts'
import { timelineFinding } from './timeline.ts'
import { clientFindings } from './client/index.ts'
import { ROUTES } from '../interface/operations.ts'
import type {
  Answer,
  AnswerOutputs,
  Expectation,
  ExpectedOutputs,
  Intermediates,
  Method,
  QuestionOf,
  Verdict,
  Vector,
  VectorId,
} from '../model/index.ts'

/** The answer was wrong or missing: a run at any level must account for it. */
export const isBad = ({ outcome }: Pick<Verdict, 'outcome'>): boolean =>
  outcome === 'failed' || outcome === 'errored'

/**
 * `no-twin`: the twin was not accepted, or the vector has none. `twin-broken`: it was asked, and no answer came.
 * `twin-not-judged`: a condition of it was not met.
 */
export type TwinState = 'twin-accepted' | 'no-twin' | 'twin-broken' | 'twin-not-judged'

type Accepted<M extends Method = Method> = Extract<Answer<M>, { kind: 'accepted' }>
type Accepting<M extends Method> = Exclude<Expectation<M>, { verdict: 'refuse' }>

/**
 * The verdict on one answer. Pure: the same vector and answer always give the same verdict.
 * @param twin what became of the vector's twin in this run; a refusal counts only where it was accepted
 */
export function judge(vector: Vector, answer: Answer, twin: TwinState): Verdict {
  const { id, level, requirements } = vector
  const conclusion = conclude(vector, answer, twin)
  const rule = ruleOf(conclusion, requirements) ?? brokenRule(vector.question.method, answer)
  const millis = Math.max(0, Math.round((answer.answeredAt - answer.askedAt) * 1000))
  const { rule: _, asked: __, ...told } = conclusion
  return { vector: id, level, requirements, ...told, ...(rule !== undefined && { rule }), millis }
}

type Conclusion = Pick<Verdict, 'outcome' | 'reason' | 'message' | 'difference' | 'findings' | 'open'> &
  Pick<Found, 'rule' | 'asked' | 'level'>

function conclude(vector: Vector, answer: Answer, twin: TwinState): Conclusion {
  if (answer.kind === 'broken') return { outcome: 'errored', reason: answer.reason, message: answer.message }
  if (answer.kind === 'unsupported')
    return { outcome: 'skipped', reason: answer.reason ?? 'unsupported', message: answer.why }
  const found = [...answerFindings(vector, answer, twin), ...leakFindings(answer)]
  const { findings, observed } = sorted(found, vector.level)
  const [worst] = findings
  const twinless = worst?.reason === 'twin-not-accepted' ? TWINLESS[twin] : undefined
  if (twinless) return twinless(vector)
  const open = observed.flatMap(({ observed: kind, rule, message }) =>
    kind === 'member' && rule !== undefined ? [{ requirement: rule, does: message }] : [],
  )
  const told = worst ? failed(vector, findings) : unfailed(vector, answer, observed)
  return { ...told, ...(open.length > 0 && { open }) }
}

const failed = (
  { requirements }: Pick<Vector, 'requirements'>,
  [worst, ...others]: Sorted['findings'],
): Conclusion => ({
  outcome: 'failed',
  ...worst,
  ...(others.length > 0 && {
    findings: others.map(({ rule, asked, level, reason, message, difference }) => ({
      rule: ruleOf({ rule, asked, reason }, requirements) ?? requirements[0],
      level,
      reason,
      message,
      ...(difference && { difference }),
    })),
  }),
})

/** What a failed verdict says of findings that were made without an answer: those of captured requests. */
export function failureOf(
  vector: Pick<Vector, 'level' | 'requirements'>,
  found: readonly Found[],
): Pick<Verdict, 'outcome' | 'level'> & Partial<Verdict> {
  const {
    rule,
    asked: _,
    level = vector.level,
    ...told
  } = failed(vector, sorted(found, vector.level).findings)
  return { ...told, level, ...(rule !== undefined && { rule }) }
}

function unfailed(vector: Vector, answer: Answer, observed: readonly Found[]): Conclusion {
  const found = observed.find((one) => !one.observed) ?? observed.find((one) => one.observed !== 'member')
  // Refusing is one of two right answers: it is neither a failure nor a proof.
  const isFreedom = vector.expect.verdict === 'either' && answer.kind === 'refused'
  return found || isFreedom || vector.level === 'unspecified'
    ? observation(vector, answer, found)
    : { outcome: 'passed' }
}

/** What the interface leaves open never fails: the report says what the subject does. */
function observation(
  { expect, requirements }: Vector,
  answer: Answer,
  finding: Found | undefined,
): Conclusion {
  const { observed: _, level: __, ...rest } = seenOf(answer, finding)
  const requirement = (expect.verdict === 'either' ? expect.open : undefined) ?? requirements[0]
  const does = doingOf(answer, finding)
  return { outcome: 'observed', ...rest, ...(does !== undefined && { open: [{ requirement, does }] }) }
}

/**
 * What a subject does where it is free, in words that stay the same from run to run. A mistake that also shows in other
 * vectors is no use of the freedom, and neither is a value that was not checked.
 */
function doingOf(answer: Answer, finding: Found | undefined): string | undefined {
  if (answer.kind === 'refused') return refuses(answer)
  if (answer.kind !== 'accepted' || finding?.observed === 'unchecked') return undefined
  if ('texts' in answer.output)
    return `answers ${[answer.output.status, ...codesIn(answer.output)].join(' ')}`
  if (finding === undefined) return 'accepts, and alters nothing'
  return finding.observed === 'answer' ? finding.message : undefined
}

const refuses = ({ reason }: Extract<Answer, { kind: 'refused' }>): string =>
  reason === undefined ? 'refuses' : `refuses: ${reason}`

function seenOf(answer: Answer, finding: Found | undefined): Found {
  if (answer.kind === 'refused') return { reason: 'refuses', message: `It ${refuses(answer)}.` }
  return finding ?? { reason: 'accepts', message: 'It accepts and alters nothing.' }
}

function answerFindings(vector: Vector, answer: Answer, twin: TwinState): Found[] {
  const { expect } = vector
  if (answer.kind === 'accepted' && expect.verdict !== 'refuse') {
    if (isRefusedCall(expect, answer)) return [loneCall(vector, twin) ?? REFUSED_CALL]
    const findings = outputFindings(vector, expect, answer)
    return findings.length > 0 ? findings : listOf(loneCall(vector, twin))
  }
  return listOf(refusedOrNot(vector, answer, twin))
}

function refusedOrNot({ expect, ...vector }: Vector, answer: Answer, twin: TwinState): Found | undefined {
  if (answer.kind === 'failed')
    return {
      reason: 'failed-without-reason',
      message: `It failed without a reason: ${answer.message}. A refusal needs error code 1 and data.reason.`,
    }
  if (expect.verdict === 'accept')
    return { reason: 'refused-good-input', message: `It refuses what is right${reasonOf(answer)}.` }
  if (answer.kind === 'accepted') return acceptedBadInput(expect.reasons, answer)
  return refusalFinding(vector, answer as Extract<Answer, { kind: 'refused' }>, expect.reasons, twin)
}

const reasonOf = (answer: Answer): string =>
  answer.kind === 'refused' && answer.reason !== undefined ? `, with the reason ${answer.reason}` : ''

function acceptedBadInput(reasons: readonly string[], { output }: Accepted): Found {
  const due = reasons.join(' or ')
  return {
    reason: 'accepted-bad-input',
    message: `It accepts what must be refused (${due}).`,
    difference: { expected: `refused: ${due}`, got: `accepted: ${JSON.stringify(output)}` },
  }
}

function refusalFinding(
  { twin: id }: Pick<Vector, 'twin'>,
  { reason }: Extract<Answer, { kind: 'refused' }>,
  reasons: readonly string[],
  twin: TwinState,
): Found | undefined {
  // A verifier may say no without a reason.
  if (reason !== undefined && !reasons.includes(reason))
    return {
      reason: 'wrong-reason',
      message: `It refuses, but for a reason that is not true: ${reason}.`,
      difference: { expected: reasons.join(' or '), got: reason },
    }
  // Refusing everything must not pass: a refusal counts only with an accepted twin.
  return id !== undefined && twin !== 'twin-accepted' ? twinMissing(id) : undefined
}

/** Not the fault of the answer: the twin crashed, its answer came too late, or it was not judged. */
const TWINLESS: Partial<Record<TwinState, (vector: Vector) => Conclusion>> = {
  'twin-broken': ({ twin }) => ({
    outcome: 'errored',
    reason: 'twin-broken',
    message: `Its right twin ${twin} was not answered (crash or time-out), so this proves nothing.`,
  }),
  'twin-not-judged': ({ twin }) => ({
    outcome: 'skipped',
    reason: 'not-judged',
    message: `not judged: its right twin ${twin} was not judged, so this proves nothing`,
  }),
}

/** An SDK may refuse what the text does not grant: then there is no request, and no success. */
const isRefusedCall = ({ verdict }: Expectation, { output }: Accepted): boolean =>
  verdict === 'either' &&
  'requests' in output &&
  output.requests.length === 0 &&
  output.reports.every((report) => !('ok' in report && report.ok) && !('unanswered' in report))

const REFUSED_CALL: Found = {
  reason: 'refuses',
  message:
    'It refuses the call by itself, without a request: the interface does not show that it has to take it.',
  observed: 'answer',
}

/** Where no request can be seen, only a twin shows that the SDK calls at all. */
const loneCall = ({ question, twin: id }: Vector, twin: TwinState): Found | undefined =>
  question.method === 'client.call' && id !== undefined && twin !== 'twin-accepted'
    ? { ...twinMissing(id), rule: ROUTES[question.params.operation].rule }
    : undefined

const twinMissing = (twin: VectorId): Found => ({
  reason: 'twin-not-accepted',
  message: `Its right twin ${twin} was not accepted either, so this proves nothing.`,
})

const OUTPUTS: { readonly [M in Method]: OutputJudge<M> } = {
  'token.params': ({ right, output }) => paramsFindings(right.params, output.params),
  'token.signature': ({ right, output, steps }) =>
    signatureFindings(right.signature, output.signature, steps),
  'token.issue': ({ question, right, output, answer }) => [
    ...issueFindings(question.params, right.joinParams, output.token, answer),
    ...carriedFindings(right, output.token),
  ],
  'token.verify': ({ question, right, output, answer }) =>
    joinParamsFindings(right.joinParams, {
      value: output.joinParams,
      inexact: inexactBy(answer, question.params.token),
    }).map((found) =>
      ruleOf(found) === 'TOKEN-PARAMS-VALUES' ? { ...found, rule: 'TOKEN-VERIFY-VALUES' } : found,
    ),
  'endpoint.exchange': ({ question, right, output, answer }) =>
    exchangeFindings(question.params, right, output, answer),
  'client.call': ({ question, right, output }) =>
    clientFindings({ call: question.params, expected: right, answer: output }),
  // Data for other uses: accepting is the whole answer.
  'sdk.minimumVersion': () => [],
  'body.validate': () => [],
  'channel.timeline': ({ right, output }) => listOf(timelineFinding(right.results, output.results)),
}

/** A number that stands with a fraction in the token may be passed on as it stands. */
const inexactBy = ({ inexact = [] }: Accepted, token: string): readonly string[] =>
  inexact.length === 0 ? inexact : inexact.filter((pointer) => !inexactIn(token).includes(pointer))

type OutputJudge<M extends Method> = (judged: {
  readonly question: QuestionOf<M>
  readonly right: ExpectedOutputs[M]
  readonly output: AnswerOutputs[M]
  /** Made only where they are needed: those of generated questions are computed. */
  readonly steps: () => Intermediates
  readonly answer: Accepted
}) => Found[]

function outputFindings<M extends Method>(
  { question }: Vector<M>,
  expect: Accepting<M>,
  answer: Accepted<M>,
): Found[] {
  const judge: OutputJudge<M> = OUTPUTS[question.method]
  const steps = (): Intermediates => expect.intermediates ?? {}
  return judge({ question, right: expect.output, output: answer.output, steps, answer })
}
