import { ChannelproofError } from '../../src/errors.ts'
import { diagnose } from '../../src/diagnose/index.ts'
import type { FaultText, FaultyAnswer } from '../../src/faults/fault.ts'
import { isFaultMethod } from '../../src/faults/faultySdk/stages.ts'
import { readJson, isObject } from '../../src/json.ts'
import type { Json, JsonObject, Output, Question } from '../../src/model/index.ts'
import { EXIT } from '../../src/report/exit.ts'
import { paint, printAs } from '../terminal/console.ts'
import { readInput } from '../terminal/input.ts'
import { paramsProblem } from '../adapter/shapes.ts'

/**
 * `channelproof diagnose --question FILE --answer FILE`: what is wrong with one answer. The question is that of a
 * vector or a line of the adapter protocol, the answer its result or a line of the protocol. Exit code 0 where it is
 * right, 1 where it is not.
 */
export async function diagnoseFiles(flags: {
  readonly question: string
  readonly answer: string
  readonly json?: boolean
}): Promise<number> {
  const asked = await objectIn(flags.question)
  const answer = answerIn(await objectIn(flags.answer), flags.answer)
  const question = questionIn(asked, flags.question, answer)
  const { right, candidates } = diagnose(question, answer)
  const diagnosis: OneDiagnosis = {
    schema: 1,
    verdict: right ? 'right' : 'wrong',
    answer: answer.kind,
    causes: right ? [] : candidates.map((set) => set.map(causeOf)),
  }
  await printAs(flags.json ?? false, diagnosis, (masked) => `${textFor(masked)}\n`)
  return right ? EXIT.conforms : EXIT.fails
}

type Cause = Pick<FaultText, 'id' | 'does' | 'repair' | 'origin'>

/** What `diagnose --json` prints: schemas/diagnosis.schema.json. */
interface OneDiagnosis {
  readonly schema: 1
  readonly verdict: 'right' | 'wrong'
  readonly answer: FaultyAnswer['kind']
  /** Each is a set of faults that together explain the answer. */
  readonly causes: readonly (readonly Cause[])[]
}

function textFor({ verdict, answer, causes }: OneDiagnosis): string {
  if (verdict === 'right') return paint('good', 'right')
  // An error has no cause in the catalogue: it says nothing about what the SDK makes.
  if (answer === 'failed')
    return `${paint('bad', 'wrong')}: it is an error of the adapter or the SDK, and no refusal; a refusal is code 1 with data.reason`
  return wrongText(causes)
}

function wrongText(candidates: OneDiagnosis['causes']): string {
  if (candidates.length === 0)
    return `${paint('bad', 'wrong')}, and no known fault explains it; "npx channelproof sdk" compares all vectors, stage by stage`
  const head = candidates.length === 1 ? 'wrong' : 'wrong, and each of these would explain it'
  const sets = candidates.map((set) => set.map(faultText).join('\nwith '))
  return [paint('bad', head), ...sets].join('\n')
}

const causeOf = ({ id, does, repair, origin }: Cause): Cause => ({ id, does, repair, origin })

const faultText = ({ id, does, repair, origin }: Cause): string =>
  `${id}\n  what     ${does}\n  repair   ${repair}\n  origin   ${origin}`

async function objectIn(file: string): Promise<JsonObject> {
  const text = await readInput(file)
  try {
    const { value } = readJson(text)
    if (isObject(value)) return value
  } catch (error) {
    throw error instanceof ChannelproofError ? unusable(file, error.message) : error
  }
  throw unusable(file, 'it is no JSON object')
}

const unusable = (file: string, what: string): ChannelproofError =>
  new ChannelproofError(
    'not-diagnosable',
    what,
    'A question is {"method": "token.issue", "params": {…}}, an answer {"token": "…"}; see "npx channelproof explain <vector>".',
    { file },
  )

function questionIn(value: JsonObject, file: string, answer: FaultyAnswer): Question {
  // A whole vector holds its question.
  const asked = isObject(value['question']) ? value['question'] : value
  const { method } = asked
  const params = withTime(asked['params'] ?? null, method ?? null, answer)
  if (typeof method !== 'string' || !isFaultMethod(method))
    throw unusable(file, `${JSON.stringify(method ?? null)} is no method whose answers can be diagnosed`)
  const problem = paramsProblem(method, params)
  if (problem !== undefined) throw unusable(file, `params of ${method}: ${problem}`)
  // paramsProblem has checked its shape.
  return { method, params } as Question & JsonObject
}

/**
 * An SDK that reads its own clock is asked without a timestamp: the time in its token counts as the time of asking,
 * since nothing shows afterwards whether that was right.
 */
function withTime(params: Json, method: Json, answer: FaultyAnswer): Json {
  if (method !== 'token.issue' || !isObject(params) || Object.hasOwn(params, 'timestamp')) return params
  const token = answer.kind === 'accepted' && 'token' in answer.output ? answer.output.token : ''
  const [, , timestamp = ''] = typeof token === 'string' ? token.split('.') : []
  const isTime = /^[0-9]{10}$/.test(timestamp)
  return { ...params, timestamp: isTime ? Number(timestamp) : Math.floor(Date.now() / 1000) }
}

/** A result, a line of the protocol with a result or an error, or the answer of a verification. */
function answerIn(value: JsonObject, file: string): FaultyAnswer {
  if (isObject(value['error'])) return errorIn(value['error'])
  const { valid, ...output } = isObject(value['result']) ? value['result'] : value
  const { token, params, signature, joinParams, reason } = output
  if (valid === false) return { kind: 'refused', reason: wordOf(reason) }
  const holdsText = [token, params, signature].some((text) => typeof text === 'string')
  if (!holdsText && !isObject(joinParams) && valid !== true)
    throw unusable(file, 'it holds neither token nor params, signature, joinParams or error')
  // People write it, so anything else may stand there: the comparison then fits nothing.
  return { kind: 'accepted', output: (Object.keys(output).length > 0 ? output : { valid: true }) as Output }
}

function errorIn({ code, message, data }: JsonObject): FaultyAnswer {
  const reason = isObject(data) ? data['reason'] : undefined
  return code === 1 && typeof reason === 'string'
    ? { kind: 'refused', reason }
    : { kind: 'failed', message: wordOf(message) }
}

const wordOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)
