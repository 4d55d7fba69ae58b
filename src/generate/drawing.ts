import { stringMatching, type Arbitrary } from 'fast-check'
import type { Settable } from '../interface/bodies.ts'
import { OPERATIONS, type Limits, type Need, type Operation } from '../model/index.ts'
import type { Questions } from './generated.ts'

/** What questions are drawn for. */
export interface Drawing extends Settable {
  /** The limits that the subject names: questions are drawn from inside them. */
  readonly limits?: Limits | undefined
  /** The operations of `client.call` that the client has; all of them where it names none. */
  readonly operations?: readonly Operation[] | undefined
  /** The second of the run, where the subject reads its own clock: tokens to verify are made relative to it. */
  readonly now?: number | undefined
  /** Some questions wait until the clock of the subject has run on. */
  readonly isPaced?: boolean | undefined
  /** The preconditions that an endpoint meets: nothing else is drawn for it. */
  readonly meets?: readonly Need[] | undefined
}

/** The operations that calls are drawn of. */
export const operationsOf = ({ operations }: Drawing): readonly Operation[] =>
  OPERATIONS.filter((operation) => operations?.includes(operation) ?? true)

/** Each, and the one below and above it. */
export const withNeighbours = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [value - 1, value, value + 1])

type TextName = 'channelId' | 'userId' | 'appId' | 'appSecret'

/** Texts inside the limits of the subject; any texts where it names none. */
export function textOf({ limits }: Drawing, name: TextName, otherwise: Arbitrary<string>): Arbitrary<string> {
  const expression = limits?.[name]
  if (expression === undefined) return otherwise
  return matching(expression)?.map((text) => drawable(name, text)) ?? otherwise
}

/** Made once for each expression: classes such as \\p{L} take a second. */
const MATCHING = new Map<string, Arbitrary<string> | undefined>()

/** Texts that match an expression; nothing where fast-check cannot draw from it: what lies outside is left out later. */
function matching(expression: string): Arbitrary<string> | undefined {
  if (!MATCHING.has(expression)) MATCHING.set(expression, arbitraryOf(expression))
  return MATCHING.get(expression)
}

function arbitraryOf(expression: string): Arbitrary<string> | undefined {
  try {
    return stringMatching(new RegExp(`^(?:${expression})$`, 'u'), { size: 'small' })
  } catch {
    return undefined
  }
}

/**
 * Limits may allow what no question asks: half a character, an empty text, and a dot that makes six parts of a token.
 * A plain text replaces it; where the limits do not allow that, the question is left out.
 */
function drawable(name: TextName, text: string): string {
  const isWhole = Buffer.from(text).toString() === text
  return text !== '' && isWhole && !(name === 'appId' && text.includes('.')) ? text : PLAIN[name]
}

const PLAIN: Readonly<Record<TextName, string>> = {
  channelId: 'c1',
  userId: 'u1',
  appId: 'app',
  appSecret: 'DO-NOT-USE-generated',
}

/** A number, moved to the nearest that the subject takes; a text stays as it is. */
export function within<T extends string | number>(
  { limits }: Drawing,
  name: string,
  values: Arbitrary<T>,
): Arbitrary<T> {
  const { min = -Infinity, max = Infinity } = (limits as Bounds | undefined)?.[name] ?? {}
  return values.map((value) =>
    typeof value === 'number' ? (Math.max(min, Math.min(max, value)) as T) : value,
  )
}

type Bounds = Readonly<Record<string, { readonly min?: number; readonly max?: number } | undefined>>

/** The same for several numbers and texts by their names. */
export const eachWithin = (
  drawing: Drawing,
  names: readonly string[],
  values: Readonly<Record<string, Arbitrary<string | number>>>,
): Record<string, Arbitrary<string | number>> =>
  Object.fromEntries(names.map((name) => [name, within(drawing, name, values[name]!)]))

/** What a question or a sequence is drawn from, and its share in comparison. */
export interface Source {
  readonly method: string
  readonly share: number
  readonly drawn: Questions
  /** How many questions a group usually has; absent: one. */
  readonly usual?: number
  /** Comes first: an adapter that takes several questions at a time answers the others while this one waits. */
  readonly isFirst?: boolean
}
