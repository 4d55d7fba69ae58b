import { createHash } from 'node:crypto'
import { cannotBeAsked, questionFor } from '../../src/ask.ts'
import { outside } from '../../src/limits.ts'
import { once, type Description, type Question, type Vector, type VectorId } from '../../src/model/index.ts'
import { wholeMatch } from '../adapter/expressions.ts'
import { requestLine } from '../adapter/protocol.ts'
import { generate, type GeneratedRun } from '../generated/questions.ts'
import type { Selection } from '../suite/subjectKinds.ts'
import type { Header, MadeFor } from './header.ts'

/** The questions of a file, and those that cannot stand in one. */
export interface Carried {
  readonly generated: GeneratedRun
  readonly questions: readonly Carriage[]
  readonly leftOut: readonly { readonly id: VectorId; readonly why: string }[]
}

/** One question with the id of its line. */
interface Carriage {
  readonly id: string
  readonly question: Question
}

/** Any second: no question in a file is relative to now. */
const NO_CLOCK = 0

/** The same questions each time: the shipped ones with their twins, and those of the seed. */
export async function carriedBy(
  { suite, vectors: chosen }: Pick<Selection, 'suite' | 'vectors'>,
  { seed, generated: count, madeFor }: Pick<Header, 'seed' | 'generated' | 'madeFor'>,
): Promise<Carried> {
  const generated = await generate({ seed, count, now: NO_CLOCK, matches: wholeMatch }, madeFor)
  const twins = chosen.flatMap(({ twin }) => (twin === undefined ? [] : (suite.find(twin) ?? [])))
  const vectors = once([...chosen, ...twins, ...generated.vectors])
  const rows = vectors.map((vector) => ({ vector, why: whyNot(vector, madeFor) }))
  return {
    generated,
    questions: rows.flatMap(({ vector, why }) => (why === undefined ? [carriageOf(vector, madeFor)] : [])),
    leftOut: rows.flatMap(({ vector: { id }, why }) => (why === undefined ? [] : [{ id, why }])),
  }
}

function carriageOf(vector: Vector, subject: MadeFor): Carriage {
  const question = questionFor(vector, subject)
  return { id: lineId(vector.id, question), question }
}

/** The id of a line holds a digest of its question, so that an answer fits no other question of that vector. */
export const lineId = (vector: VectorId, question: Question): string =>
  `${vector}#${createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 8)}`

export const questionLine = ({ id, question: { method, params } }: Carriage): string =>
  requestLine(id, method, params)

function whyNot(vector: Vector, subject: MadeFor): string | undefined {
  const { method } = vector.question
  if (method === 'client.call') return 'client.call needs the service that watches it'
  if (method === 'token.verify' && subject.clock === 'system')
    return 'token.verify under a clock of its own is asked relative to now'
  const why = cannotBeAsked(vector, subject as Description)
  return why ?? (subject.limits && outside(questionFor(vector, subject), subject.limits, wholeMatch))
}
