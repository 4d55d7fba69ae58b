import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { RESULT_SHAPES, resultProblem } from '../../runners/adapter/shapes.ts'

/** A right result of each method, with every optional member. */
const RIGHT: Readonly<Record<string, Record<string, unknown>>> = {
  describe: {
    protocol: 1,
    sdk: { name: 'sdk', version: '1', language: 'Any' },
    methods: ['token.issue'],
    clock: 'system',
    joinParams: ['channelId'],
    maxInFlight: 1,
    maxLineBytes: 1000,
    authorization: 'own',
    retriesStart: true,
    operations: ['auth.token'],
    members: { 'streaming.start': ['fps'], 'streaming.stop': [], layout: true },
    baseUrl: 'origin',
    tells: { status: false, code: true },
  },
  'token.params': { params: 'e30=' },
  'token.signature': { signature: 'x' },
  'token.issue': { token: 'x' },
  'token.verify': { valid: true, joinParams: {} },
  'client.call': { ok: true, status: 200, token: 'x' },
}
const MORE = [
  ['token.verify', { valid: false, reason: 'expired' }],
  ['token.verify', { valid: false, reason: 'tired' }],
  ['token.verify', { valid: false }],
  ['token.verify', { valid: true }],
  ['client.call', { ok: false, kind: 'http', status: 403, code: 'Sign.Error' }],
  ['client.call', { ok: false, kind: 'tired' }],
  ['client.call', { ok: false, kind: 'http', status: '403' }],
  ['client.call', { ok: true }],
  ['client.call', { ok: true, status: '200' }],
  ['client.call', { ok: false }],
  ['describe', { ...RIGHT['describe'], operations: [] }],
  ['describe', { ...RIGHT['describe'], operations: ['auth.tokens'] }],
  ['describe', { ...RIGHT['describe'], operations: 'auth.token' }],
  ['describe', { ...RIGHT['describe'], members: {} }],
  ['describe', { ...RIGHT['describe'], members: [] }],
  ['describe', { ...RIGHT['describe'], members: { 'auth.tokens': ['size'] } }],
  ['describe', { ...RIGHT['describe'], members: { 'auth.token': ['fps'] } }],
  ['describe', { ...RIGHT['describe'], members: { 'auth.token': 'size' } }],
  ['describe', { ...RIGHT['describe'], members: { 'streaming.start': ['layout'] } }],
  ['describe', { ...RIGHT['describe'], members: { 'streaming.stop': ['streamList'] } }],
  ['describe', { ...RIGHT['describe'], members: { layout: 'yes' } }],
  ['describe', { ...RIGHT['describe'], baseUrl: 'path' }],
  ['describe', { ...RIGHT['describe'], tells: {} }],
  ['describe', { ...RIGHT['describe'], tells: { status: 'no' } }],
  ['describe', { ...RIGHT['describe'], tells: [] }],
  ['describe', { ...RIGHT['describe'], sdk: { name: '', version: '', language: '' } }],
  ['describe', { ...RIGHT['describe'], maxInFlight: 0 }],
  ['describe', { ...RIGHT['describe'], maxInFlight: 1.5 }],
  ['describe', { ...RIGHT['describe'], methods: ['a', 1] }],
] as const

const agrees = (method: string, value: unknown): boolean =>
  (resultProblem(method, value) === undefined) ===
  (schemaCheck(`adapter-protocol#/$defs/${method}`)(value).length === 0)

describe('the shapes of results', () => {
  test.for(Object.entries(RIGHT))('of %s are those of the schema, whatever comes', ([method, right]) => {
    expect(resultProblem(method, right)).toBeUndefined()
    expect(agrees(method, right)).toBe(true)
    const change = fc.tuple(
      fc.constantFrom(...Object.keys(right)),
      fc.oneof(fc.constant(undefined), fc.jsonValue()),
    )
    fc.assert(
      fc.property(change, fc.jsonValue(), ([member, value], whole) => {
        const changed = Object.fromEntries(
          Object.entries({ ...right, [member]: value }).filter(([, kept]) => kept !== undefined),
        )
        return agrees(method, changed) && agrees(method, whole)
      }),
    )
  })

  test.for(MORE)('of %s: %j', ([method, value], { expect }) => {
    expect(agrees(method, value)).toBe(true)
  })

  test('cover every method of the schema', () => {
    const { $defs } = JSON.parse(readFileSync('schemas/adapter-protocol.schema.json', 'utf8')) as {
      $defs: object
    }
    const methods = Object.keys($defs).flatMap((name) =>
      name.endsWith('.request') ? [name.replace('.request', '')] : [],
    )
    expect(Object.keys(RESULT_SHAPES).toSorted()).toEqual(methods.toSorted())
  })

  test('say what is wrong', () => {
    expect(resultProblem('token.issue', {})).toBe('has no member token')
    expect(resultProblem('token.verify', { valid: false, reason: 'tired' })).toMatch(
      /^reason must be "malformed" or/,
    )
    expect(resultProblem('describe', { ...RIGHT['describe'], sdk: {} })).toBe('sdk has no member name')
  })

  test.for<readonly [object, string]>([
    [{ 'auth.tokens': [] }, 'members has a member auth.tokens; there are auth.token, streaming.start,'],
    [{ 'auth.token': ['fps'] }, 'members auth.token must be an array of some of channelId, userId,'],
    [{ 'streaming.stop': 'streamId' }, 'members streaming.stop must be an array of some of channelId'],
    [{ 'streaming.start': ['layout'] }, 'members streaming.start must not hold layout: say "layout": true'],
    [{ layout: 1 }, 'members layout must be true or false'],
    [['size'] as never, 'members must be an object'],
  ])('say what is wrong with members %j', ([members, says], { expect }) => {
    expect(resultProblem('describe', { ...RIGHT['describe'], members })).toContain(says)
  })
})
