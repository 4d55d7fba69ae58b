/**
 * Questions about tokens by construction: each class of text, length and integer stands in each field, each pair of
 * coarse classes together, and each triple of members, state and kind of text, whatever the seed. The seed draws what is
 * inside a class. The rows are the same for every subject, but for what it cannot be asked.
 */
import { constant, constantFrom, tuple, type Arbitrary } from 'fast-check'
import { OPTIONAL_JOIN_PARAMS, type JoinParam } from '../interface/joinParams.ts'
import { STREAM_NUMBERS } from '../interface/values.ts'
import { textIn } from '../json.ts'
import type { Json, RequirementId, Vector } from '../model/index.ts'
import { without } from '../members.ts'
import {
  covering,
  FIELDS,
  fieldsOf,
  integerRows,
  CHARACTER_CLASSES,
  settable,
  subsets,
  textsFor,
  VALUES,
  withClasses,
  withMembers,
  withTexts,
  type Field,
} from './classes.ts'
import { withNeighbours, type Drawing } from './drawing.ts'
import type { Questions } from './generated.ts'
import { PLAIN_MEMBERS } from './joinParams.ts'
import { issuedLater, verifiedLater } from './ownClock.ts'
import { states } from './states.ts'
import { ofAbout, TEXT_CLASSES, type TextClass } from './textClasses.ts'
import { plainSecret } from './texts.ts'
import {
  issueVector,
  paramsVector,
  plainIssued,
  refusal,
  signatureVector,
  withJoinParams,
  type Issued,
  type Plainly,
} from './tokens.ts'
import { alteredRows, crossedRows, rightRows } from './verifyRows.ts'

/** Questions that are asked together, and the method that they ask. */
export interface ConstructedRow {
  readonly method: string
  readonly drawn: Questions
}

/** Each class once in each of these fields; their classes differ in a row, so that one refusal hides few. */
function singles(
  drawing: Plainly,
  fields: readonly Field[],
  classes: readonly TextClass[] = TEXT_CLASSES,
): Arbitrary<Issued>[] {
  const own = fieldsOf(drawing, fields)
  if (own.length === 0) return []
  // Far apart: classes next to each other are of one kind, and two long ones are in no question.
  const step = Math.floor(classes.length / own.length)
  const textsAt = (at: number): Arbitrary<string>[] =>
    own.map((_, nth) => classes[(at + nth * step) % classes.length]!.text)
  return classes.map((_, at) => withClasses(drawing.plain, own, textsAt(at)))
}

/** Each pair of: kind of text in two fields, which members there are, and how odd their values are. */
function pairs(drawing: Plainly): Arbitrary<Issued>[] {
  const own = fieldsOf(drawing)
  const members = subsets(settable(drawing))
  return covering([...own.map(() => CHARACTER_CLASSES), members.length, VALUES.length]).map((row) => {
    const texts = own.map((field, nth) => textsFor(field)[row[nth]!]!)
    const [names, values] = row.slice(own.length)
    return withClasses(withMembers(drawing, members[names!]!, VALUES[values!]), own, texts)
  })
}

function everySubset(drawing: Plainly): Arbitrary<Issued>[] {
  const names = settable(drawing).filter((name) => PLAIN_MEMBERS[name] !== undefined)
  const subset = (bits: number): string[] => names.filter((_, at) => (bits >> at) % 2 === 1)
  return Array.from({ length: 2 ** names.length }, (_, bits) => withMembers(drawing, subset(bits)))
}

/** Where integers of machines end, and one beside each. */
const EDGES = withNeighbours(2 ** 7, 2 ** 8, 2 ** 15, 2 ** 16, 2 ** 24, 2 ** 31, 2 ** 32, 2 ** 53 - 1).filter(
  Number.isSafeInteger,
)

/** Where any integer of a token or a stream ends, in any unit: code may have taken the bound of one for another's. */
const BOUNDS = Object.values(STREAM_NUMBERS)
  .flatMap(({ plain = [] }) => [...plain])
  .flatMap((end) => [end, end / 60, end / 3600])
  .flatMap((end) => (Number.isInteger(end) && end > 1 ? [end, end + 1] : []))

function valuesOf({ plain = [0, 255], minimum = 0, maximum = Infinity, default: own }: JoinParam): number[] {
  const ownValues = own === undefined ? [] : [own, own + 1]
  const all = new Set([0, 1, ...withNeighbours(...plain), ...ownValues, ...BOUNDS, ...EDGES])
  return [...all].filter((value) => value >= minimum && value <= maximum)
}

const integers = (drawing: Plainly): Arbitrary<Issued>[] =>
  integerRows(drawing).flatMap((row) =>
    valuesOf(row).map((value) => drawing.plain.map((one) => withJoinParams(one, { [row.name]: value }))),
  )

const TOO_LONG: Readonly<Record<string, string>> = {
  duration: 'SDK-REFUSES-LONG-DURATION',
  delayClose: 'SDK-REFUSES-LONG-DELAYCLOSE',
}

/** Above every bound of section 2.1: some wrap to a small value in 31, 32 or 64 bits. */
const BEYOND = [2 ** 31, 2 ** 32, 2 ** 32 + 60, 2 ** 33 + 3600, 2 ** 53 - 1]

const WRONG_TYPES: readonly Json[] = [86400.5, 59.5, '', '60', ' 60', '60s', true, false, [60], {}]

/** A right question, and the same one with a value that section 2.1 forbids. */
const refusals = (drawing: Plainly): Questions[] =>
  integerRows(drawing).flatMap(({ name, maximum }) =>
    [...(maximum === undefined ? [] : [maximum + 1, ...BEYOND]), ...WRONG_TYPES].map((value) =>
      refused(drawing, name, value),
    ),
  )

const ruleOf = (name: string, value: Json): RequirementId =>
  (Number.isInteger(value) ? TOO_LONG[name] : undefined) ?? 'SDK-REFUSES-WRONG-TYPE'

const REASONS = ['out-of-range', 'wrong-type', 'malformed'] as const

const refused = (drawing: Plainly, name: string, value: Json): Questions =>
  drawing.plain.map((one) => {
    const twin = issueVector(one)
    const rule = ruleOf(name, value)
    return [twin, refusal(one, twin, [name, value], { rule, reasons: REASONS })]
  })

/** Questions one after the other that only an SDK with a memory, or with a careless key of it, answers wrongly. */
const SEQUENCES: readonly ((one: Issued, other: Issued) => readonly Issued[])[] = [
  // The same characters in two ids, divided elsewhere.
  (one) => [ids(one, 'ab', 'c'), ids(one, 'a', 'bc'), ids(one, 'abc', 'a'), ids(one, 'ab', 'ca')],
  (one) => [
    { ...one, appId: 'app1', timestamp: 700000000 },
    { ...one, appId: 'app', timestamp: 1700000000 },
  ],
  (one) => [{ ...one, appId: `${one.appId}x` }, { ...one, appSecret: `x${one.appSecret}` }, one],
  // Two fields are equal.
  (one) => [ids(one, 'same', 'same'), ids(one, one.appId, 'u1'), ids(one, 'c1', one.appId)],
  // Secrets with a common head, and with a common end.
  (one, other) => [8, 32, 64].flatMap((length) => headed(one, other, length)),
  // Long, then short: what a buffer keeps of the first.
  (one) => [
    ids({ ...one, appId: 'a'.repeat(300), appSecret: 'S'.repeat(300) }, 'c'.repeat(300), 'u'.repeat(300)),
    ids({ ...one, appId: 'a', appSecret: one.appSecret }, 'c', 'u'),
    ids(one, 'c', 'u'),
  ],
  // Other members before, between and after.
  (one, other) => [one, { ...one, joinParams: other.joinParams }, bare(one), one, bare(other), bare(one)],
  // One thing differs each time.
  (one, other) => [
    one,
    { ...one, appSecret: other.appSecret },
    { ...one, appId: other.appId },
    { ...one, timestamp: one.timestamp + 1 },
    { ...one, timestamp: one.timestamp + 86400 },
    ids(one, textIn(other.joinParams, 'channelId'), textIn(one.joinParams, 'userId')),
    ids(one, textIn(one.joinParams, 'channelId'), textIn(other.joinParams, 'userId')),
    one,
  ],
]

const SEPARATORS = [':', '|', ',', '/', '-', '_', ' ', '#', '&', '=', ';', '::', '\0', '\n', '\t', '"']

/** The same text once the parts are joined: two ids, and an appId with an id. */
const joinedAlike = (one: Issued, by: string): readonly Issued[] => [
  ids(one, `a${by}b`, 'c'),
  ids(one, 'a', `b${by}c`),
  ids({ ...one, appId: `a${by}b` }, 'c', 'u'),
  ids({ ...one, appId: 'a' }, `b${by}c`, 'u'),
]

/** Two texts that a careless key, or a hash of it, takes for one. */
const ALIKE: readonly (readonly [one: string, other: string])[] = [
  // The hash of Java's String, and any sum of characters.
  ['Aa', 'BB'],
  ['ab', 'ba'],
  ['User', 'user'],
  ['\u00e9', 'e\u0301'],
  [' a', 'a'],
  ['a ', 'a'],
  ['a\0b', 'a\0c'],
  ['01', '1'],
  ['1.0', '1'],
  ['user1', 'user10'],
  ...[16, 32, 64, 128, 255].map((length) => [`${'h'.repeat(length)}1`, `${'h'.repeat(length)}2`] as const),
]

const alikeIn = (one: Issued, field: Field, [text, other]: readonly [string, string]): Issued[] => {
  // A secret of its own: no other text of the run holds it.
  const inField = (value: string): Issued =>
    withTexts(one, { [field]: field === 'appSecret' ? `${one.appSecret}${value}` : value })
  return [inField(text), inField(other), inField(text)]
}

const ids = (one: Issued, channelId: string, userId: string) => withJoinParams(one, { channelId, userId })
const bare = (one: Issued) => ({ ...one, joinParams: without(one.joinParams, ...OPTIONAL_JOIN_PARAMS) })

function headed(one: Issued, other: Issued, length: number): Issued[] {
  const head = one.appSecret.repeat(4).slice(0, length)
  const secrets = [`${head}${one.appSecret}`, `${head}${other.appSecret}`, `${one.appSecret}${head}`]
  return secrets.map((appSecret) => ({ ...one, appSecret }))
}

const sequences = (drawing: Plainly): Questions[] =>
  [
    ...SEQUENCES,
    ...SEPARATORS.map((by) => (one: Issued) => joinedAlike(one, by)),
    ...fieldsOf(drawing).flatMap((field) => ALIKE.map((pair) => (one: Issued) => alikeIn(one, field, pair))),
  ].map((sequence) =>
    tuple(drawing.plain, drawing.plain).map(([one, other]) =>
      sequence(one, other).map((issued, at) => issueVector(issued, `-in-${at + 1}`)),
    ),
  )

const afterRefusal = (drawing: Plainly): Questions[] =>
  integerRows(drawing).some(({ name }) => name === 'duration')
    ? [86401, '60', 2 ** 32].map((value) =>
        tuple(refused(drawing, 'duration', value), plainSecret).map(([[twin, wrong], appSecret]) => {
          const { appId, joinParams, timestamp } = twin!.question.params as Issued
          return [twin!, wrong!, issueVector({ appId, joinParams, timestamp, appSecret }, '-in-3')]
        }),
      )
    : []

const alone = (rows: readonly Arbitrary<Issued>[], vector: (one: Issued) => Vector): Questions[] =>
  rows.map((row) => row.map((one) => [vector(one)]))

const toParams = (row: Arbitrary<Issued>): Questions =>
  tuple(row, constantFrom(':', ': '), constant(', ')).map(([{ joinParams: value }, colon, comma]) => [
    paramsVector({ value, style: { colon, comma, outer: '' } }),
  ])

/** `token.params` gets JSON text: only what encodings do to it can go wrong. */
const ENCODED = TEXT_CLASSES.filter(({ kind }) => kind !== 'shape')

type Rows = readonly [method: string, rows: readonly Questions[]]

/** Longer than most buffers, each in one field: at most 20 questions of a run reach 64 KiB. */
function huge(drawing: Plainly): readonly Rows[] {
  const rows = (power: number, ...fields: readonly Field[]): Arbitrary<Issued>[] =>
    fieldsOf(drawing, fields).map((field) => withClasses(drawing.plain, [field], [ofAbout(power)]))
  return [
    ['token.issue', alone(rows(2 ** 16, ...FIELDS), issueVector)],
    ['token.issue', alone(rows(2 ** 17, ...FIELDS), issueVector)],
    ['token.issue', alone(rows(10 ** 5, 'channelId', 'appSecret'), issueVector)],
    ['token.signature', alone(rows(2 ** 16, 'appId', 'appSecret'), signatureVector)],
    ['token.params', rows(2 ** 17, 'userId').map(toParams)],
    ['token.verify', rightRows(drawing, rows(2 ** 16, 'appId', 'userId', 'appSecret'))],
  ]
}

/**
 * The rows of all token methods in tiers, so that few questions have single classes first: what needs time, single
 * classes, pairs of coarse ones, triples of them.
 */
export function constructedRows(given: Drawing): readonly (readonly ConstructedRow[])[] {
  const drawing = { ...given, plain: plainIssued(given) }
  const tiers: readonly (readonly Rows[])[] = [
    given.isPaced && given.now !== undefined
      ? [
          ['token.issue', issuedLater(drawing)],
          ['token.verify', verifiedLater(drawing, given.now)],
        ]
      : [],
    [
      ['token.issue', alone(singles(drawing, ['channelId', 'appId']), issueVector)],
      ['token.issue', alone(singles(drawing, ['userId', 'appSecret']), issueVector)],
      ['token.signature', alone(singles(drawing, ['appId', 'appSecret']), signatureVector)],
      ['token.params', singles(drawing, ['channelId', 'userId'], ENCODED).map(toParams)],
      ['token.issue', alone([...everySubset(drawing), ...integers(drawing)], issueVector)],
      ['token.issue', [...refusals(drawing), ...sequences(drawing), ...afterRefusal(drawing)]],
      ['token.verify', [...alteredRows(drawing), ...rightRows(drawing, singles(drawing, FIELDS))]],
      ...huge(drawing),
    ],
    [
      ['token.issue', alone(pairs(drawing), issueVector)],
      ['token.verify', crossedRows(drawing)],
    ],
    [['token.issue', states(drawing)]],
  ]
  return tiers.map((tier) => tier.flatMap(([method, rows]) => rows.map((drawn) => ({ method, drawn }))))
}
