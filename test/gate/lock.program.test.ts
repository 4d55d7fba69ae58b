import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { families } from '../../src/vectors/index.ts'
import { digestOf, lockNews } from '../../src/gate/lock.ts'
import type { Vector } from '../../src/model/index.ts'
import { Project } from '../support/gate/gate.ts'

const VECTOR: Vector = {
  id: 'token/params/x',
  title: 'A title.',
  requirements: ['TOKEN-VERSION'],
  level: 'required',
  question: { method: 'token.params', params: { joinParamsJson: '{}' } },
  expect: { verdict: 'accept', output: { params: 'e30=' } },
}

describe('the digest of a vector', () => {
  test('is the SHA-256 of what decides its verdict, as JSON with sorted members', () => {
    const json =
      '{"expect":{"intermediates":{},"output":{"params":"e30="},"verdict":"accept"},"level":"required",' +
      '"question":{"method":"token.params","params":{"joinParamsJson":"{}"}},"requirements":["TOKEN-VERSION"]}'
    expect(digestOf(VECTOR)).toBe(createHash('sha256').update(json).digest('hex'))
  })

  test.each<[string, Partial<Vector>, boolean]>([
    ['another title', { title: 'Better.' }, true],
    ['what it catches', { catches: ['b64-urlsafe'] }, true],
    ['another level', { level: 'recommended' }, false],
    ['another question', { question: { method: 'token.params', params: { joinParamsJson: '[]' } } }, false],
    ['another twin', { twin: 'token/params/y' }, false],
    ['a need', { needs: ['injected-clock'] }, false],
  ])('with %s', (_, more, isSame) => {
    expect(digestOf({ ...VECTOR, ...more }) === digestOf(VECTOR)).toBe(isSame)
  })

  test('differs between all vectors of a family', () => {
    const family = families().find(({ name }) => name === 'token/params')
    const digests = family!.vectors.map(digestOf)
    expect(new Set(digests).size).toBe(digests.length)
  })
})

test('news of a lock: new, changed, gone', () => {
  expect(lockNews({ a: '1', b: '2', c: '3' }, { b: '2', c: '4', d: '5' })).toEqual({
    new: ['d'],
    changed: ['c'],
    gone: ['a'],
  })
})

describe('lock files', () => {
  const lock = (vectors: object): string => JSON.stringify({ schema: 1, suite: '0.1.0', vectors })

  test('a locked vector that is gone ends with 2 before anything is run', async () => {
    const project = new Project()
    project.write(
      'l.json',
      lock({ 'token/issue/of-last-year': 'a'.repeat(64), 'endpoint/auth/gone-too': 'b'.repeat(64) }),
    )
    const { code, stderr, stdout } = await project.run(['sdk', '--lock', 'l.json'])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    // Endpoints are none of this command's business.
    expect(stderr).toMatch(
      /l\.json: this suite lacks 1 locked vector: token\/issue\/of-last-year \[locked-vector-gone\]\n .*--update-lock/,
    )
  })

  test('a lock that knows nothing makes no run green', async () => {
    const project = new Project()
    project.write('l.json', lock({}))
    const { code, stdout } = await project.sdk('lower-case', ['--lock', 'l.json'])
    expect(code).toBe(4)
    expect(stdout).toContain('too little: no vector was judged')
  })

  test('an update keeps what other commands lock', async () => {
    const project = new Project()
    project.write(
      'l.json',
      lock({ 'token/issue/of-last-year': 'a'.repeat(64), 'endpoint/auth/right': 'b'.repeat(64) }),
    )
    const { code } = await project.sdk('', ['--lock', 'l.json', '--update-lock'])
    expect(code).toBe(0)
    const { vectors } = JSON.parse(project.read('l.json')) as { vectors: Record<string, string> }
    expect(vectors['token/issue/of-last-year']).toBeUndefined()
    expect(vectors['endpoint/auth/right']).toBe('b'.repeat(64))
    expect((await project.sdk('', ['--lock', 'l.json'])).code).toBe(0)
  })

  test('without a name the flags write files of these names', async () => {
    const project = new Project()
    expect((await project.sdk('parse-again', ['--update-lock', '--update-baseline'])).code).toBe(0)
    expect(project.read('channelproof-lock.json')).toContain('"token/params/spaced"')
    expect(project.read('channelproof-baseline.yaml')).toContain('- cause: "params-reserialised"')
  })

  test.each([
    ['{', /l\.json:1:.*\[yaml-malformed\]/],
    ['{"schema":1}', /l\.json: the value must have required property 'suite'.*\[schema-violation\]/],
    [lock({ 'token/issue/x': 'short' }), /\[schema-violation\]/],
  ])('%s ends with 2', async (text, message) => {
    const project = new Project()
    project.write('l.json', text)
    const { code, stderr } = await project.run(['sdk', '--lock', 'l.json'])
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })
})
