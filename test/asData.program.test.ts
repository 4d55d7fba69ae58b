/** `--json`: every command that has it prints what its schema describes, and the facts of its text. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../runners/suite/files.ts'
import { schemaCheck } from '../runners/suite/schemas.ts'
import { cli, temporary } from './support/cli.ts'

interface Row {
  readonly command: readonly string[]
  readonly input?: string
  readonly schema: string
  readonly exitCode: number
  /** Facts that must stand in the data, by member. */
  readonly holds: object
  /** A member and a value that its schema must refuse. */
  readonly wrong: object
}

const BODY = '{"channelId": 5,\n "color": 1}'
const QUESTION = {
  method: 'token.params',
  params: { joinParamsJson: '{"channelId":"c","userId":"~~~???>>>~~~>>>"}' },
}
// The params of token/params/alphabet-shift-1 by the URL-safe alphabet.
const URL_SAFE = { params: 'eyJjaGFubmVsSWQiOiJjIiwidXNlcklkIjoifn5-Pz8_Pj4-fn5-Pj4-In0=' }

const ROWS: readonly Row[] = [
  {
    command: ['list', 'faults', '--filter', 'b64-urlsafe'],
    schema: 'list',
    exitCode: 0,
    holds: { list: 'faults', rows: [{ id: 'b64-urlsafe', group: 'base64' }] },
    wrong: { rows: [{ group: 'base64' }] },
  },
  {
    command: ['explain', 'token/issue/duration-86400'],
    schema: 'explanation',
    exitCode: 0,
    holds: { kind: 'vector', vector: { question: { method: 'token.issue' } } },
    wrong: { vector: undefined },
  },
  {
    command: ['explain', 'TOKEN-VERSION'],
    schema: 'explanation',
    exitCode: 0,
    holds: { kind: 'requirement', rules: [{ id: 'TOKEN-VERSION', section: '4.5', level: 'required' }] },
    wrong: { rules: [{ id: 'TOKEN-VERSION' }] },
  },
  {
    command: ['explain', 'key-trimmed'],
    schema: 'explanation',
    exitCode: 0,
    holds: { kind: 'fault', id: 'key-trimmed' },
    wrong: { repair: undefined },
  },
  {
    command: ['explain', 'sign.error'],
    schema: 'explanation',
    exitCode: 0,
    holds: { kind: 'error-code', id: 'Sign.Error', rules: [{ id: 'ERROR-SIGN' }] },
    wrong: { kind: 'nonsense' },
  },
  {
    command: ['explain', 'generated/token-issue/69d54536eb6d7431'],
    schema: 'explanation',
    exitCode: 0,
    holds: { kind: 'generated', rules: [] },
    wrong: { next: undefined },
  },
  {
    command: ['explain', 'params-not-standard-base64'],
    schema: 'explanation',
    exitCode: 0,
    holds: { kind: 'finding', rules: [{ id: 'TOKEN-PARAMS-BASE64' }] },
    wrong: { says: 1 },
  },
  {
    command: ['validate', '--body', 'streaming-stop', '-'],
    input: BODY,
    schema: 'validation',
    exitCode: 1,
    // In the second line of the text, color stands behind one blank.
    holds: {
      file: '<stdin>',
      request: 'POST /streaming/stop',
      verdict: 'wrong',
      violations: [
        { line: 1, path: '/channelId', isWrong: true },
        { line: 2, column: 2, isWrong: false },
      ],
    },
    wrong: { violations: [{ line: 0 }] },
  },
  {
    command: ['doctor', '--', 'python3', rootFile('runners/adapters/python/adapter.py')],
    schema: 'doctor',
    exitCode: 0,
    holds: { isUsable: true, findings: [{ state: 'right', about: 'start' }] },
    wrong: { findings: [{ state: 'maybe' }] },
  },
  {
    command: ['doctor', '--', 'no-such-program-here'],
    schema: 'doctor',
    exitCode: 3,
    holds: { isUsable: false, findings: [{ state: 'WRONG', about: 'start' }] },
    wrong: { isUsable: undefined },
  },
  {
    command: ['diagnose', '--question', 'question.json', '--answer', 'answer.json'],
    schema: 'diagnosis',
    exitCode: 1,
    holds: { verdict: 'wrong', answer: 'accepted', causes: [[{ id: 'b64-urlsafe' }]] },
    wrong: { causes: ['b64-urlsafe'] },
  },
]

describe('--json', () => {
  test.for(ROWS.map((row) => [row.command.join(' '), row] as const))('%s', async ([, row]) => {
    const folder = temporary()
    writeFileSync(join(folder, 'question.json'), JSON.stringify(QUESTION))
    writeFileSync(join(folder, 'answer.json'), JSON.stringify(URL_SAFE))
    const [name, ...rest] = row.command
    const { code, stdout, stderr } = await cli([name!, '--json', ...rest], {
      cwd: folder,
      ...(row.input !== undefined && { input: row.input }),
    })
    expect(stderr).toBe('')
    const data = JSON.parse(stdout) as object
    expect(schemaCheck(row.schema)(data)).toEqual([])
    expect(startOf(data, row.holds)).toMatchObject(row.holds)
    expect(code).toBe(row.exitCode)
    expect(schemaCheck(row.schema)(JSON.parse(JSON.stringify({ ...data, ...row.wrong })))).not.toEqual([])
  })
})

/** The data, with each list cut to the length of the list that is expected. */
function startOf(data: unknown, like: unknown): unknown {
  if (Array.isArray(data) && Array.isArray(like)) return data.slice(0, like.length)
  if (typeof data !== 'object' || data === null || typeof like !== 'object' || like === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      startOf(value, (like as Record<string, unknown>)[name]),
    ]),
  )
}

describe('explain and list help on', () => {
  test.for([
    [['explain', 'key-trimed'], /Did you mean key-trimmed\?/],
    [['explain', 'token/issue/minimul'], /Did you mean token\/issue\/minimal\?/],
    [['explain', 'Sign.Eror'], /Did you mean Sign\.Error\?/],
    [['list', 'faults', '--filter', 'b64'], /no id fits, try "b64\*\*"; .*list faults/],
    [['list', 'families', '--filter', 'token'], /try "token\*\*"/],
    [
      ['sdk', '--levle', 'required'],
      /Did you mean --level\?.*\[wrong-usage\]\n {2}See "npx channelproof sdk --help"/,
    ],
    [['live', '--level', 'x'], /\[wrong-option\]\n {2}See "npx channelproof live --help"/],
  ] as const)('%j', async ([args, says]) => {
    const { code, stdout, stderr } = await cli([...args])
    expect(stderr).toMatch(says)
    expect(stderr).toMatch(/^channelproof: /)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  test('an empty input is called empty', async () => {
    const folder = temporary()
    writeFileSync(join(folder, 'empty'), '\n')
    for (const args of [
      ['sdk', '--baseline', 'empty'],
      ['questions', '--description', 'empty'],
      ['live', '--config', 'empty', '--dry-run'],
    ]) {
      const { code, stderr } = await cli(args, { cwd: folder })
      expect(stderr).toMatch(/empty: it is empty \[input-empty\]/)
      expect(code).toBe(2)
    }
  })

  test('a filter chooses faults, and says the others nothing', async () => {
    const { stdout } = await cli(['list', 'faults', '--filter', 'b64-*'])
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[0]!)
    expect(ids).toContain('b64-urlsafe')
    expect(ids.every((id) => id.startsWith('b64-'))).toBe(true)
  })
})
