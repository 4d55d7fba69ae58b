import { describe, expect, test } from 'vitest'
import { readBase64 } from '../../src/faults/forms/encodings.ts'
import { readInteger } from '../../src/faults/forms/integer.ts'
import { readingParts } from '../../src/faults/token/reading.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import type { Alteration } from '../../src/faults/fault.ts'
import { objectOrNothing } from '../../src/members.ts'
import { TokenError } from '../../src/token/index.ts'
import { isObject } from '../../src/json.ts'
import { diagnosed, mistake, VECTORS } from '../support/diagnose/tokens.ts'

const methodOf = new Map(VECTORS.map(({ id, question }) => [id, question.method]))
const diagnosedWith = (...alterations: Alteration[]) =>
  diagnosed((vector) => answerOf(sdkWith(alterations), vector.question))
const namesOf = ({ causes }: ReturnType<typeof diagnosedWith>): string[] =>
  causes.flatMap(({ candidates }) => candidates.map((set) => set.join(' + '))).sort()

describe('code that verifies and lets several things through has a name for each', () => {
  const version: Alteration = (sdk) => ({
    checkVersion: (text) => sdk.checkVersion(readInteger('Python int', text) === 2 ? '02' : text),
  })
  // Ruby's and Java's split leave out what is empty at the end.
  const split: Alteration = (sdk) => ({ parse: (token) => sdk.parse(token.replace(/\.+$/, '')) })
  const decoder: Alteration = readingParts({
    signature: (text) => readBase64('Go StdEncoding, error ignored', text) ?? text,
  })
  const sameLength: Alteration = (sdk) => ({
    checkAppId: (received, own) =>
      received.length === own.length ? sdk.checkAppId(received, own) : undefined,
  })

  test('three of them', () => {
    const found = diagnosedWith(version, split, decoder)
    expect(namesOf(found)).toEqual(['base64-lenient', 'parts-ignored', 'version-unchecked'])
    expect(found.causes.every(({ methods }) => String(methods) === 'token.verify')).toBe(true)
    expect(found.unexplained).toEqual([])
  })

  test('and what the catalogue does not know has none beside them', () => {
    const found = diagnosedWith(version, split, sameLength)
    expect(namesOf(found)).toEqual(['parts-ignored', 'version-unchecked'])
    expect(found.unexplained.length).toBeGreaterThan(0)
    expect(found.unexplained.every((id) => id.includes('app'))).toBe(true)
  })
})

describe('a wrong bound in code that verifies has the name that it has in code that mints', () => {
  const refusing =
    (name: string, from: number): Alteration =>
    (sdk) => ({
      readJoinParams: (bytes) => {
        const held = sdk.readJoinParams(bytes)
        if (Number(held[name]) >= from) throw new TokenError('params', name)
        return held
      },
    })

  // Shipped vectors hold few values.
  const generated = inOrder(
    generatedGroups({ count: 300, seed: 1, methods: ['token.issue', 'token.verify'] }),
  )
  const diagnosedWhole = (...alterations: Alteration[]) =>
    diagnosed((vector) => answerOf(sdkWith(alterations), vector.question), [...VECTORS, ...generated])

  test.each<[string, Alteration]>([
    ['bound-off-by-one', refusing('duration', 86400)],
    ['delayclose-bounds-confused', refusing('delayClose', 601)],
  ])('%s', (id, verifies) => {
    const found = diagnosedWhole(mistake(id), verifies)
    expect(namesOf(found)).toEqual([id])
    expect(new Set(found.causes.flatMap(({ methods }) => methods))).toEqual(
      new Set(['token.issue', 'token.verify']),
    )
    expect(found.unexplained).toEqual([])
  })

  test('and another bound has none', () => {
    expect(namesOf(diagnosedWhole(refusing('duration', 40000)))).toEqual([])
  })
})

describe('beside something unknown in one method', () => {
  // Every second length of an id has another id: no fault of the catalogue does that.
  const unknown: Alteration = (sdk) => ({
    prepare: (joinParams, timestamp) => {
      const { userId, ...others } = sdk.prepare(joinParams, timestamp)
      const isOdd = typeof userId === 'string' && userId.length % 2 === 1
      return { ...others, ...(userId !== undefined && { userId: isOdd ? `${userId}-odd` : userId }) }
    },
  })

  test('a fault that another method proves has its part of the answers', () => {
    const found = diagnosedWith(mistake('key-cut-short'), unknown)
    expect(namesOf(found)).toEqual(['key-cut-short'])
    expect(found.causes[0]!.methods).toContain('token.issue')
    const explained = found.causes[0]!.explains.filter((id) => methodOf.get(id) === 'token.issue')
    expect(explained.length).toBeGreaterThan(0)
    expect(explained.every((id) => id.includes('secret'))).toBe(true)
    expect(found.unexplained.length).toBeGreaterThan(0)
  })

  test('and has no name where it explains none of them', () => {
    const always: Alteration = (sdk) => ({ assemble: (parts) => `${sdk.assemble(parts)}x1` })
    expect(namesOf(diagnosedWith(mistake('key-cut-short'), always))).toEqual([])
  })
})

describe('where right tokens are refused, and nothing known does so', () => {
  const ofSomeLength: Alteration = (sdk) => ({
    parse: (token) => {
      if (token.length % 3 === 0) throw new TokenError('malformed', 'the length')
      return sdk.parse(token)
    },
  })
  // The signature as this code would have written it, as text.
  const asText: Alteration = (sdk) => ({
    signatureFits: (own, received) =>
      sdk.encodeSignature(Buffer.from(own, 'base64'), sdk.base64) === received,
  })

  test('what lets one other token through has no name: it would have refused none of them', () => {
    const found = diagnosedWith(mistake('b64-unpadded'), ofSomeLength, asText)
    expect(namesOf(found)).toEqual(['b64-unpadded'])
    expect(found.causes[0]!.methods).not.toContain('token.verify')
  })
})

describe('JSON that is handed in may be read, and written as tokens have it', () => {
  const sorted = (value: object): string =>
    JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))))
      .replaceAll('<', '\\u003c')
      .replaceAll('>', '\\u003e')
  const anew: Alteration = (sdk) => ({
    serialise: (joinParams) => sorted(joinParams),
    encodeText: (json) => sdk.encodeText(sorted(sdk.prepare(objectOrNothing(json) ?? {}, 0))),
  })

  test.each(['json-null-optional', 'json-number-as-string', 'json-key-case'])('%s shows there too', (id) => {
    const found = diagnosedWith(mistake(id), anew)
    const ofParams = found.causes.filter(({ methods }) => methods.includes('token.params'))
    expect(ofParams.map(({ candidates }) => candidates)).toEqual([[[id, 'params-reserialised'].sort()]])
  })

  test('but not a value that comes from nowhere', () => {
    const other: Alteration = (sdk) => ({
      encodeText: (json) =>
        sdk.encodeText(sorted({ ...objectOrNothing(json), userId: `<${json.length % 7}>` })),
    })
    expect(diagnosedWith(other).causes).toEqual([])
  })
})

describe('several faults of code that issues', () => {
  test('three that never show in one answer', () => {
    const three = [mistake('timestamp-int32'), mistake('key-trimmed'), mistake('zero-dropped')]
    const found = diagnosed((vector) =>
      answerOf(sdkWith(vector.question.method === 'token.issue' ? three : []), vector.question),
    )
    expect(namesOf(found)).toEqual(['key-trimmed + timestamp-int32 + zero-dropped'])
    expect(found.unexplained).toEqual([])
  })

  test('two that show everywhere, and one in long ids', () => {
    const long: Alteration = (sdk) => ({
      prepare: (joinParams, timestamp) => {
        const { userId, ...rest } = sdk.prepare(joinParams, timestamp)
        return {
          ...rest,
          ...(userId !== undefined && { userId: typeof userId === 'string' ? userId.slice(0, 100) : userId }),
        }
      },
    })
    const found = diagnosedWith(mistake('message-reordered'), mistake('channelduration-other-unit'), long)
    expect(namesOf(found)).toContain('channelduration-other-unit + message-reordered + text-cut-short')
  })

  test('one in values, beside questions that are refused for no reason of the text', () => {
    const refuses: Alteration = (sdk) => ({
      check: (asked) => {
        sdk.check(asked)
        if (isObject(asked) && asked['size'] === undefined) throw new TokenError('missing-field', 'size')
      },
    })
    const found = diagnosedWith(mistake('message-dotted'), refuses)
    expect(namesOf(found)).toEqual(['message-dotted'])
    expect(new Set(found.unexplained.map((id) => methodOf.get(id)))).toEqual(new Set(['token.issue']))
  })
})

describe('a clock that is wrong by a fixed time', () => {
  const reads =
    (read: (timestamp: number) => number): Alteration =>
    (sdk) => ({
      clock: (timestamp, joinParams) => read(sdk.clock(timestamp, joinParams)),
    })

  test.each<[string, string, (timestamp: number) => number]>([
    ['five minutes early', 'timestamp-off', (timestamp) => timestamp - 300],
    ['ten seconds late', 'timestamp-off', (timestamp) => timestamp + 10],
    ['whole minutes', 'timestamp-rounded', (timestamp) => timestamp - (timestamp % 60)],
    ['whole hours', 'timestamp-rounded', (timestamp) => timestamp - (timestamp % 3600)],
  ])('%s is %s', (_, id, read) => {
    expect(namesOf(diagnosedWith(reads(read)))).toEqual([id])
  })

  test('by seven seconds and half of the appId, it has no name', () => {
    expect(diagnosedWith(reads((timestamp) => timestamp - (timestamp % 7))).causes).toEqual([])
  })
})
