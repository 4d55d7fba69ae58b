/** The coarse classes of a question of `token.issue`: kinds of text in each field, which members there are, which values. */
import { oneof, record, tuple, type Arbitrary } from 'fast-check'
import { INTEGER_JOIN_PARAMS, OPTIONAL_JOIN_PARAMS, type JoinParam } from '../interface/joinParams.ts'
import { without } from '../members.ts'
import { eachWithin } from './drawing.ts'
import { ODD_MEMBERS, PLAIN_MEMBERS } from './joinParams.ts'
import { TEXT_CLASSES, type TextKind } from './textClasses.ts'
import { plainId, plainSecret, SIMPLEST_FIRST } from './texts.ts'
import type { Issued, Plainly } from './tokens.ts'

export const FIELDS = ['channelId', 'userId', 'appId', 'appSecret'] as const
export type Field = (typeof FIELDS)[number]

/** The fields that get texts of each class: where the subject names a limit for one, it is drawn from inside that. */
export const fieldsOf = (drawing: Plainly, fields: readonly Field[] = FIELDS): readonly Field[] =>
  fields.filter((field) => !isLimited(drawing, field))

const isLimited = ({ limits }: Plainly, name: string): boolean =>
  (limits as Readonly<Record<string, unknown>> | undefined)?.[name] !== undefined

/** The optional integers that the subject can set to any value. */
export const integerRows = (drawing: Plainly): JoinParam[] =>
  INTEGER_JOIN_PARAMS.filter(({ name }) => settable(drawing).includes(name) && !isLimited(drawing, name))

/** A question with other texts in some fields. A dot in an appId would make six parts of a token. */
export function withTexts(one: Issued, texts: Readonly<Partial<Record<Field, string>>>): Issued {
  const { appId = one.appId, appSecret = one.appSecret, ...ids } = texts
  const joinParams = { ...one.joinParams, ...ids }
  const others = JSON.stringify([appId, ...Object.values(joinParams)])
  return {
    ...one,
    appId: appId.replaceAll('.', '-'),
    // A secret that also stands elsewhere would be found there (TOKEN-SECRET-NOT-IN-TOKEN).
    appSecret: others.includes(appSecret) ? one.appSecret : appSecret,
    joinParams,
  }
}

/** A question with a text of these classes in each of the fields. */
export const withClasses = (
  one: Arbitrary<Issued>,
  fields: readonly Field[],
  texts: readonly Arbitrary<string>[],
): Arbitrary<Issued> =>
  tuple(one, ...texts.map((text, nth) => shrunkToPlain(text, fields[nth]!))).map(([issued, ...drawn]) =>
    withTexts(issued, Object.fromEntries(fields.map((field, nth) => [field, drawn[nth]!]))),
  )

/** A text that does not matter to a failure becomes a plain one. Of 10^9 texts one is plain from the beginning. */
const shrunkToPlain = (text: Arbitrary<string>, field: Field): Arbitrary<string> =>
  oneof(SIMPLEST_FIRST, { arbitrary: plainOf(field), weight: 1 }, { arbitrary: text, weight: 10 ** 9 })

/** An id is no plain secret: it may stand in another field of another question. */
const plainOf = (field: Field): Arbitrary<string> => (field === 'appSecret' ? plainSecret : plainId)

const ofKind = (kind: TextKind): Arbitrary<string> =>
  oneof(...TEXT_CLASSES.filter((one) => one.kind === kind && !one.isAlone).map(({ text }) => text))

const KIND_TEXTS = [...new Set(TEXT_CLASSES.map(({ kind }) => kind))].map(ofKind)

/** Of each kind; a plain text first. */
export const textsFor = (field: Field): readonly Arbitrary<string>[] => [plainOf(field), ...KIND_TEXTS]

/** Plain, and of each kind. */
export const CHARACTER_CLASSES = 1 + KIND_TEXTS.length

type Values = Readonly<Record<string, Arbitrary<string | number>>>

/** Of each member: inside the plain range, at an end of it or beside it; and what only its type makes right. */
export const VALUES: readonly Values[] = [
  { ...ODD_MEMBERS, ...PLAIN_MEMBERS },
  { ...PLAIN_MEMBERS, ...ODD_MEMBERS },
]

/** No optional member, each alone, all of them, and all but one. */
export const subsets = (names: readonly string[]): readonly (readonly string[])[] => [
  [],
  ...names.map((name) => [name]),
  names,
  ...names.map((name) => names.filter((other) => other !== name)),
]

/** The optional members that the subject can set. */
export const settable = ({ joinParams }: Plainly): readonly string[] =>
  OPTIONAL_JOIN_PARAMS.filter((name) => joinParams?.includes(name) ?? true)

/** A plain question with exactly these optional members. */
export const withMembers = (
  drawing: Plainly,
  names: readonly string[],
  values: Values = VALUES[0]!,
): Arbitrary<Issued> => {
  return tuple(drawing.plain, record(eachWithin(drawing, names, values))).map(([one, optional]) => ({
    ...one,
    joinParams: { ...without(one.joinParams, ...OPTIONAL_JOIN_PARAMS), ...optional },
  }))
}

/** A place of one dimension: how far it is in the list of dimensions, and which of its classes. */
type Choice = readonly [dimension: number, value: number]

/**
 * A covering array of strength 2: rows in which each pair of classes of any two dimensions stands together at least
 * once. Greedy and the same each time; some two dozen rows more than the product of the two longest dimensions.
 * @param sizes how many classes each dimension has
 * @returns rows with one class for each dimension
 */
export function covering(sizes: readonly number[]): number[][] {
  const open = new Map<string, [Choice, Choice]>()
  for (const [a, first] of sizes.entries())
    for (let b = a + 1; b < sizes.length; b++)
      for (let x = 0; x < first; x++)
        for (let y = 0; y < sizes[b]!; y++) {
          const pair: [Choice, Choice] = [
            [a, x],
            [b, y],
          ]
          open.set(keyOf(...pair), pair)
        }
  const rows: number[][] = []
  while (open.size > 0) {
    const row = rowWith(open.values().next().value!, sizes, open)
    for (const one of row.entries()) for (const other of row.entries()) open.delete(keyOf(one, other))
    rows.push(row)
  }
  return rows
}

const keyOf = ([a, x]: Choice, [b, y]: Choice): string =>
  a < b ? `${a}.${x} ${b}.${y}` : `${b}.${y} ${a}.${x}`

/** A row with this pair; every other dimension has the class that covers most. */
function rowWith(pair: [Choice, Choice], sizes: readonly number[], open: Map<string, unknown>): number[] {
  const chosen = new Map<number, number>(pair)
  for (const [dimension, size] of sizes.entries()) {
    if (chosen.has(dimension)) continue
    const gains = Array.from({ length: size }, (_, value) =>
      [...chosen].reduce((sum, other) => sum + Number(open.has(keyOf(other, [dimension, value]))), 0),
    )
    chosen.set(dimension, gains.indexOf(Math.max(...gains)))
  }
  return sizes.map((_, dimension) => chosen.get(dimension)!)
}
