import { describe, expect, test } from 'vitest'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { BodyKind, Json, Vector } from '../../src/model/index.ts'
import * as checks from '../support/vectors/checks.ts'

/** Built here, so that the search for unknown ids does not find them in this file. */
const id = (...words: string[]): string => words.join('-')

describe('fileProblems finds', () => {
  const path = 'vectors/published/figures.yaml'
  const first = '# yaml-language-server: $schema=../../schemas/published.schema.json'
  const value = 'source: "RFC 4648 section 10"\nbase64:\n  - text: "f"\n    base64: "Zg=="\n'
  const problems = (text: string): string[] => checks.fileProblems({ path, text }, schemaCheck)

  test('nothing in a right file', () => {
    expect(problems(`${first}\n${value}`)).toEqual([])
  })

  test.each([
    ['no schema', value, `${path}: its first line is not "${first}"`],
    [
      'the schema of others',
      `${first.replace('published', 'vectors')}\n${value}`,
      `${path}: its first line is not "${first}"`,
    ],
    [
      'a wrong way to the schema',
      `${first.replace('../', '')}\n${value}`,
      `${path}: its first line is not "${first}"`,
    ],
    ['raw text beyond ASCII', `${first}\n# é\n${value}`, `${path}: it is not printable ASCII`],
    ['a tab', `${first}\n# \t\n${value}`, `${path}: it is not printable ASCII`],
    ['an unlisted member', `${first}\n${value}more: 1\n`, 'the value must NOT have additional properties'],
    ['a wrong type', `${first}\n${value.replace('"f"', '1')}`, `${path}: /base64/0/text must be string`],
    ['a repeated key', `${first}\n${value}source: "RFC 1 section 1"\n`, `${path}: Map keys must be unique`],
    ['an anchor and its alias', `${first}\n${value.replace('"f"', '&f "f"')}  - *f\n`, path],
    ['broken YAML', `${first}\n"`, path],
  ])('%s', (_, text, problem) => {
    expect(problems(text)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]))
  })

  test.each([
    ['vectors/requirements.yaml', 'requirements'],
    ['vectors/published/rfc4231.yaml', 'published'],
    ['vectors/token/params.yaml', 'vectors'],
  ])('%s against %s.schema.json', (file, schema) => {
    expect(checks.schemaNameOf(file)).toBe(schema)
  })
})

test('idProblems finds repeated ids and ids of other families', () => {
  const families = [
    { family: 'token/params', vectors: [{ id: 'token/params/a' }, { id: 'token/params/a' }] },
    { family: 'token/issue', vectors: [{ id: 'token/issue/a' }, { id: 'token/issuer/a' }] },
  ]
  expect(checks.idProblems(families)).toEqual([
    'token/params/a stands twice',
    'token/issuer/a stands in token/issue',
  ])
})

test('requirementIds finds whole ids and no patterns of ids', () => {
  const [one, two] = [id('TOKEN', 'A'), id('SDK', 'B2', 'C')]
  const text = `'${one}' (${two}), ${one}-* ${one}-\${x} X${one} ${one}-b ${one}_ and TOKEN`
  expect(checks.requirementIds(text, '^(TOKEN|SDK)(-[A-Z0-9]+)+$')).toEqual([one, two])
})

test('repeated finds what stands again', () => {
  expect(checks.repeated(['a', 'b', 'a', 'c', 'a'])).toEqual(['a', 'a'])
})

describe('coverageProblems finds', () => {
  const planned = 'body/auth-token'
  test.each([
    ['nothing where vectors exist', {}, ['R'], []],
    ['nothing where a reason stands', { untestable: 'So it is.' }, [], []],
    ['nothing where a family is to come', { planned }, [], []],
    ['no vector and no reason', {}, [], ['R has no vector: write one, or say "untestable" or "planned"']],
    ['a stale plan', { planned }, ['R'], ['R has vectors: delete "planned: body/auth-token"']],
    ['a stale reason', { untestable: 'So it is.' }, ['R'], ['R has vectors: delete "untestable"']],
    ['a plan beside a reason', { planned, untestable: 'So it is.' }, [], ['R is planned and untestable']],
    [
      'a family that came without it',
      { planned: 'token/issue' },
      [],
      ['token/issue exists and does not cover R'],
    ],
  ])('%s', (_, rest, covered, problems) => {
    expect(checks.coverageProblems([{ id: 'R', ...rest }], new Set(covered), ['token/issue'])).toEqual(
      problems,
    )
  })
})

describe('differences counts', () => {
  test.each<[string, Json, Json, string[]]>([
    ['nothing', { a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, []],
    ['a changed member', { a: 1 }, { a: '1' }, ['/a']],
    ['an absent member as one', { a: { b: 1, c: 2 } }, {}, ['/a']],
    ['a member that turns into an object as one', { a: 1 }, { a: { b: 1, c: 2 } }, ['/a']],
    ['a list as one', { a: [1, 2] }, { a: [3, 4, 5] }, ['/a']],
    ['an object that turns into null as one', { a: { b: 1, c: 2 } }, { a: null }, ['/a']],
    ['members of members', { a: { b: 1, c: 2 }, d: 0 }, { a: { b: 2, c: 3 } }, ['/a/b', '/a/c', '/d']],
  ])('%s', (_, a, b, paths) => {
    expect(checks.differences(a, b)).toEqual(paths)
  })
})

describe('textDifferences counts', () => {
  test.each<[string, string, string, string[]]>([
    ['nothing where only spelling differs', '{"a":1,"b":"c"}', ' {"\\u0062":"c", "a":1}', []],
    ['a member within a list', '{"a":[{"b":1},{"b":1}]}', '{"a":[{"b":1},{"b":2}]}', ['/a/1/b']],
    ['a list that turns into an object as one', '{"a":[1,2]}', '{"a":{}}', ['/a']],
    ['an empty list that turns into an empty object', '{"a":[]}', '{"a":{}}', ['/a']],
    ['an entry more', '[1]', '[1,{"a":2,"b":3}]', ['/1']],
    ['the whole', '[]', '{"a":1,"b":2}', ['']],
    ['a member twice', '{"a":1}', '{"a":1,"a":1}', ['/a']],
    ['a member twice, with another value, as one', '{"a":1}', '{"a":1,"a":2}', ['/a']],
    ['a number written in another way', '{"a":60}', '{"a":6e1}', ['/a']],
    ['two members', '{"a":1,"b":1}', '{"a":2,"b":2}', ['/a', '/b']],
  ])('%s', (_, a, b, paths) => {
    expect(checks.textDifferences(a, b)).toEqual(paths)
    expect(checks.textDifferences(b, a).sort()).toEqual(paths)
  })
})

describe('twinProblems finds', () => {
  const params = { token: 't', appId: 'app', appSecret: 's', now: 1 }
  const accept = { verdict: 'accept', output: { checks: [] } } as const
  const refuse = { verdict: 'refuse', reasons: ['app'] } as const
  const either = { ...accept, verdict: 'either', reasons: ['app'] } as const
  const other = { method: 'token.params', params: { joinParamsJson: '' } } as const

  type Part = Partial<Pick<Vector, 'level' | 'twin' | 'question' | 'expect'>>
  const vector = (name: string, part: Part) => ({
    id: name,
    level: 'required' as const,
    question: { method: 'token.verify' as const, params },
    expect: accept,
    ...part,
  })
  const asks = (change: Partial<typeof params>): Vector['question'] => ({
    method: 'token.verify',
    params: { ...params, ...change },
  })
  const body = (text: string, kind: BodyKind = 'auth-token'): Vector['question'] => ({
    method: 'body.validate',
    params: { kind, body: text },
  })
  const wrongApp = { question: asks({ appId: 'b' }), expect: refuse, twin: 'good' }

  test.each<[string, Part, string[]]>([
    ['nothing in an accepted vector', {}, []],
    ['nothing in a refusal beside its twin', wrongApp, []],
    ['nothing in a free answer to an open question', { level: 'unspecified', expect: either }, []],
    ['a refusal without a twin', { expect: refuse }, ['v has no twin']],
    ['nothing in a free answer of a level', { level: 'recommended', expect: either }, []],
    ['a twin that is missing', { ...wrongApp, twin: 'gone' }, ['v: its twin gone does not exist']],
    ['a twin that is refused', { ...wrongApp, twin: 'bad' }, ['v: its twin bad is not accepted']],
    [
      'a twin of another method',
      { question: other, expect: refuse, twin: 'good' },
      ['v: its twin good asks another method'],
    ],
    ['a twin that is the same', { ...wrongApp, question: asks({}) }, ['v: its twin good differs in nothing']],
    [
      'a twin that differs in two properties',
      { ...wrongApp, question: asks({ appId: 'b', now: 2 }) },
      ['v: its twin good differs in /appId, /now'],
    ],
    [
      'nothing in a body beside its twin',
      { question: body('{"a":[1,2],"b":3}'), expect: refuse, twin: 'body' },
      [],
    ],
    [
      'a body that differs in two members',
      { question: body('{"a":[2,2],"b":3}'), expect: refuse, twin: 'body' },
      ['v: its twin body differs in /body/a/0, /body/a/1'],
    ],
    [
      'another body of another kind',
      { question: body('{"a":[1,2],"b":3}', 'streaming-stop'), expect: refuse, twin: 'body' },
      ['v: its twin body differs in /kind, /body/a/1'],
    ],
  ])('%s', (_, part, problems) => {
    const bad = vector('bad', { question: asks({ token: 'u' }), expect: refuse, twin: 'good' })
    const goodBody = vector('body', { question: body('{"a":[1,1],"b":3}') })
    expect(checks.twinProblems([vector('good', {}), goodBody, bad, vector('v', part)])).toEqual(problems)
  })
})
