/** Every named value that a question may hold, what is plain of it, and what an adapter may say of it in `limits`. */
import type { RequirementId } from '../model/index.ts'
import { INTEGER_JOIN_PARAMS, JOIN_PARAMS } from './joinParams.ts'

/** Lower-case letters and digits that begin with a letter: no reading of "not shown" refuses them. */
export const isPlainText = (text: string): boolean => /^[a-z][a-z0-9]{0,31}$/.test(text)

export const isPlainSecret = (text: string): boolean => /^[A-Za-z0-9-]{16,32}$/.test(text)

interface NamedText {
  readonly open: RequirementId
  readonly isPlain: (text: string) => boolean
}

interface NamedNumber {
  readonly open: RequirementId
  /** Both ends included; absent: every value may be refused, but for the default. */
  readonly plain?: readonly [min: number, max: number]
  /** The text gives a maximum, so that `limits` name a minimum alone. */
  readonly hasMaximum: boolean
  readonly default?: number
}

/** By the name under which a question holds the value. */
export const NAMED_TEXTS: Readonly<Record<string, NamedText>> = {
  ...Object.fromEntries(
    JOIN_PARAMS.filter(({ type }) => type === 'string').map(({ name, open }) => [
      name,
      { open, isPlain: isPlainText },
    ]),
  ),
  appId: { open: 'TOKEN-APPID-NAMING', isPlain: isPlainText },
  appSecret: { open: 'TOKEN-SECRET-FORMAT', isPlain: isPlainSecret },
}

export const NAMED_NUMBERS: Readonly<Record<string, NamedNumber>> = {
  ...Object.fromEntries(
    INTEGER_JOIN_PARAMS.map(({ name, maximum, ...row }) => [
      name,
      { ...row, hasMaximum: maximum !== undefined },
    ]),
  ),
  // Seconds of the years around now.
  timestamp: { open: 'TOKEN-TIMESTAMP-RANGE', plain: [1600000000, 1999999999], hasMaximum: false },
  streamId: { open: 'STREAM-STREAMID-VALUES', plain: [1, 1000000000], hasMaximum: false },
}

/** The delayClose of a stream goes up to 600 seconds (section 2.3), that of a token up to 24 hours (section 2.1). */
export const STREAM_NUMBERS: typeof NAMED_NUMBERS = {
  ...NAMED_NUMBERS,
  delayClose: { open: 'STREAM-DELAYCLOSE-MAXIMUM', plain: [0, 600], hasMaximum: true },
}

/** Is it a value that no reading of the text can refuse? */
export const isPlainNumber = ({ plain, default: fallback }: NamedNumber, value: number): boolean =>
  value === fallback || (plain !== undefined && value >= plain[0] && value <= plain[1])

/** The rule that leaves it open whether a subject takes an unusual value of this name. */
export const openRuleOf = (name: string, numbers = NAMED_NUMBERS): RequirementId | undefined =>
  NAMED_TEXTS[name]?.open ?? numbers[name]?.open

/** What a member of `limits` is: an expression for a text, both bounds, or a minimum where the text has a maximum. */
export type LimitShape = 'expression' | 'bounds' | 'minimum'

/** By name, in the order in which the schema of the protocol lists them. */
export const LIMIT_SHAPES: Readonly<Record<string, LimitShape>> = Object.fromEntries([
  ...Object.keys(NAMED_TEXTS).map((name) => [name, 'expression'] as const),
  ...Object.entries(NAMED_NUMBERS).map(
    ([name, { hasMaximum }]) => [name, hasMaximum ? 'minimum' : 'bounds'] as const,
  ),
])
