/** The packages in projects of their languages: installed from their folders, asked, and proved to fail. */
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readText, rootFile } from '../../runners/suite/files.ts'
import { codeBlocks } from '../support/portability/readme.ts'
import { completePackages, copyWithout, LANGUAGES, project, replace, run, type Ran } from './languages.ts'
import { canRun, signaturesAgree } from './signatures.ts'

let packages: string
beforeAll(async () => {
  packages = await completePackages()
})

signaturesAgree(['go', 'python'], () => packages)

/** One change of a sample, and what the tests then say. */
type Problem = readonly [file: string, from: string, to: string, says: RegExp]

/** Asks in a copy of the project, with one text replaced. */
function ask(own: string, command: readonly [string, ...string[]], problem?: Problem): Ran {
  const copy = `${own}-${readdirSync(join(own, '..')).length}`
  copyWithout(own, copy, /\/venv(?:\/|$)/)
  if (problem) replace(join(copy, problem[0]), problem[1], problem[2])
  return run(copy, [command])
}

describe.skipIf(!canRun(['go']))('channelproof.Run of Go', () => {
  const command = ['go', 'test', '-v', '-vet=off', '.'] as const
  let own: string
  beforeAll(() => {
    own = project({ ...LANGUAGES[0]!, install: [] }, packages)
    const sample = join(own, '../sdk')
    // Its own tests need a library, which a registry has.
    copyWithout(rootFile('runners/adapters/go'), sample, /vectors/)
    cpSync(rootFile('test/packages/sdks/go'), sample, { recursive: true })
    const [, edit, tidy] = LANGUAGES[0]!.install
    expect(run(sample, [edit!, tidy!])).toMatchObject({ status: 0 })
    own = sample
  })

  test('asks the sample every vector, one subtest each', () => {
    const { status, printed } = ask(own, command)
    expect(printed).not.toContain('--- FAIL')
    expect(printed.split('--- PASS: TestVectors/').length - 1).toBeGreaterThan(400)
    expect(status).toBe(0)
  })

  test.each<[string, Problem]>([
    [
      'the URL-safe alphabet',
      [
        'sdk.go',
        'return base64.StdEncoding.EncodeToString([]byte(joinParamsJSON))',
        'return base64.URLEncoding.EncodeToString([]byte(joinParamsJSON))',
        /--- FAIL: TestVectors\/token\/params\/alphabet-shift-1 /,
      ],
    ],
    [
      'an SDK that refuses everything',
      [
        'sdk.go',
        'case p.ChannelID == nil:',
        'case true:',
        /refused-good-input \(required\)[\s\S]*twin-not-accepted/,
      ],
    ],
    [
      'an SDK that accepts everything',
      [
        'sdk.go',
        'if err := joinParams.check(); err != nil {',
        'if err := joinParams.check(); err != nil && false {',
        /accepted-bad-input \(recommended\)/,
      ],
    ],
    [
      'an error that is no refusal',
      ['run_test.go', 'return nil, translated(err)', 'return nil, err', /failed-without-reason/],
    ],
    [
      'an answer that is none',
      [
        'run_test.go',
        'return json.Marshal(result)',
        'return json.Marshal([]any{result})',
        /the result of token.params is \{"params": text\}/,
      ],
    ],
    [
      'a test that skips everything',
      [
        'run_test.go',
        'result, err := methods[method](params)',
        'result, err := any(nil), error(&unsupported{"all"})',
        /no vector passed/,
      ],
    ],
    [
      'a test that answers few vectors',
      [
        'run_test.go',
        'result, err := methods[method](params)',
        'result, err := methods[method](params)\n\tif len(params)%4 != 0 {\n\t\terr = &unsupported{"most"}\n\t}',
        /was answered for less than half of its vectors/,
      ],
    ],
  ])('%s fails', (_, problem) => {
    const { status, printed } = ask(own, command, problem)
    expect(printed).toMatch(problem[3])
    expect(status).not.toBe(0)
  })

  test('a run that -run has cut down passes by what it asks, and fails where that is nothing', () => {
    const only = (pattern: string): Ran => ask(own, ['go', 'test', '-run', pattern, '.'])
    expect(only('TestVectors/token/params/alphabet-shift-1')).toMatchObject({ status: 0 })
    expect(only('TestVectors/nothing')).toMatchObject({ status: 1 })
  })

  test('the example of the guide passes', () => {
    const [example] = codeBlocks(GUIDE, 'go')
    const imports = ['encoding/json', 'testing', 'channelproof.example/channelproof'].map(
      (name) => `"${name}"`,
    )
    const text = `package main\n\nimport (\n${imports.join('\n')}\n)\n\n${example!.replaceAll('mysdk.', '')}`
    const { status, printed } = ask(own, command, [
      'run_test.go',
      readText('test/packages/sdks/go/run_test.go'),
      text,
      /./,
    ])
    expect(printed).toContain('--- PASS: TestVectors/token/signature/plain ')
    expect(status).toBe(0)
  })

  test('its judge gives every verdict of the vectors of judges', () => {
    const judge = join(own, '../package')
    cpSync(rootFile('test/packages/judge'), judge, { recursive: true })
    const file = join(judge, 'judge.json')
    writeFileSync(file, JSON.stringify(judgeVectors()))
    const verdict = (): Ran => run(judge, [['go', 'test', '.']], { CHANNELPROOF_JUDGE_VECTORS: file })
    expect(verdict()).toMatchObject({ status: 0 })
    replace(join(judge, 'members.go'), 'case name == "privileges"', 'case name == "size"')
    expect(verdict()).toMatchObject({ status: 1 })
  })
})

const GUIDE = readText('docs/packages.md')

/** What the example of the guide calls: the sample, under the names of the interface. */
const MY_SDK = `
import channel_token
from channel_token import Refused as OutOfRange

def sign(version, appId, timestamp, params, appSecret):
    return channel_token.sign(version, appId, timestamp, params, appSecret)

def issue(appId, appSecret, joinParams, timestamp):
    return channel_token.issue(appId, appSecret, joinParams, timestamp)
`

const judgeVectors = (): unknown[] =>
  readdirSync(rootFile('vectors/judge'))
    .filter((file) => /^token-.*\.yaml$/.test(file))
    .flatMap((file) => (parse(readText('vectors/judge', file)) as { vectors: unknown[] }).vectors)

describe.skipIf(!canRun(['python3']))('pytest --channelproof', () => {
  const flags = ['--channelproof', 'sdk_answers:answer']
  let own: string
  let pytest: string
  beforeAll(() => {
    own = project(LANGUAGES[1]!, packages)
    pytest = join(own, 'venv/bin/pytest')
    cpSync(rootFile('runners/adapters/python'), own, { recursive: true })
    cpSync(rootFile('test/packages/sdks/python'), own, { recursive: true })
  })

  const asked = (problem?: Problem, ...more: string[]): Ran =>
    ask(
      own,
      [pytest, '-q', '-rf', '-p', 'no:cacheprovider', ...flags, '--ignore=test_vectors.py', ...more],
      problem,
    )

  test('asks the sample every vector, one test each', () => {
    const { status, printed } = asked(undefined, '--channelproof-level=recommended')
    expect(Number(/(\d+) passed/.exec(printed)?.[1])).toBeGreaterThan(400)
    expect(printed).not.toContain('failed')
    expect(status).toBe(0)
  })

  test.each<[string, Problem]>([
    [
      'the URL-safe alphabet',
      [
        'channel_token.py',
        'base64.b64encode(',
        'base64.urlsafe_b64encode(',
        /FAILED channelproof::token\/params\/alphabet-shift-1/,
      ],
    ],
    [
      'an SDK that refuses everything',
      [
        'channel_token.py',
        '    check_join_params(join_params)\n    #',
        '    raise Refused("missing-field", "")\n    #',
        /refused-good-input \(required\)[\s\S]*twin-not-accepted/,
      ],
    ],
    [
      'an SDK that accepts everything',
      [
        'channel_token.py',
        '    check_join_params(join_params)\n    #',
        '    #',
        /accepted-bad-input \(recommended\)/,
      ],
    ],
    [
      'an exception that is no refusal',
      ['sdk_answers.py', 'except channel_token.Refused as', 'except KeyError as', /failed-without-reason/],
    ],
    [
      'an answer that is none',
      [
        'sdk_answers.py',
        'return adapter.',
        'adapter.',
        /the result of token.params is \{"params": text\}, and not None/,
      ],
    ],
    [
      'a function that skips everything',
      ['sdk_answers.py', '    try:', '    __import__("pytest").skip("all")\n    try:', /no vector passed/],
    ],
    [
      'a function that answers few vectors',
      [
        'sdk_answers.py',
        '    try:',
        '    if len(str(params)) % 4:\n        raise channelproof.Unsupported("most")\n    try:',
        /was answered for less than half of its vectors/,
      ],
    ],
    [
      'a function that is not there',
      ['sdk_answers.py', 'def answer', 'def other', /has no attribute 'answer'/],
    ],
  ])('%s fails', (_, problem) => {
    const { status, printed } = asked(problem, '--channelproof-level=recommended')
    expect(printed).toMatch(problem[3])
    expect(status).not.toBe(0)
  })

  test('a run that -k has cut down passes by what it asks, and fails where that is nothing', () => {
    expect(asked(undefined, '-k', 'token/params/alphabet-shift-1')).toMatchObject({ status: 0 })
    expect(asked(undefined, '-k', 'nothing')).toMatchObject({ status: 1 })
  })

  test('the example of the guide passes', () => {
    const [example] = codeBlocks(GUIDE, 'python')
    writeFileSync(join(own, 'vectors.py'), example!)
    writeFileSync(join(own, 'my_sdk.py'), MY_SDK)
    const { status, printed } = ask(own, [
      pytest,
      '-q',
      '--channelproof',
      'vectors:answer',
      '--ignore=test_vectors.py',
    ])
    expect(Number(/(\d+) passed/.exec(printed)?.[1])).toBeGreaterThan(150)
    expect(status).toBe(0)
  })

  test('without the flag nothing is asked', () => {
    expect(ask(own, [pytest, '-q', '--ignore=test_vectors.py'])).toMatchObject({ status: 5 })
  })
})
