import { isDeepStrictEqual } from 'node:util'
import { OUTPUT_FAULTS } from '../../../src/faults/catalogue.ts'
import type { FaultyAnswer, Alteration, OutputFault } from '../../../src/faults/fault.ts'
import { answerOf, sdkWith, showsIn } from '../../../src/faults/faultySdk/index.ts'
import { judge } from '../../../src/judge/index.ts'
import type { JsonObject, Question, QuestionOf, Vector, VectorId } from '../../../src/model/index.ts'
import { TOKEN_FORMAT } from '../../../src/interface/tokenFormat.ts'
import { decodeBase64, readJoinParams, sign, TokenError } from '../../../src/token/index.ts'

/** Optionals that mean the same at their default and left out. */
const DEFAULTS: JsonObject = { channelDuration: 0, duration: 86400, size: 100, delayClose: 0 }

/** Does the vector let this answer pass? */
export function isRight({ question, expect }: Vector, answer: FaultyAnswer): boolean {
  if (answer.kind === 'refused')
    return expect.verdict !== 'accept' && expect.reasons.includes(answer.reason ?? '')
  if (answer.kind !== 'accepted' || expect.verdict === 'refuse') return false
  return question.method === 'token.issue'
    ? isDeepStrictEqual(meaningOf(question, answer.output), { ...DEFAULTS, ...asked(expect.output) })
    : isDeepStrictEqual(answer.output, expect.output)
}

const asked = ({ joinParams }: JsonObject): JsonObject => joinParams as JsonObject

/** The content of the token; undefined unless it is well made and its signature fits the params as sent. */
function meaningOf({ params }: QuestionOf<'token.issue'>, { token }: JsonObject): JsonObject | undefined {
  if (typeof token !== 'string') return undefined
  const { appId, appSecret, timestamp = 0 } = params
  const start = `${TOKEN_FORMAT.version}.${appId}.${timestamp}.`
  const [sent = '', signature, ...more] = token.slice(start.length).split('.')
  if (!token.startsWith(start) || more.length > 0) return undefined
  if (sign({ version: TOKEN_FORMAT.version, appId, timestamp, params: sent }, appSecret) !== signature)
    return undefined
  try {
    return { ...DEFAULTS, ...readJoinParams(decodeBase64(sent)) }
  } catch (error) {
    if (error instanceof TokenError) return undefined
    throw error
  }
}

/** Does the fault, in one of its forms, answer the vector wrongly? Undefined if there is no such fault. */
export function isCaught(id: string, vector: Vector): boolean | undefined {
  const fault = OUTPUT_FAULTS.find((row) => row.id === id)
  return fault && [fault.alteration, ...(fault.others ?? [])].some((form) => isWrong(form, vector))
}

function isWrong(form: Alteration, vector: Vector): boolean {
  if (!showsIn(form, vector.question.method)) return false
  const answer = answerOf(sdkWith([form]), vector.question)
  return answer !== undefined && !isRight(vector, answer)
}

/** The answer of a fault that is known to exist and to answer. */
export function answerBy(id: string, question: Question): FaultyAnswer {
  const answer = OUTPUT_FAULTS.find((fault) => fault.id === id)?.answer(question)
  if (answer === undefined) throw new Error(`${id} does not answer ${question.method}`)
  return answer
}

export function outputFault(id: string): OutputFault {
  const fault = OUTPUT_FAULTS.find((row) => row.id === id)
  if (fault === undefined) throw new Error(`there is no fault ${id}`)
  return fault
}

/** The vectors that an SDK with these mistakes does not pass. */
export function failedBy(alterations: readonly Alteration[], vectors: readonly Vector[]): VectorId[] {
  const sdk = sdkWith(alterations)
  const fails = (vector: Vector): boolean => {
    const answer = answerOf(sdk, vector.question)
    if (answer === undefined) return false
    if (answer.kind === 'crashed') return true
    const { outcome } = judge(vector, { askedAt: 0, answeredAt: 0, ...answer }, 'twin-accepted')
    return outcome === 'failed' || outcome === 'errored'
  }
  return vectors.filter(fails).map(({ id }) => id)
}
