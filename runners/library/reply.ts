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
} from '../../src/model/index.ts'
import { isObject } from '../../src/json.ts'
import { resultProblem } from '../adapter/shapes.ts'

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

/** What the function answers; an exception is an answer too. */
export async function replyFrom(ask: Ask, question: Question): Promise<OwnReply> {
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
