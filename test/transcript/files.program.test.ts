import { beforeAll, describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { cli, temporary } from '../support/cli.ts'
import { needsLibrary } from '../support/portability/libraries.ts'
import { answeredBy, judged, questionLines, sampleWith } from '../support/transcript/device.ts'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'

const PYTHON = { name: 'Python', program: 'python3', probe: ['--version'], folder: rootFile('.') }
const FLAGS = ['--filter', 'token/issue/*', '--seed', '7', '--generated', '20']

let right: string[] = []

/** The line of the answers that has this id, and the lines with it changed. */
const lineOf = (id: string): number => right.findIndex((line) => line.includes(`"${id}#`))
const changed = (id: string, change: (line: string) => readonly string[]): string[] =>
  right.flatMap((line, at) => (at === lineOf(id) ? change(line) : [line]))

const MINIMAL = 'token/issue/minimal'

describe.skipIf(!needsLibrary(PYTHON))('a file of answers', () => {
  beforeAll(async () => {
    right = answeredBy(sampleWith([]), 'adapter.py', await questionLines(FLAGS))
  })

  test('conforms in any order, with blank lines and the line ends of Windows', async () => {
    const { code, report } = await judged(`\r\n${right.toReversed().join('\r\n\r\n')}`)
    expect(report).toMatchObject({ filtered: true, totals: { failed: 0, errored: 0 } })
    expect(code).toBe(0)
  })

  test.for([
    ['missing', () => changed(MINIMAL, () => []), 'answer-missing', 'no answer to token/issue/minimal#'],
    ['there twice', () => changed(MINIMAL, (line) => [line, line]), 'answer-twice', 'in lines'],
    [
      'without result and error',
      () => changed(MINIMAL, (line) => [line.replace('"result"', '"results"')]),
      'bad-line',
      'exactly one of result and error',
    ],
    [
      'of another shape',
      () => changed(MINIMAL, (line) => [line.replace('"token":', '"text":')]),
      'bad-line',
      'has no member token',
    ],
    [
      'timed by half',
      () => changed(MINIMAL, (line) => [line.replace('{', '{"askedAt": 1, ')]),
      'bad-line',
      'both askedAt and answeredAt',
    ],
    [
      'given before it was asked',
      () => changed(MINIMAL, (line) => [line.replace('{', '{"askedAt": 2, "answeredAt": 1, ')]),
      'bad-line',
      'answered before it was asked',
    ],
    [
      'given within years',
      () => changed(MINIMAL, (line) => [line.replace('{', '{"askedAt": 1, "answeredAt": 9000000000, ')]),
      'bad-line',
      'more than 60 s',
    ],
  ] as const)('an answer that is %s is errored', async ([, answers, reason, says], { expect }) => {
    const { code, report } = await judged(answers())
    const verdict = report!.verdicts.find(({ vector }) => vector === MINIMAL)!
    expect(verdict).toMatchObject({ outcome: 'errored', reason })
    expect(verdict.message).toContain(says)
    expect(code).toBe(1)
  })

  test('a missing twin takes its refusals with it', async () => {
    const asked = await questionLines(['--filter', 'token/refusal/*'])
    const answers = answeredBy(sampleWith([]), 'adapter.py', asked)
    const { report: whole } = await judged(answers)
    const { report } = await judged(answers.filter((line) => !line.includes(`"${MINIMAL}#`)))
    expect(whole!.totals.errored).toBe(0)
    expect(report!.verdicts.filter(({ reason }) => reason === 'twin-broken').length).toBeGreaterThan(0)
  })

  const BROKEN: readonly (readonly [string, () => string[] | string, string, RegExp])[] = [
    ['cut off', () => right.join('\n').slice(0, -40), 'answer-no-json', /:\d+: /],
    ['mixed with a log', () => changed(MINIMAL, (line) => ['ready', line]), 'answer-no-json', /:\d+: /],
    [
      'without an id',
      () => changed(MINIMAL, (line) => [line.replace('"id"', '"no"')]),
      'answer-without-id',
      /:\d+: /,
    ],
    [
      'with a number for an id',
      () => [...right, '{"jsonrpc":"2.0","id":1,"result":{}}'],
      'answer-without-id',
      /:\d+: /,
    ],
    ['without its first line', () => right.slice(1), 'no-description', /answers\.ndjson: /],
    ['described twice', () => [...right, right[0]!], 'described-twice', /:\d+: /],
    ['empty', () => '', 'no-description', /answers\.ndjson: /],
    [
      'of another question of that name',
      () => changed(MINIMAL, (line) => [line.replace(/#\w{8}/, '#00000000')]),
      'questions-edited',
      /:\d+: .*token\/issue\/minimal/,
    ],
    [
      'of an unknown question',
      () => changed(MINIMAL, (line) => [line.replace('issue/minimal', 'issue/foreign')]),
      'question-unknown',
      /:\d+: .*issue\/foreign/,
    ],
    [
      'of other generated questions',
      () => header('seed=7', 'seed=8'),
      'questions-edited',
      /answers\.ndjson: /,
    ],
    ['of another version', () => header('version=', 'version=9'), 'other-suite', /9\d+\.\d+\.\d+/],
    ['of other vectors', () => header('vectors=', 'vectors=0'), 'other-suite', /answers\.ndjson: /],
    ['whose seed is none', () => header('seed=7', 'seed=seven'), 'header-changed', /:1: /],
    [
      'whose count has no end',
      () => header('generated=20', 'generated=9999999999'),
      'header-changed',
      /:1: /,
    ],
    ['made for what is no subject', () => header('injected', 'broken'), 'header-changed', /:1: /],
    [
      'with a description of another shape',
      () => header('"protocol": 1', '"protocol": 2'),
      'description-wrong',
      /:1: .*protocol/,
    ],
    ['described by an error', () => header('"result"', '"error"'), 'description-wrong', /:1: /],
    [
      'of an SDK with its own clock',
      () => header('"clock": "injected"', '"clock": "system"'),
      'description-differs',
      /--description/,
    ],
    [
      'of an SDK that always writes a member',
      () => header('"clock"', '"always": ["size"], "clock"'),
      'description-differs',
      /--description/,
    ],
  ]

  test.for(BROKEN)('one that is %s is named', async ([, answers, errorCode, says], { expect }) => {
    const { code, stderr } = await judged(answers())
    expect(stderr).toContain(`[${errorCode}]`)
    expect(stderr).toMatch(says)
    expect(stderr).not.toContain(' at ')
    expect(code).toBe(2)
  })

  test('a report does not overwrite the answers', async () => {
    const file = join(temporary(), 'answers.ndjson')
    writeFileSync(file, 'kept')
    const { code, stderr } = await cli(['judge', file, '--report', `json=${file}`])
    expect(stderr).toContain('[same-file]')
    expect(code).toBe(2)
  })
})

/** The answers with their first line changed. */
const header = (from: string, to: string): string[] => {
  const [first, ...rest] = right
  expect(first).toContain(from)
  return [first!.replace(from, to), ...rest]
}

describe('questions', () => {
  test('says what it leaves out', async () => {
    const { stderr } = await cli(['questions', '--generated', '0'])
    expect(stderr).toMatch(/left out \d+ questions: client\.call /)
  })

  test('holds each twin, whatever the filter says', async () => {
    const { stdout } = await cli(['questions', '--filter', 'token/refusal/*'])
    expect(stdout).toContain(`"${MINIMAL}#`)
  })

  test.for([
    ['{"protocol": 1}', 'description-wrong'],
    ['no JSON', 'description-wrong'],
  ] as const)('takes no description that says %s', async ([text, errorCode], { expect }) => {
    const file = join(temporary(), 'description.json')
    writeFileSync(file, text)
    const { code, stderr } = await cli(['questions', '--description', file])
    expect(stderr).toContain(`[${errorCode}]`)
    expect(code).toBe(2)
  })
})

const DESCRIPTION = {
  protocol: 1,
  sdk: { name: 'device', version: '1', language: 'Python' },
  clock: 'injected',
}

describe.skipIf(!needsLibrary(PYTHON))('questions for a description', () => {
  /** Its lines, and what the sample answers where it describes itself so. */
  const answersFor = async (more: object, program = 'adapter.py'): Promise<string[]> => {
    const description = { ...DESCRIPTION, methods: ['token.issue'], ...more }
    const file = join(temporary(), 'description.json')
    writeFileSync(file, JSON.stringify(description))
    const asked = await questionLines(['--description', file, '--seed', '3', '--generated', '60'])
    const answers = answeredBy(sampleWith([]), program, asked)
    const told = { ...(JSON.parse(answers[0]!) as object), result: description }
    return [JSON.stringify(told), ...answers.slice(1)]
  }

  test('always: each question has the member', async () => {
    const answers = await answersFor({ always: ['size'] })
    const { code, report } = await judged(answers)
    expect(report!.totals).toMatchObject({ failed: 0, errored: 0 })
    expect(code).toBe(0)
  })

  test('limits: those of other limits are judged, with a warning', async () => {
    const answers = await answersFor({ limits: { size: { max: 50 } } })
    const { code, stderr } = await judged(answers)
    expect(stderr).not.toContain('limits')
    expect(code).toBe(0)
    const other = answers.map((line) => line.replace('"max":50', '"max":40'))
    expect((await judged(other)).stderr).toContain('made for other limits')
  })

  test('a clock of its own: the times of each answer count', async () => {
    const answers = await answersFor({ clock: 'system' }, 'device.py')
    const { code, report } = await judged(answers)
    expect(report!.totals).toMatchObject({ failed: 0, errored: 0 })
    expect(code).toBe(0)
    const late = answers.map((line) =>
      line.replace(/("a(?:sk|nswer)edAt": )(\d+)/g, (_, name, at) => `${name}${Number(at) + 9}`),
    )
    expect((await judged(late)).report!.verdicts.find(({ vector }) => vector === MINIMAL)).toMatchObject({
      outcome: 'failed',
      reason: 'wrong-timestamp',
    })
    const timeless = answers.map((line) => line.replace(/, "askedAt".*(?=\})/, ''))
    expect((await judged(timeless)).report!.verdicts.find(({ vector }) => vector === MINIMAL)).toMatchObject({
      outcome: 'errored',
      reason: 'bad-line',
      message: expect.stringContaining('askedAt and answeredAt') as string,
    })
  })
})
