import {
  ADAPTER_METHODS,
  type Description,
  once,
  type Question,
  type Vector,
  type VectorId,
} from '../../src/model/index.ts'
import { objectOrNothing } from '../../src/members.ts'
import { isResult, wholeMatch } from '../adapter/shapes.ts'
import { MOST_GENERATED, LARGEST_SEED, generate, type GeneratedRun } from '../generated/questions.ts'
import { createHash } from 'node:crypto'
import { cannotBeAsked, questionFor } from '../../src/ask.ts'
import { outside } from '../../src/limits.ts'
import { requestLine } from '../adapter/protocol.ts'
import type { Selection } from '../suite/subjectKinds.ts'

/** What a description says that decides which questions are asked, and how. */
export type MadeFor = Pick<Description, 'methods' | 'clock' | 'joinParams' | 'always' | 'limits'>

/** What the questions of a file were made from. It is the id of `describe`, which comes back unchanged. */
export interface Header {
  readonly version: string
  /** Digest of the vectors. */
  readonly vectors: string
  readonly seed: number
  /** How many questions were requested. */
  readonly generated: number
  /** Digest of the generated questions. */
  readonly digest: string
  readonly filter: readonly string[]
  readonly madeFor: MadeFor
}

const BEGIN = 'describe#'

/** Methods whose questions a file can carry: `client.call` needs the service that records it. */
const CARRIED: readonly string[] = ADAPTER_METHODS.filter((method) => method !== 'client.call')

/** For an SDK that reads its own clock, questions of `token.verify` are relative to now. */
const canCarry = (method: string, { clock }: Pick<Description, 'clock'>): boolean =>
  CARRIED.includes(method) && !(clock === 'system' && method === 'token.verify')

/** The same subject as a file can ask it. */
export const carriedPart = <D extends MadeFor>(description: D): D => ({
  ...description,
  methods: description.methods.filter((method) => canCarry(method, description)),
})

/** If nothing is known of the subject, it is asked everything. */
export const ANY: MadeFor = { methods: CARRIED, clock: 'injected' }

export const madeFor = ({ methods, clock, joinParams, always, limits }: MadeFor): MadeFor => ({
  methods,
  clock,
  ...(joinParams && { joinParams }),
  ...(always && { always }),
  ...(limits && { limits }),
})

/** The id of the first line. */
export function headerId({ filter, madeFor: subject, ...header }: Header): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(header)) params.append(name, String(value))
  for (const glob of filter) params.append('filter', glob)
  params.append('for', JSON.stringify(subject))
  return `${BEGIN}${params.toString()}`
}

export const isHeaderId = (id: string): boolean => id.startsWith(BEGIN)

/** The content of such an id; undefined where it was changed on the way. */
export function headerIn(id: string): Header | undefined {
  const params = new URLSearchParams(id.slice(BEGIN.length))
  const [version, vectors, digest] = ['version', 'vectors', 'digest'].map((name) => params.get(name))
  const seed = wholeIn(params.get('seed'), LARGEST_SEED)
  const generated = wholeIn(params.get('generated'), MOST_GENERATED)
  const subject = madeForIn(params.get('for'))
  if (!version || !vectors || !digest || seed === undefined || generated === undefined || !subject)
    return undefined
  return { version, vectors, seed, generated, digest, filter: params.getAll('filter'), madeFor: subject }
}

const wholeIn = (text: string | null, most: number): number | undefined =>
  text !== null && /^[0-9]{1,10}$/.test(text) && Number(text) <= most ? Number(text) : undefined

/** The other members of every description. */
const UNKNOWN = { protocol: 1, sdk: { name: 'unknown', version: '', language: '' } } as const

function madeForIn(text: string | null): MadeFor | undefined {
  const value = objectOrNothing(text ?? '')
  const description: unknown = value && { ...value, ...UNKNOWN }
  return isResult('describe', description) ? madeFor(description) : undefined
}

/** The questions of a file, and those that cannot stand in one. */
export interface Carried {
  readonly generated: GeneratedRun
  readonly questions: readonly Carriage[]
  readonly leftOut: readonly { readonly id: VectorId; readonly why: string }[]
}

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
