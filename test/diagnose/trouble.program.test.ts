import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { diagnose } from '../../src/diagnose/index.ts'
import { troubleIn, troubleText } from '../../src/report/trouble.ts'
import type { Verdict } from '../../src/model/index.ts'
import { check } from '../support/cli.ts'

const adapter = (...broken: string[]) => [
  process.execPath,
  rootFile('test/diagnose/brokenAdapter.mjs'),
  ...broken,
]

describe('a real adapter that calls an undefined function', () => {
  test('has no cause, and its trouble is said first', async () => {
    const { report, stdout } = await check(adapter('token.params', 'token.signature'))
    expect(report!.diagnosis).toEqual([])
    expect(report!.unexplained).toBeUndefined()
    expect(report!.trouble).toMatchObject([{ kind: 'error' }])
    expect(report!.trouble![0]!.vectors).toHaveLength(report!.totals.failed)
    expect(stdout).toMatch(/Trouble with the adapter: \d+ questions ended in an error/)
    expect(stdout).toContain('ReferenceError: undefinedFunction is not defined')
    expect(stdout.indexOf('Trouble with the adapter')).toBeLessThan(stdout.indexOf('FAILED'))
    expect(stdout).not.toContain('known fault')
  })

  test('in one method takes no name from another', async () => {
    const { report, stdout } = await check(adapter('token.signature'))
    expect(report!.diagnosis).toMatchObject([{ methods: ['token.params'] }])
    expect(report!.diagnosis![0]!.faults).toContain('b64-urlsafe')
    const named = new Set(report!.diagnosis!.flatMap(({ explains }) => explains))
    expect(report!.trouble!.flatMap(({ vectors }) => vectors).filter((id) => named.has(id))).toEqual([])
    expect(stdout.indexOf('Trouble with the adapter')).toBeLessThan(stdout.indexOf('b64-urlsafe'))
  })
})

test('an error alone has no candidates', () => {
  const question = { method: 'token.params', params: { joinParamsJson: '\u20ac' } } as const
  expect(diagnose(question, { kind: 'failed', message: 'InvalidCharacterError' })).toEqual({
    right: false,
    candidates: [],
  })
})

describe('trouble', () => {
  const verdict = (vector: string, outcome: Verdict['outcome'], reason: string, message = ''): Verdict => ({
    vector,
    level: 'required',
    requirements: [],
    outcome,
    reason,
    message,
    millis: 0,
  })

  test('comes in kinds, crashes first', () => {
    const found = troubleIn([
      verdict('token/params/a', 'failed', 'failed-without-reason', 'code 3: NameError'),
      verdict(
        'token/params/b',
        'failed',
        'failed-without-reason',
        'code -32601 for a method that describe offers: no',
      ),
      verdict('token/params/c', 'errored', 'bad-line'),
      verdict('token/params/d', 'errored', 'timeout'),
      verdict('token/params/e', 'errored', 'crash', 'It ended'),
      verdict('token/params/f', 'errored', 'crash', 'Again'),
    ])
    expect(found.map(({ kind, vectors }) => [kind, ...vectors])).toEqual([
      ['crash', 'token/params/e', 'token/params/f'],
      ['timeout', 'token/params/d'],
      ['protocol', 'token/params/c'],
      ['missing', 'token/params/b'],
      ['error', 'token/params/a'],
    ])
    expect(troubleText(found)[0]).toMatch(
      /^Trouble with the adapter: 2 questions crashed the adapter: token\/params\/e and 1 more\n +said +It ended\n +repair/,
    )
  })

  test('is nothing that the SDK answered, and nothing that was not asked', () => {
    expect(
      troubleIn([
        verdict('token/params/a', 'failed', 'params'),
        verdict('token/params/b', 'errored', 'not-asked'),
        verdict('token/params/c', 'skipped', 'unsupported'),
      ]),
    ).toEqual([])
  })
})
