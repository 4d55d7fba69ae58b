import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sdkWith } from '../../src/faults/faultySdk/index.ts'
import { choicesIn, styleOf, writtenAlike } from '../../src/faults/faultySdk/seen.ts'
import { JSON_STYLES, type JsonStyle } from '../../src/faults/faultySdk/jsonStyles.ts'
import { EVERY_MEMBER, ID_TEXTS } from '../../src/vectors/rows/row.ts'
import type { JsonObject } from '../../src/model/index.ts'

/** What an SDK of this style writes for what it is asked. */
function textIn({ alteration }: JsonStyle, asked: JsonObject): string {
  const sdk = sdkWith([alteration])
  return sdk.serialise(sdk.prepare(asked, 0))
}

/** What an SDK that makes the choices seen in this text would write for what it is asked. */
function repeated(json: string, asked: JsonObject): string {
  const sdk = sdkWith([], { json })
  return sdk.serialise(sdk.prepare(asked, 0))
}

const asking = (text: string): JsonObject => ({ ...EVERY_MEMBER, channelId: text, userId: `u${text}` })
const parsed = (json: string): JsonObject => JSON.parse(json) as JsonObject

const CASES = JSON_STYLES.flatMap((style) => ID_TEXTS.map(({ name, text }) => ({ style, name, text })))

describe('the style of a text', () => {
  it.each(CASES)('$style.id with $name writes the same text again', ({ style, text }) => {
    const json = textIn(style, asking(text))
    expect(writtenAlike(styleOf(json), parsed(json))).toBe(json)
  })

  it.each(CASES)('$style.id with $name is the choice of the SDK', ({ style, text }) => {
    const json = textIn(style, asking(text))
    expect(repeated(json, asking(text))).toBe(json)
  })

  it.each(JSON_STYLES)('$id writes any ids again', (style) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = textIn(style, asking(text))
        return writtenAlike(styleOf(json), parsed(json)) === json
      }),
    )
  })

  // Text that was not seen cannot be known to be escaped: plain ids are.
  it.each(CASES)('$style.id with $name writes other ids as the SDK would', ({ style, text }) => {
    const other = { ...EVERY_MEMBER, channelId: 'other', userId: 'ids' }
    expect(repeated(textIn(style, asking(text)), other)).toBe(textIn(style, other))
  })

  it.each(JSON_STYLES)('$id holds for members at their defaults', (style) => {
    const asked = { channelId: 'c1', userId: 'u1', channelDuration: 0, duration: 86400, size: 12 }
    const json = textIn(style, asked)
    expect(repeated(json, asked)).toBe(json)
  })
})

describe('characters that were not seen', () => {
  const styleNamed = (id: string): JsonStyle => JSON_STYLES.find((style) => style.id === id)!

  it.each([
    ['ascii', 'é', '中😀'],
    ['ascii-upper', 'ê', '«😀'],
    ['compact', 'é', '中😀'],
    // U+2028 is escaped by encoders that escape nothing else.
    ['html-safe', 'a\u2028', 'é'],
    ['compact', '\u0001', 'é'],
  ])('in the style %s are written after %j as the SDK writes %j', (id, seen, unseen) => {
    const style = styleNamed(id)
    expect(repeated(textIn(style, asking(seen)), asking(unseen))).toBe(textIn(style, asking(unseen)))
  })
})

describe('damaged JSON', () => {
  const TEXTS = JSON_STYLES.map((style) => textIn(style, asking('a"\\/\n<é😀')))
  const read = (json: string): string =>
    writtenAlike(styleOf(json), EVERY_MEMBER) + repeated(json, EVERY_MEMBER)

  it('is read as far as it goes, wherever it is cut', () => {
    const cut = TEXTS.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at)))
    for (const json of cut) expect(() => read(json)).not.toThrow()
  })

  it('is read whatever character is missing', () => {
    const holed = TEXTS.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1)))
    for (const json of holed) expect(() => read(json)).not.toThrow()
  })

  it('is read whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (json) => read(json).length > 0))
  })

  // A megabyte of spaces has to be read in one pass.
  it.each(['', '{', '{"channelId":"c1"', ','])('is read in time before much white space: %j', (start) => {
    const json = start + ' '.repeat(2 ** 20)
    expect(read(json)).toContain('channelId')
  })

  it('keeps its white space', () => {
    expect(repeated('{ "channelId" : "c1", "userId" : "u1"', { channelId: 'c2', userId: 'u2' })).toBe(
      '{ "channelId" : "c2", "userId" : "u2"}',
    )
  })
})

describe('white space', () => {
  // Each gap has its own, so that none is taken for another.
  const SPACED = '\n{ "channelId"  :   "c1"    ,     "userId"  :   "u1"    ,     "size"  :   12\t}\r\n'

  it('is kept in every gap', () => {
    expect(writtenAlike(styleOf(SPACED), parsed(SPACED))).toBe(SPACED)
    expect(repeated(SPACED, { channelId: 'c2', userId: 'u1', size: 12 })).toBe(SPACED.replace('c1', 'c2'))
  })
})

/** What is wrong in a text is not taken over: right code would have written it otherwise. */
describe('no style', () => {
  const ids = (channelId: string): JsonObject => ({ channelId, userId: 'u1' })

  it.each([
    ['a raw line feed', '{"channelId":"a\nb","userId":"u1"}', ids('a\nb'), '"a\\nb"'],
    ['a raw NUL', '{"channelId":"a\0b","userId":"u1"}', ids('a\0b'), '"a\\u0000b"'],
    ['a raw U+001F', '{"channelId":"a\u001fb","userId":"u1"}', ids('a\u001fb'), '"a\\u001fb"'],
    ['an unescaped quote', '{"channelId":"a"b","userId":"u1"}', ids('a"b'), '"a\\"b"'],
    ['an unescaped backslash', '{"channelId":"a\\","userId":"u1"}', ids('a\\'), '"a\\\\"'],
  ])('is %s', (_, json, asked, channelId) => {
    expect(repeated(json, asked)).toBe(`{"channelId":${channelId},"userId":"u1"}`)
  })

  it.each([
    ['60.0', '{"channelId":"c1","userId":"u1","duration":60.0}'],
    ['6e1', '{"channelId":"c1","userId":"u1","duration":6e1}'],
    ['a member that stands twice', '{"channelId":"c1","userId":"u1","duration":60,"duration":60}'],
  ])('is %s', (_, json) => {
    const asked = { channelId: 'c1', userId: 'u1', duration: 60 }
    expect(repeated(json, asked)).toBe('{"channelId":"c1","userId":"u1","duration":60}')
  })

  it('is there where no JSON is seen', () => {
    expect(choicesIn({})).toEqual({})
  })
})
