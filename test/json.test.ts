import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChannelproofError } from '../src/errors.ts'
import { pointerOf, readJson } from '../src/json.ts'
import type { Json } from '../src/model/index.ts'

const nested = (depth: number): string => `${'['.repeat(depth)} ${']'.repeat(depth)}`

const codeOf = (text: string): string => {
  try {
    return `gave ${JSON.stringify(readJson(text).value)}`
  } catch (error) {
    return error instanceof ChannelproofError ? error.code : String(error)
  }
}

describe('members that stand more than once', () => {
  test.each([
    ['none', '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', []],
    ['names that differ in case', '{"a":1,"A":2}', []],
    ['one of the object itself', '{"a":1,"b":2,"a":1}', ['/a']],
    ['three times', '{"a":1,"a":2,"a":3}', ['/a', '/a']],
    ['one written with an escape', '{"a":1,"\\u0061":2}', ['/a']],
    ['one deeper', '{"a":{"b":{"c":1,"c":2}}}', ['/a/b/c']],
    ['one in a list', '[{"a":1},{"a":1,"a":2}]', ['/1/a']],
    ['one after an inner object that has the name too', '{"a":{"a":1},"a":2}', ['/a']],
    ['names with a slash and a tilde', '{"a/b":{"m~n":1,"m~n":2},"a/b":3}', ['/a~1b/m~0n', '/a~1b']],
    ['a name that reads like an escape', '{"~1":1,"~1":2}', ['/~01']],
    ['an empty name', '{"":1,"":2}', ['/']],
    ['__proto__', '{"__proto__":1,"__proto__":2}', ['/__proto__']],
  ])('%s', (_, text, expected) => {
    expect(readJson(text).duplicates).toEqual(expected)
  })

  test('the last one counts, as for JSON.parse', () => {
    expect(readJson('{"a":1,"a":2}').value).toEqual({ a: 2 })
  })
})

describe('numbers that are no exact integers', () => {
  test.each([
    ['60', []],
    ['0', []],
    ['-0', []],
    ['-60', []],
    ['9007199254740991', []],
    ['-9007199254740991', []],
    ['60.0', ['']],
    ['60.5', ['']],
    ['-0.0', ['']],
    ['6e1', ['']],
    ['6E+1', ['']],
    ['60e0', ['']],
    ['9007199254740992', ['']],
    ['9007199254740993', ['']],
    ['-9007199254740993', ['']],
    ['1e400', ['']],
    ['{"a":60,"b":[1,2.0,{"c/d":6e1}],"e":"60.0"}', ['/b/1', '/b/2/c~1d']],
    // These come back letter by letter.
    ['{"a":0.5}', ['/a']],
    ['[0.5,-1.5,9007199254740992]', ['/0', '/1', '/2']],
    ['["6e1","9007199254740992"]', []],
  ])('%s', (text, expected) => {
    expect(readJson(text).inexact).toEqual(expected)
  })
})

describe('refuses what is no JSON with json-malformed', () => {
  test.each([
    ['nothing', ''],
    ['white space only', ' \n'],
    ['a byte order mark', '\ufeff{}'],
    ['NaN', '{"a":NaN}'],
    ['Infinity', '[Infinity]'],
    ['a leading zero', '[012]'],
    ['a plus sign', '[+1]'],
    ['hexadecimal', '[0x10]'],
    ['a fraction without digits', '[1.]'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{"a":1}//'],
    ['single quotes', "{'a':1}"],
    ['a name without quotes', '{a:1}'],
    ['a raw line feed in a string', '"a\nb"'],
    ['an escape that does not exist', '"\\x41"'],
    ['a no-break space around it', '\u00a0{}'],
    ['two values', '{}{}'],
    ['a cut-off object', '{"a":'],
    ['100,000 open brackets', '['.repeat(100_000)],
    ['1,001 brackets, whatever the engine takes', nested(1001)],
    ['100,000 pairs of brackets', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['100,000 objects one in the other', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('%s', (_, text) => {
    expect(codeOf(text)).toBe('json-malformed')
  })

  test('but takes a thousand brackets, and any number side by side or within a text', () => {
    expect(codeOf(nested(1000))).toMatch(/^gave/)
    expect(codeOf(`[${Array(2000).fill('[]').join()}]`)).toMatch(/^gave/)
    expect(codeOf(JSON.stringify([`"${'['.repeat(2000)}`, '\\']))).toMatch(/^gave/)
  })

  test('but takes white space around it, and a hundred brackets', () => {
    expect(codeOf(' \t\r\n{"a" : 1}\n')).toBe('gave {"a":1}')
    expect(codeOf('['.repeat(100) + ']'.repeat(100))).toMatch(/^gave \[{100}/)
  })

  test('with advice for people', () => {
    expect(() => readJson('{')).toThrow(
      expect.objectContaining({ advice: 'Send one JSON value (RFC 8259).' }),
    )
  })
})

test.each([
  [[], ''],
  [['a', 0], '/a/0'],
  [['a/b', 'm~n', '~1'], '/a~1b/m~0n/~01'],
])('pointerOf(%j) is %j (RFC 6901)', (path, pointer) => {
  expect(pointerOf(path)).toBe(pointer)
})

const fractions = (value: Json): number => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && !/e/.test(String(value)) ? 0 : 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value as object).reduce<number>((sum, member: Json) => sum + fractions(member), 0)
}

test('gives the value of any JSON text, no repeated member, and every number that is no integer', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom('', ' ', '\t'), (value, indent) => {
      const read = readJson(JSON.stringify(value, null, indent))
      expect(read.value).toEqual(JSON.parse(JSON.stringify(value)))
      expect(read.duplicates).toEqual([])
      expect(read.inexact).toHaveLength(fractions(value as Json))
    }),
  )
})
