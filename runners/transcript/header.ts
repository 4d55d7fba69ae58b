import { ADAPTER_METHODS, type Description } from '../../src/model/index.ts'
import { objectOrNothing } from '../../src/members.ts'
import { isResult } from '../adapter/shapes.ts'
import { MOST_GENERATED } from '../generated/questions.ts'
import { LARGEST_SEED } from '../generated/seed.ts'

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
