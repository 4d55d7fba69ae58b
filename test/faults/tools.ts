import { isDeepStrictEqual } from 'node:util'
import { FAULTS } from '../../src/faults/catalogue.ts'
import type { FaultyAnswer } from '../../src/faults/model.ts'
import type { JsonObject, Question, QuestionOf, Vector } from '../../src/model.ts'
import { decodeBase64, readJoinParams, sign, TokenError, VERSION } from '../../src/token/index.ts'

/** Optionals that mean the same at their default and left out. */
const DEFAULTS: JsonObject = { channelDuration: 0, duration: 86400, size: 100, delayClose: 0 }

/** Is this an answer that the vector lets pass? */
export function isRight({ question, expect }: Vector, answer: FaultyAnswer): boolean {
  if (answer.kind === 'refused') return expect.verdict !== 'accept' && expect.reasons.includes(answer.reason)
  if (answer.kind !== 'accepted' || expect.verdict === 'refuse') return false
  return question.method === 'token.issue'
    ? isDeepStrictEqual(meaningOf(question, answer.output), { ...DEFAULTS, ...asked(expect.output) })
    : isDeepStrictEqual(answer.output, expect.output)
}

const asked = ({ joinParams }: JsonObject): JsonObject => joinParams as JsonObject

/** What the token says; undefined unless it is well made and its signature fits the params as sent. */
function meaningOf({ params }: QuestionOf<'token.issue'>, { token }: JsonObject): JsonObject | undefined {
  if (typeof token !== 'string') return undefined
  const { appId, appSecret, timestamp = 0 } = params
  const start = `${VERSION}.${appId}.${timestamp}.`
  const [sent = '', signature, ...more] = token.slice(start.length).split('.')
  if (!token.startsWith(start) || more.length > 0) return undefined
  if (sign({ version: VERSION, appId, timestamp, params: sent }, appSecret) !== signature) return undefined
  try {
    return { ...DEFAULTS, ...readJoinParams(decodeBase64(sent)) }
  } catch (error) {
    if (error instanceof TokenError) return undefined
    throw error
  }
}

/** Whether the fault gives a wrong answer to the vector; undefined if there is no such fault. */
export function isCaught(id: string, vector: Vector): boolean | undefined {
  const fault = FAULTS.find((fault) => fault.id === id)
  const answer = fault?.answer(vector.question)
  return fault && answer !== undefined && !isRight(vector, answer)
}

/** The answer of a fault that is known to exist and to answer. */
export function answerBy(id: string, question: Question): FaultyAnswer {
  const answer = FAULTS.find((fault) => fault.id === id)?.answer(question)
  if (answer === undefined) throw new Error(`${id} does not answer ${question.method}`)
  return answer
}
