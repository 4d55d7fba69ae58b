import { describe, expect, test } from 'vitest'
import { clientAdapter, clientNamed, RIGHT_CLIENT } from '../../runners/selfCheck/clientForms.ts'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { CLIENT_PAIRS, CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { built, check } from '../support/cli.ts'
import { RULES } from '../support/client/rules.ts'
import { expectWrong, FORMS, GENERATED_FORMS, some, SUITE, watch } from '../support/client/watch.ts'

const adapter = (name: string): string[] => [
  process.execPath,
  built('runners/selfCheck/faultyClientAdapter.js'),
  name,
]

describe('a wrong HTTP client', () => {
  // Every sixth; everyFaulty.test.ts asks all of them everything.
  const rows = FORMS.map(([name, fault], row) => [name, fault, some(row, fault)] as const).filter(
    (_, row) => row % 6 === 0,
  )
  test.for(rows)(
    '%s breaks its rules and nothing else, and is known by name',
    async ([name, fault, vectors]) => {
      expectWrong(name, fault, await watch(name, vectors))
    },
  )
})

describe('the command line', () => {
  const ALL = ['--filter', 'client/**', '--level', 'recommended', '--timeout', '20000']

  test('judges the right client to conform', async () => {
    const { code, report } = await check(clientAdapter(RIGHT_CLIENT), ALL)
    expect(code).toBe(0)
    expect(report!.totals).toMatchObject({ failed: 0, errored: 0 })
    expect(report!.methods.judged).toEqual(['client.call'])
  })

  // What only a process can do among them: to crash, and to write to its standard error.
  test.for([
    ['tracking-id-dashed', 'request/auth-*', 'HEADER-TRACKING-ID-FORMAT'],
    ['refused-connection-panics', 'response/auth-token-refused-no-crash', 'SDK-ERROR-NO-CRASH'],
    ['secret-logged', 'response/*-200-no-secret-in-output', 'SDK-SECRET-NOT-LOGGED'],
  ] as const)('names the rule that a wrong client breaks: %s', async ([name, ids, rule], { expect }) => {
    const { code, report } = await check(adapter(name), [...ALL.slice(2), '--filter', `client/${ids}`])
    expect(code).toBe(1)
    const bad = report!.verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    expect(new Set(bad.map(({ rule }) => rule))).toEqual(new Set([rule]))
  })

  test('a program that never calls is not judged to conform, whatever is left of the families', async () => {
    const { code } = await check(adapter('never-calls'), [
      ...ALL.slice(2),
      '--filter',
      'client/response/auth-token-refused',
    ])
    expect(code).toBe(1)
  })
})

describe('the table', () => {
  const ALL_FORMS = [...FORMS, ...GENERATED_FORMS]

  test('names rules that exist', () => {
    const unknown = Object.values(RULES)
      .flat()
      .filter((rule) => SUITE.requirement(rule) === undefined)
    expect(unknown).toEqual([])
  })

  test('names every fault of the client', () => {
    const forms = new Set(ALL_FORMS.map(([name]) => name))
    expect(Object.keys(RULES).filter((name) => !forms.has(name))).toEqual([])
    expect(CLIENT_FAULTS.filter(({ id }) => !RULES[id])).toEqual([])
  })

  test('names each client once, and #0 for the fault itself', () => {
    const rows = [...CLIENT_VARIANTS, ...CLIENT_PAIRS]
    const names = [RIGHT_CLIENT, ...rows.map(({ id }) => id), ...ALL_FORMS.map(([name]) => name)]
    expect(new Set(names).size).toBe(names.length)
    expect(clientNamed('url-join#0')).toBe(clientNamed('url-join'))
    expect(clientNamed('url-join#1')).toBeDefined()
    expect(clientNamed('url-join#9')).toBeUndefined()
  })
})
