import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { stamped } from '../../src/faults/killMatrix.ts'
import { covering } from '../../src/generate/classes.ts'
import { SHAPES } from '../../src/generate/listedTexts.ts'
import { generatedGroups, inOrder, type QuestionGroup } from '../../src/generate/index.ts'
import { isBad, judge } from '../../src/judge/index.ts'
import type { JsonObject, QuestionOf, Vector } from '../../src/model/index.ts'
import { verify } from '../../src/token/index.ts'

const METHODS = ['token.params', 'token.signature', 'token.issue', 'token.verify']
/** As many as a run asks by default. */
const groupsOf = (seed: number): QuestionGroup[] => generatedGroups({ count: 10000, seed, methods: METHODS })
const asked = (seed: number): Vector[] => inOrder(groupsOf(seed))

describe('a covering array', () => {
  test('has each pair of classes of any two dimensions, and few rows more than the two longest need', () => {
    const sizes = [9, 8, 7, 3, 2]
    const rows = covering(sizes)
    const pairs = new Set(
      rows.flatMap((row) =>
        row.flatMap((x, a) => row.slice(a + 1).map((y, more) => `${a}.${x} ${a + 1 + more}.${y}`)),
      ),
    )
    // 9·8 + 9·7 + 9·3 + 9·2 + 8·7 + 8·3 + 8·2 + 7·3 + 7·2 + 3·2 pairs.
    expect(pairs.size).toBe(72 + 63 + 27 + 18 + 56 + 24 + 16 + 21 + 14 + 6)
    expect(rows.length).toBeGreaterThanOrEqual(9 * 8)
    expect(rows.length).toBeLessThan(9 * 8 * 1.5)
    expect(rows.every((row) => row.every((value, at) => value >= 0 && value < sizes[at]!))).toBe(true)
  })
})

type Held = Readonly<Record<'appId' | 'appSecret' | 'channelId' | 'userId', string>>

const issued = (vectors: readonly Vector[]): Held[] =>
  vectors.flatMap(({ question }) =>
    question.method === 'token.issue'
      ? [{ ...(question.params.joinParams as JsonObject), ...question.params } as unknown as Held]
      : [],
  )

describe('the questions of a run', () => {
  const all = [1, 2].map((seed) => issued(asked(seed)))

  // Of the table in DESIGN: white space at either end, controls inside, shapes that code converts, lengths.
  test.for<[string, (text: string) => boolean]>([
    ['begins with a tab', (text) => text.startsWith('\t')],
    ['ends with U+0085', (text) => text.endsWith('\u0085')],
    ['ends with U+3000', (text) => text.endsWith('\u3000')],
    ['begins with U+FEFF', (text) => text.startsWith('\ufeff')],
    ['holds two spaces', (text) => /[a-z0-9] {2}[a-z0-9]/.test(text)],
    ['holds U+0001', (text) => text.includes('\u0001')],
    ['holds U+007F', (text) => text.includes('\u007f')],
    ['holds a decomposed letter', (text) => text.includes('e\u0301')],
    ['is a date', (text) => text === '2026-01-31'],
    ['is a number with an exponent', (text) => text === '1e3'],
    ['has a zero in front', (text) => text === '007'],
    ['is null', (text) => text === 'null'],
    ['is a UUID in upper case', (text) => text === '5D41402A-BC4B-2A76-B971-9D911017C592'],
    ['is hex of 64 digits', (text) => /^[0-9a-f]{64}$/.test(text)],
    ['is base64 of 44 characters', (text) => text.length === 44 && /^[A-Za-z0-9]+=$/.test(text)],
    ...[...Array.from({ length: 66 }, (_, at) => at + 1), 127, 128, 129, 255, 256, 257, 1023, 1024, 1025].map(
      (length): [string, (text: string) => boolean] => [
        `has ${length} characters`,
        (text) => text.length === length,
      ],
    ),
    ...[4096, 8192, 10000, 16384, 32768, 65536, 131072].map((length): [string, (text: string) => boolean] => [
      `has about ${length} characters`,
      (text) => Math.abs(text.length - length) <= 1,
    ]),
  ])('have in each field a text that %s', ([, fits], { expect }) => {
    for (const held of all)
      for (const field of ['appId', 'appSecret', 'channelId', 'userId'] as const)
        expect(
          held.some((one) => fits(one[field])),
          field,
        ).toBe(true)
  })

  test.for([3, 4, 5])('are short but for one in 100, and at most 20 reach 64 KiB', (seed, { expect }) => {
    const lengths = asked(seed).map(({ question }) => JSON.stringify(question).length)
    expect(lengths.length).toBeGreaterThanOrEqual(10_000)
    expect(lengths.filter((length) => length > 4096).length).toBeLessThanOrEqual(100)
    expect(lengths.filter((length) => length >= 65536).length).toBeLessThanOrEqual(20)
  })
})

// What follows tells classes by what was asked alone: it knows nothing of the tables.

const OPTIONAL = ['privileges', 'channelDuration', 'duration', 'size', 'delayClose']
const NONE_ALONE_ALL_BUT_ONE = new Set([0, 1, 4, 5])

/** `size delayClose`: the optional members, of the 12 coarse subsets. */
const membersIn = ({ params }: AskedOf): string | undefined => {
  const names = OPTIONAL.filter((name) => params.joinParams[name] !== undefined)
  return NONE_ALONE_ALL_BUT_ONE.has(names.length) ? names.join(' ') : undefined
}

/** A text may be of more than one kind. */
const KINDS: Readonly<Record<string, (text: string) => boolean>> = {
  plain: (text) => /^[a-z][a-z0-9]*$|^[a-z0-9]{6}-[A-Z0-9]{6}-[a-z0-9]{6}$/.test(text),
  space: (text) => /\s|\p{Cc}|[\u180e\u200b]/u.test(text),
  control: (text) => /\p{Cc}/u.test(text),
  plane: (text) => /[^\0-\u00a0]/u.test(text),
  form: (text) => text.normalize('NFC') !== text || text.normalize('NFKD') !== text || /[^\0-~]/.test(text),
  syntax: (text) => /["\\/$%#?&<>{};|=:@~*[\]()^!'`+,_-]/.test(text),
  shape: (text) =>
    SHAPES.some((shape) => text === shape || text === shape.replaceAll('.', '-')) ||
    /^[0-9A-Fa-f]{20,64}$|^[A-Za-z0-9+/_-]{22,43}={0,2}$/.test(text),
  case: (text) => /[A-Z]|[^\0-\u007f]/.test(text),
  length: (text) => /^u[A-Za-z0-9]*$/.test(text),
}

interface AskedOf {
  readonly method: string
  readonly params: Held & { readonly joinParams: JsonObject }
}

const without = (value: object, ...names: readonly string[]): string =>
  JSON.stringify(Object.entries(value).filter(([name]) => !names.includes(name)))

/** What was asked before of the same SDK, told by what differs. */
function stateOf(vectors: readonly Vector[]): string | undefined {
  const questions = vectors.map(({ question }) => question as unknown as AskedOf)
  if (questions.length === 1) return 'first'
  const [before, last] = [questions[0]!.params, questions[1]!.params]
  if (questions.length > 2) return undefined
  if (JSON.stringify(before) === JSON.stringify(last)) return 'repeated'
  if (before.joinParams['duration'] === null) return 'after an error'
  if (before.joinParams['duration'] === 86401) return 'after a refusal'
  if (without(before, 'appSecret') === without(last, 'appSecret')) return 'after another secret'
  if (without(before, 'appId') === without(last, 'appId')) return 'after another app'
  return without(before, 'joinParams') === without(last, 'joinParams') ? 'after other members' : undefined
}

/** `duration · repeated · userId space`: the classes of the last question of a group. */
function triplesOf(groups: readonly QuestionGroup[]): Set<string> {
  const found = new Set<string>()
  for (const { vectors } of groups) {
    const last = vectors.at(-1)!.question as unknown as AskedOf
    if (last.method !== 'token.issue' || vectors.some(({ question }) => question.method !== last.method))
      continue
    const [members, state] = [membersIn(last), stateOf(vectors)]
    if (members === undefined || state === undefined) continue
    const held = { ...last.params.joinParams, ...last.params } as unknown as Held
    for (const field of ['appId', 'appSecret', 'channelId', 'userId'] as const)
      for (const [kind, fits] of Object.entries(KINDS))
        if (fits(held[field])) found.add(`${members} · ${state} · ${field} ${kind}`)
  }
  return found
}

describe('of members, state and kind of text', () => {
  test.for([1, 2, 3])('each triple is asked, in each field (seed %i)', (seed, { expect }) => {
    const triples = triplesOf(groupsOf(seed))
    // 12 subsets, 7 states, 9 kinds, 4 fields.
    expect(triples.size).toBe(12 * 7 * 9 * 4)
  })

  test('600 questions do not have each: the count can fail', () => {
    const triples = triplesOf(generatedGroups({ count: 600, seed: 1, methods: METHODS }))
    expect(triples.size).toBeLessThan(12 * 7 * 9 * 4)
  })
})

type ToVerify = QuestionOf<'token.verify'>['params']
type Verifier = (question: ToVerify) => boolean

/** Five parts, empty where the token has fewer. */
const splitOf = ({ token }: ToVerify): string[] => [...token.split('.'), '', '', '', ''].slice(0, 5)
const signedWith = (
  digest: string,
  { appSecret }: ToVerify,
  [version, app, time, params]: string[],
): Buffer => createHmac(digest, appSecret).update(`${version}${app}${time}${params}`).digest()
const isSignedWith = (digest: string, question: ToVerify, encoding: 'base64' | 'hex' = 'base64'): boolean =>
  signedWith(digest, question, splitOf(question)).toString(encoding) === splitOf(question)[4]

/** Right, but for what it also lets through. */
const ALSO: Readonly<Record<string, Verifier>> = {
  'HMAC-SHA1': (question) => isSignedWith('sha1', question),
  'HMAC-SHA512': (question) => isSignedWith('sha512', question),
  'the signature in hex': (question) => isSignedWith('sha256', question, 'hex'),
  'no signature by the name of none': (question) => splitOf(question)[4] === 'none',
  'any message that it has not seen': (question) => !SIGNED.has(splitOf(question).slice(0, 4).join('.')),
  'a message with dots': (question) =>
    createHmac('sha256', question.appSecret)
      .update(splitOf(question).slice(0, 4).join('.'))
      .digest('base64') === splitOf(question)[4],
  'a version of before': (question) => splitOf(question)[0] === '01' && isSignedWith('sha256', question),
  'an appId in another letter case': (question) =>
    splitOf(question)[1]!.toLowerCase() === question.appId.toLowerCase() && isSignedWith('sha256', question),
  'an appId that begins with its own': (question) =>
    splitOf(question)[1]!.startsWith(question.appId) && isSignedWith('sha256', question),
  'an appId with spaces around it': (question) =>
    splitOf(question)[1]!.trim() === question.appId && isSignedWith('sha256', question),
  'the first 32 characters of a signature': (question) =>
    signedWith('sha256', question, splitOf(question)).toString('base64').slice(0, 32) ===
    splitOf(question)[4]!.slice(0, 32),
  'a signature that is a beginning of the right one': (question) =>
    signedWith('sha256', question, splitOf(question)).toString('base64').startsWith(splitOf(question)[4]!),
  'a signature in any letter case': (question) =>
    signedWith('sha256', question, splitOf(question)).toString('base64').toLowerCase() ===
    splitOf(question)[4]!.toLowerCase(),
  'a signature but for its last byte': (question) =>
    signedWith('sha256', question, splitOf(question))
      .subarray(0, 31)
      .equals(Buffer.from(splitOf(question)[4]!, 'base64').subarray(0, 31)),
}

/** Messages of right tokens, which a verifier that trusts on first use has seen. */
const SIGNED = new Set<string>()

describe('a verifier is failed that also lets through', () => {
  const SEEDS = [4, 5, 6]
  const questions = SEEDS.map((seed) =>
    asked(seed).filter(({ question }) => question.method === 'token.verify'),
  )

  const failed = (vectors: readonly Vector[], also: Verifier): Vector[] =>
    vectors.filter((vector) => {
      const question = vector.question.params as ToVerify
      const right = verify(question.token, question)
      const isTaken = right.valid || also(question)
      const answer = isTaken
        ? ({ kind: 'accepted', output: { joinParams: right.valid ? right.joinParams : {} } } as const)
        : ({ kind: 'refused', reason: right.reason } as const)
      return isBad(judge(vector, stamped(answer), 'twin-accepted'))
    })

  for (const vectors of questions)
    for (const { question, expect: due } of vectors)
      if (due.verdict !== 'refuse')
        SIGNED.add((question.params as ToVerify).token.split('.').slice(0, 4).join('.'))

  test('nothing: the right one is not', () => {
    for (const vectors of questions) expect(failed(vectors, () => false)).toEqual([])
  })

  test.for(Object.keys(ALSO))('%s', (name, { expect }) => {
    for (const vectors of questions) expect(failed(vectors, ALSO[name]!).length).toBeGreaterThan(0)
  })
})
