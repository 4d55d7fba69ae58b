import type {
  Answer,
  Output,
  Description,
  Ending,
  Question,
  Reply,
  Subject,
  JsonObject,
  Method,
  Family,
  Requirement,
  Vector,
  VectorId,
  Findings,
  Verdict,
} from '../../src/model/index.ts'
import { isObject } from '../../src/json.ts'
import { resultProblem } from '../adapter/shapes.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { readPacked, isPacked } from '../suite/files.ts'
import { GROUPS, type Group } from '../../src/vectors/names.ts'
import { fitsGlob } from '../../src/gate/glob.ts'
import { Evidence } from '../../src/diagnose/evidence.ts'
import { faultById } from '../../src/faults/catalogue.ts'
import { isBad } from '../../src/judge/index.ts'
import { diagnosisText } from '../../src/report/diagnosis.ts'
import { failure } from '../../src/report/text.ts'
import { run } from '../../src/run.ts'

/** What a function of this process answers. */
export type OwnReply = Reply<Output>

const now = (): number => Date.now() / 1000

/** A subject that is a function of this process: for tests, and for an SDK's own unit tests. */
export class InProcessSubject implements Subject {
  readonly description: Description
  readonly #answer: (question: Question) => OwnReply | Promise<OwnReply>

  constructor(description: Description, answer: (question: Question) => OwnReply | Promise<OwnReply>) {
    this.description = description
    this.#answer = answer
  }

  async ask(question: Question): Promise<Answer> {
    const askedAt = now()
    const reply = await this.#answer(question)
    return { askedAt, answeredAt: now(), ...reply }
  }

  close(): Promise<Ending> {
    return Promise.resolve({})
  }
}

/** Throw it where the SDK refuses: runners/adapters/README.md lists the reasons. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly reason: string

  constructor(reason: string) {
    super(`refused: ${reason}`)
    this.reason = reason
  }
}

/** Throw it where the SDK has no such function, or its types cannot express the question: the vector is skipped. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported'
}

/**
 * The function under test: calls the SDK and returns the result object of the adapter protocol for the method, such as
 * `{ token }`.
 */
export type Ask = (question: Question) => unknown

/** Questions for validators and for section 9 are answered with yes or no: what means no, and for which reason. */
const YES_OR_NO: Partial<Readonly<Record<Method, { member: string; reason: string }>>> = {
  'body.validate': { member: 'valid', reason: 'invalid' },
  'sdk.minimumVersion': { member: 'recognises', reason: 'too-old' },
}

async function replyFrom(ask: Ask, question: Question): Promise<OwnReply> {
  try {
    return replyTo(question.method, await ask(question))
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', reason: error.reason }
    if (error instanceof Unsupported) return { kind: 'unsupported', why: error.message }
    return { kind: 'failed', message: String(error) }
  }
}

function replyTo(method: Method, result: unknown): OwnReply {
  const problem = shapeProblem(method, result)
  if (problem !== undefined)
    return { kind: 'broken', reason: 'bad-line', message: `the result of ${method} ${problem}.` }
  const { member = 'valid', reason } = YES_OR_NO[method] ?? {}
  const output = result as Output & JsonObject
  return output[member] === false
    ? { kind: 'refused', reason: reason ?? (output['reason'] as string) }
    : { kind: 'accepted', output }
}

function shapeProblem(method: Method, result: unknown): string | undefined {
  const row = YES_OR_NO[method]
  if (!row) return resultProblem(method, result)
  const isRight = isObject(result) && typeof result[row.member] === 'boolean'
  return isRight ? undefined : `must be { ${row.member}: true } or { ${row.member}: false }`
}

/** Methods whose answers can be judged in the process that gives them; the others need a recorder or an endpoint. */
const ASKED: readonly Method[] = [
  'token.params',
  'token.signature',
  'token.issue',
  'token.verify',
  'body.validate',
  'sdk.minimumVersion',
]

const loaded = new Map<Group, readonly Vector[]>()

/** Reads the groups on first use, one by one, so that an import costs only what the caller needs. */
function groupVectors(group: Group): readonly Vector[] {
  const vectors = loaded.get(group) ?? copy<Family[]>(group).flatMap((family) => family.vectors)
  loaded.set(group, vectors)
  return vectors
}

function copy<T>(name: Group | 'requirements'): T {
  if (isPacked()) return readPacked<T>(name)
  const advice = 'In a checkout, run "npm run build" and import from "channelproof".'
  throw new ChannelproofError('not-built', 'the vectors lie beside the built library only', advice)
}

/** Groups in which an id that fits the glob can lie. */
const groupsOf = (glob: string): readonly Group[] =>
  glob.startsWith('**')
    ? GROUPS
    : GROUPS.filter((group) => fitsGlob(glob.split('/')[0]!.replace(/\*\*.*/, '**'), group))

/**
 * The vectors whose id fits one of the globs (`*` within a part, `**` over parts), each once, in the order of a run;
 * without a glob all that `check` can judge.
 * @throws ChannelproofError `no-vector` where no id fits: a test of nothing would be green
 */
export function vectors(...globs: readonly string[]): readonly Vector[] {
  if (globs.length > 0) return [...new Set(globs.flatMap((glob) => fitting(glob)))]
  return GROUPS.flatMap(groupVectors).filter(({ question }) => ASKED.includes(question.method))
}

function fitting(glob: string): readonly Vector[] {
  const found = groupsOf(glob)
    .flatMap(groupVectors)
    .filter(({ id }) => fitsGlob(glob, id))
  if (found.length > 0) return found
  const advice = '"npx channelproof list vectors" shows them all. Try "token/issue/*".'
  throw new ChannelproofError('no-vector', `no vector id fits ${glob}`, advice)
}

function findVector(id: VectorId): Vector | undefined {
  const group = GROUPS.find((name) => id.startsWith(`${name}/`))
  return group && groupVectors(group).find((vector) => vector.id === id)
}

let requirements: readonly Requirement[] | undefined

function findRequirement(id: string): Requirement | undefined {
  requirements ??= copy<readonly Requirement[]>('requirements')
  return requirements.find((requirement) => requirement.id === id)
}

const NOT_ASKABLE =
  'Use "npx channelproof sdk" for client.call, "npx channelproof live" for endpoints; channels are data only.'

/** Facts about the SDK that differ from the usual; as in the answer to `describe` of the adapter protocol. */
export interface CheckOptions {
  /** `system`: the SDK reads its own clock, so it gets no timestamp, and vectors that need a fixed time are skipped. */
  readonly clock?: Description['clock']
  /** The SDK can set these join parameters only. */
  readonly joinParams?: readonly string[]
}

/**
 * Asks the function a vector, and its twin where it has one, and judges the answer: for an SDK's own tests.
 * @returns the verdict: `passed`; `observed` where the interface leaves it open; `skipped` where the SDK cannot be asked
 * @throws Error where the verdict is `failed` or `errored`; its message is that of the judge
 * @throws ChannelproofError `not-askable` for vectors that need an adapter or an endpoint
 */
export async function check(vector: Vector, ask: Ask, options: CheckOptions = {}): Promise<Verdict> {
  const { id, question } = vector
  const what = `${question.method} cannot be judged by a function`
  if (!ASKED.includes(question.method)) throw new ChannelproofError('not-askable', what, NOT_ASKABLE, { id })
  const evidence = new Evidence()
  const subject = new InProcessSubject(description(options), (asked) => replyFrom(ask, asked))
  const verdict = await verdictOn(vector, subject, evidence)
  if (isBad(verdict)) throw new Error(failureText(vector, verdict, evidence.findings()))
  return verdict
}

async function verdictOn(vector: Vector, subject: Subject, evidence: Evidence): Promise<Verdict> {
  const reader = run({
    vectors: [vector],
    find: findVector,
    subject,
    level: 'recommended',
    judged: (asked, answer, verdict) => evidence.add(asked, answer, verdict),
  })
  const { value } = await reader.next()
  await reader.return({})
  return value as Verdict
}

const description = ({ clock = 'injected', joinParams }: CheckOptions): Description => ({
  protocol: 1,
  sdk: { name: 'own tests', version: '', language: 'JavaScript' },
  methods: ASKED,
  clock,
  ...(joinParams && { joinParams }),
})

function failureText(vector: Vector, verdict: Verdict, { causes }: Findings): string {
  const faults = causes.flatMap((cause) => cause.faults)
  const told = { ...verdict, ...(faults.length > 0 && { diagnosis: faults }) }
  const paint = (_: string, text: string): string => text
  const text = failure(told, 'recommended', { requirement: findRequirement, find: () => vector, paint })
  const hint = verdict.reason === 'failed-without-reason' ? HINT : ''
  const parts = [text, diagnosisText({ diagnosis: causes }, faultById), hint]
  return parts.filter((part) => part !== '').join('\n\n')
}

const HINT =
  'In tests of your own: throw new Refused(reason) where your SDK refuses, and new Unsupported(why) where it cannot be asked.'
