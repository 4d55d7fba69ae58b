import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Json } from '../../src/model/index.ts'
import { printYaml } from '../../src/vectors/format/print.ts'

/** Numbers with an exponent cannot stand in portable YAML, and no vector needs one. */
const withoutExponents = (value: unknown): Json =>
  JSON.parse(JSON.stringify(value), (_, member: Json) =>
    typeof member === 'number' ? Number((member % 1000000).toFixed(2)) + 0 : member,
  ) as Json

const anyJson = fc.jsonValue({ stringUnit: 'binary' }).map(withoutExponents)
const awkward = fc.constantFrom(
  'no',
  'on',
  '02',
  '2023-11-14',
  '- a',
  'a: b',
  ' # a',
  '',
  '\n',
  'null',
  '~',
  '<<',
  '=',
)
const members = fc.dictionary(fc.oneof(awkward, fc.string({ unit: 'binary' })), fc.oneof(awkward, anyJson))

describe('printYaml', () => {
  test('any JSON value parses back to itself', () => {
    fc.assert(
      fc.property(fc.oneof(anyJson, members), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as Json
        expect(parse(printYaml(plain))).toEqual(plain)
        expect(parse(printYaml(plain), { version: '1.1' })).toEqual(plain)
      }),
      { numRuns: 500 },
    )
  })

  test('refuses numbers that some parsers load as text', () => {
    for (const number of [1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => printYaml([number])).toThrow(RangeError)
  })

  test('gives printable ASCII and line feeds only, with one at the end', () => {
    fc.assert(
      fc.property(fc.oneof(anyJson, members), (value) => {
        expect(printYaml(value)).toMatch(/^[\n -~]*[ -~]\n$/)
      }),
    )
  })

  test.each<[string, Json, string]>([
    ['no', { no: 'no' }, '"no": "no"\n'],
    ['02', { '02': '02' }, '"02": "02"\n'],
    ['a date', { '2023-11-14': '2023-11-14' }, '"2023-11-14": "2023-11-14"\n'],
    ['a name', { appId: 'app' }, 'appId: "app"\n'],
    ['a name with a capital in front', { AppId: 'app' }, '"AppId": "app"\n'],
    ['null, true and a number as text', ['null', 'true', '1'], '- "null"\n- "true"\n- "1"\n'],
    ['null, true and a number', [null, true, -1.5], '- null\n- true\n- -1.5\n'],
    ['U+2028', ['\u2028'], '- "\\u2028"\n'],
    ['U+007F', ['\u007f'], '- "\\x7F"\n'],
    ['U+0085', ['\u0085'], '- "\\x85"\n'],
    ['U+FEFF', ['\ufeff'], '- "\\uFEFF"\n'],
    ['NUL', ['\0'], '- "\\x00"\n'],
    ['an emoji', ['\u{1f600}'], '- "\\U0001F600"\n'],
    ['the last character of all', ['\u{10ffff}'], '- "\\U0010FFFF"\n'],
    ['e with an acute accent', ['é'], '- "\\xE9"\n'],
    ['a quote and a backslash', ['"\\'], '- "\\"\\\\"\n'],
    ['white space', [' a\n\r\tb '], '- " a\\n\\r\\tb "\n'],
    ['a long text on one line', ['x '.repeat(100)], `- "${'x '.repeat(100)}"\n`],
    ['nothing', { a: [], b: {}, c: '' }, 'a: []\nb: {}\nc: ""\n'],
    ['objects in lists', { a: [{ b: 1, c: [2] }, [3]] }, 'a:\n  - b: 1\n    c:\n      - 2\n  - - 3\n'],
  ])('prints %s', (_, value, text) => {
    expect(printYaml(value)).toBe(text)
    expect(parse(text)).toEqual(value)
  })

  test.each(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null'])(
    'quotes %s as key and as value',
    (word) => {
      expect(printYaml({ [word]: word })).toBe(`"${word}": "${word}"\n`)
    },
  )

  test.each(['\ud83d', '\ude00', 'a\ud83db', '\ude00\ud83d'])('refuses the lone surrogates of %j', (text) => {
    expect(() => printYaml([text])).toThrow(RangeError)
    expect(() => printYaml({ [text]: 1 })).toThrow(RangeError)
  })
})
