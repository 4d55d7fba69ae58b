import { stringMatching, type Arbitrary } from 'fast-check'
import { OPERATIONS, type Limits, type Need, type Operation, type Vector } from '../model/index.ts'

/** What questions are drawn for. */
export interface Drawing {
  /** What the subject says that it takes: questions are drawn from there. */
  readonly limits?: Limits | undefined
  /** The join parameters that the SDK can set; all of them where it names none. */
  readonly joinParams?: readonly string[] | undefined
  /** The operations of `client.call` that the client has; all of them where it names none. */
  readonly operations?: readonly Operation[] | undefined
  /** The second of the run, where the subject reads its own clock: tokens to verify are made relative to it. */
  readonly now?: number | undefined
  /** The preconditions that an endpoint meets: nothing else is drawn for it. */
  readonly meets?: readonly Need[] | undefined
}

/** The operations that calls are drawn of. */
export const operationsOf = ({ operations }: Drawing): readonly Operation[] =>
  OPERATIONS.filter((operation) => operations?.includes(operation) ?? true)

type TextName = 'channelId' | 'userId' | 'appId' | 'appSecret'

/** Texts that the subject takes by its limits; any others where it names none. */
export function textOf({ limits }: Drawing, name: TextName, otherwise: Arbitrary<string>): Arbitrary<string> {
  const expression = limits?.[name]
  if (expression === undefined) return otherwise
  try {
    return stringMatching(new RegExp(`^(?:${expression})$`, 'u')).map((text) => drawable(name, text))
  } catch {
    // fast-check does not draw from every expression; what lies outside is left out later.
    return otherwise
  }
}

/**
 * Limits may let in what no question asks: half a character, an empty text, and a dot that makes six parts of a token.
 * A plain text stands for it; where the limits do not let that in, the question is left out.
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

/** A number, moved to the nearest that the subject takes. */
export function within({ limits }: Drawing, name: string, numbers: Arbitrary<number>): Arbitrary<number> {
  const { min = -Infinity, max = Infinity } = (limits as Bounds | undefined)?.[name] ?? {}
  return numbers.map((value) => Math.max(min, Math.min(max, value)))
}

type Bounds = Readonly<Record<string, { readonly min?: number; readonly max?: number } | undefined>>

/** What a question or a sequence is drawn from, and how often in comparison. */
export interface Source {
  readonly method: string
  readonly share: number
  readonly drawn: Arbitrary<readonly Vector[]>
  /** How many questions a group has more often than not; absent: one. */
  readonly usual?: number
}
