import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/model/index.ts'
import { isListed, JOIN_DEFAULTS, JOIN_PARAMS, OPTIONAL_JOIN_PARAMS } from '../../src/interface/joinParams.ts'
import { joinParamsViolations, readJoinParams, TokenError } from '../../src/token/index.ts'
import { isObject } from '../../src/json.ts'

const IDS = { channelId: 'c1', userId: 'u1' }
const ALL = { ...IDS, privileges: 1, channelDuration: 90, duration: 3600, size: 12, delayClose: 60 }

const reasons = (value: Json, inexact: readonly string[] = []): string[] =>
  joinParamsViolations(value, inexact).map(({ reason, message }) => `${reason}: ${message}`)

const read = (bytes: string | Uint8Array): Json => {
  try {
    return readJoinParams(Buffer.from(bytes as string))
  } catch (error) {
    return error instanceof TokenError ? `${error.code}: ${error.message}` : String(error)
  }
}

test('the table is that of section 2.1', () => {
  expect(JOIN_PARAMS.map(({ name, type, required }) => `${name} ${type} ${required}`)).toEqual([
    'channelId string true',
    'userId string true',
    'privileges integer false',
    'channelDuration integer false',
    'duration integer false',
    'size integer false',
    'delayClose integer false',
  ])
  const defaults = JOIN_PARAMS.map((row) => row.default)
  expect(defaults).toEqual([undefined, undefined, undefined, 0, 86400, 100, 0])
  const maxima = JOIN_PARAMS.map((row) => row.maximum)
  expect(maxima).toEqual([undefined, undefined, undefined, undefined, 86400, undefined, 86400])
})

test('members that may be left out, what that means, and members that are listed follow the table', () => {
  expect(OPTIONAL_JOIN_PARAMS).toEqual(['privileges', 'channelDuration', 'duration', 'size', 'delayClose'])
  expect(JOIN_DEFAULTS).toEqual({ channelDuration: 0, duration: 86400, size: 100, delayClose: 0 })
  expect(['userId', 'size', 'role', 'constructor'].map(isListed)).toEqual([true, true, false, false])
})

describe('finds nothing wrong with', () => {
  test.each<[string, Json]>([
    ['the two required members', IDS],
    ['all seven members', ALL],
    ['the longest duration', { ...IDS, duration: 86400 }],
    ['the longest delayClose', { ...IDS, delayClose: 86400 }],
    [
      'numbers of which the text says nothing',
      { ...ALL, size: -1, duration: 0, channelDuration: 2147483648 },
    ],
    ['empty ids', { channelId: '', userId: '' }],
    ['an unlisted member', { ...IDS, role: 'admin' }],
    ['an integer written as a fraction, where only the value is known', { ...IDS, size: 60.0 }],
  ])('%s', (_, value) => {
    expect(reasons(value)).toEqual([])
    expect(read(JSON.stringify(value))).toEqual(value)
  })
})

const missing = (name: string): string => `missing-field: ${name} is missing (section 2.1)`
const wrong = (name: string, type: string): string => `wrong-type: ${name} must be ${type} (section 2.1)`
const long = (name: string): string => `out-of-range: ${name} must be at most 86400 (section 8)`

describe('gives a reason for', () => {
  test.each<[string, Json, string[]]>([
    ['no member at all', {}, [missing('channelId'), missing('userId')]],
    ['a missing channelId', { userId: 'u1' }, [missing('channelId')]],
    ['a missing userId', { channelId: 'c1' }, [missing('userId')]],
    ['names in another case', { ChannelId: 'c1', userid: 'u1' }, [missing('channelId'), missing('userId')]],
    ['an id that is a number', { ...IDS, userId: 1 }, [wrong('userId', 'string')]],
    ['an id that is null', { ...IDS, channelId: null }, [wrong('channelId', 'string')]],
    ['an integer that is text', { ...IDS, size: '60' }, [wrong('size', 'integer')]],
    ['an integer that is null', { ...IDS, privileges: null }, [wrong('privileges', 'integer')]],
    ['an integer that is a list', { ...IDS, size: [60] }, [wrong('size', 'integer')]],
    ['an integer that is true', { ...IDS, channelDuration: true }, [wrong('channelDuration', 'integer')]],
    ['a fraction', { ...IDS, duration: 60.5 }, [wrong('duration', 'integer')]],
    ['a duration above 86400', { ...IDS, duration: 86401 }, [long('duration')]],
    ['a delayClose above 86400', { ...IDS, delayClose: 86401 }, [long('delayClose')]],
    [
      'several mistakes, in the order of the table',
      { delayClose: 86401, size: '1', userId: 'u1' },
      [missing('channelId'), wrong('size', 'integer'), long('delayClose')],
    ],
    ...[null, [], [IDS], '{}', 1, true].map((value): [string, Json, string[]] => [
      `${JSON.stringify(value)} instead of an object`,
      value,
      ['wrong-type: join parameters must be an object'],
    ]),
  ])('%s', (_, value, expected) => {
    expect(reasons(value)).toEqual(expected)
    expect(read(JSON.stringify(value))).toBe(expected[0]!.replace(/^[a-z-]+/, 'params'))
  })

  test('an integer that is not written as one, where the text is known', () => {
    expect(reasons({ ...IDS, size: 60 }, ['/size'])).toEqual([wrong('size', 'integer')])
    expect(reasons({ ...IDS, size: 60 }, ['/other/size'])).toEqual([])
  })
})

describe('reads bytes and refuses', () => {
  const ids = '"channelId":"c1","userId":"u1"'
  test.each<[string, string | Uint8Array, RegExp]>([
    ['no bytes', '', /^params: no JSON/],
    ['a byte order mark', `\ufeff{${ids}}`, /^params: no JSON/],
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), /^params: the bytes are no UTF-8/],
    ['a surrogate in UTF-8', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), /^params: the bytes are no UTF-8/],
    ['UTF-16', Buffer.from(`{${ids}}`, 'utf16le'), /^params: no JSON/],
    ['a member that stands twice', `{${ids},"userId":"u1"}`, /^params: \/userId stands twice$/],
    ['an unlisted member that stands twice', `{${ids},"x":{"a":1,"a":1}}`, /^params: \/x\/a stands twice$/],
    ['an integer written as 60.0', `{${ids},"size":60.0}`, /^params: size must be integer/],
    ['an integer written as 6e1', `{${ids},"size":6e1}`, /^params: size must be integer/],
    ['an integer that no double holds', `{${ids},"size":9007199254740993}`, /^params: size must be integer/],
    ['two values', `{${ids}}{${ids}}`, /^params: no JSON/],
    ['100,000 brackets', '['.repeat(100_000), /^params: no JSON/],
  ])('%s', (_, bytes, message) => {
    expect(read(bytes)).toMatch(message)
  })

  test('but takes an unlisted number however it is written', () => {
    expect(read(`{${ids},"ratio":60.0}`)).toEqual({ ...IDS, ratio: 60 })
  })
})

test('isObject is true of objects only', () => {
  expect([{}, ALL].map(isObject)).toEqual([true, true])
  expect([null, [], '{}', 1, true, undefined].map(isObject)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ])
})
