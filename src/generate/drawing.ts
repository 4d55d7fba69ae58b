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
    return stringMatching(new RegExp(`^(?:${expression})$`, 'u'))
  } catch {
    // fast-check does not draw from every expression; what lies outside is left out later.
    return otherwise
  }
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
  /** Each group has so many questions at least; absent: one. */
  readonly least?: number
}
