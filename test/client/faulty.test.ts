import { Secrets } from '../../runners/terminal/secrets.ts'
import { describe, expect, test } from 'vitest'
import { LeakDetector } from '../../runners/client/leakDetector.ts'
import { clientOptions, DEFAULT_CLIENT_FLAGS } from '../../runners/client/options.ts'
import { ClientSubject } from '../../runners/client/subject.ts'
import { DEFAULT_FLAGS, runFlags } from '../../runners/commands/runFlags.ts'
import { clientAdapter, clientNamed, formNames, RIGHT } from '../../runners/selfCheck/clientForms.ts'
import { AdapterSubject } from '../../runners/adapter/subject.ts'
import { loadSuite } from '../../runners/suite/index.ts'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import type { ClientAnswer, ClientCall, Verdict } from '../../src/model/index.ts'
import { gates, run } from '../../src/run.ts'
import { built, check } from '../support/cli.ts'

/** Each fault, and the rules that its failures must name; a form of it has a row of its own where it breaks others. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'tracking-id-dashed': ['HEADER-TRACKING-ID-FORMAT'],
  'tracking-id-short': ['HEADER-TRACKING-ID-FORMAT'],
  'tracking-id-rune': ['HEADER-TRACKING-ID-FORMAT'],
  'tracking-id-repeated': ['SDK-TRACKING-ID-UNIQUE'],
  'authorization-malformed': ['AUTH-HEADER-SCHEME'],
  'authorization-of-its-own': ['AUTH-HEADER-SCHEME'],
  'authorization-missing': ['AUTH-HEADER-PRESENT'],
  'update-as-post': ['UPDATE-METHOD-PATH'],
  'url-join': ['API-PATHS-BASE-URL'],
  'url-version': ['API-PATHS-BASE-URL'],
  'json-injection': ['API-REQUEST-BODY-JSON', 'SDK-BODY-VALUES'],
  'numbers-as-text': ['SDK-BODY-VALUES'],
  'empty-dropped': ['SDK-BODY-VALUES'],
  'member-added': ['SDK-BODY-NOTHING-ADDED'],
  latin1: ['API-REQUEST-BODY-UTF8', 'API-REQUEST-BODY-JSON', 'SDK-BODY-VALUES'],
  'byte-order-mark': ['API-REQUEST-BODY-NO-BYTE-ORDER-MARK'],
  'content-type-missing': ['HEADER-CONTENT-TYPE'],
  'content-type-text': ['HEADER-CONTENT-TYPE'],
  'length-and-chunked': ['SDK-BODY-FRAMING'],
  'redirect-leaks-authorization': ['SDK-REDIRECT-AUTHORIZATION'],
  'redirect-becomes-get': ['SDK-REDIRECT-METHOD'],
  'never-calls': [
    'TOKEN-REQUEST-METHOD-PATH',
    'START-METHOD-PATH',
    'UPDATE-METHOD-PATH',
    'STOP-METHOD-PATH',
    'SDK-INCOMPLETE-NOT-SUCCESS',
  ],
  'answers-from-a-cache': [
    'TOKEN-REQUEST-METHOD-PATH',
    'START-METHOD-PATH',
    'UPDATE-METHOD-PATH',
    'STOP-METHOD-PATH',
  ],
  'error-body-lost': ['SDK-ERROR-CODE-TO-CALLER'],
  'code-lowercased': ['SDK-ERROR-CODE-TO-CALLER'],
  'non-json-masks-status': ['SDK-ERROR-STATUS-TO-CALLER', 'SDK-ERROR-NO-CRASH'],
  // It says protocol, which is no crash.
  'non-json-masks-status#1': ['SDK-ERROR-STATUS-TO-CALLER'],
  'error-swallowed': ['SDK-ERROR-NOT-SUCCESS', 'SDK-INCOMPLETE-NOT-SUCCESS'],
  'empty-success-fails': ['SDK-SUCCESS-TO-CALLER'],
  'any-200-is-a-token': ['SDK-TOKEN-TO-CALLER', 'SDK-INCOMPLETE-NOT-SUCCESS'],
  'member-in-any-case': ['SDK-INCOMPLETE-NOT-SUCCESS'],
  'token-trimmed': ['SDK-TOKEN-TO-CALLER'],
  'cut-off-accepted': ['SDK-INCOMPLETE-NOT-SUCCESS'],
  'head-cut-off-accepted': ['SDK-INCOMPLETE-NOT-SUCCESS'],
  'interim-taken-for-final': ['SDK-SUCCESS-TO-CALLER'],
  'refused-connection-panics': ['SDK-ERROR-NO-CRASH'],
  'no-timeout': ['SDK-TIME-LIMIT'],
  'limit-for-each-read': ['SDK-TIME-LIMIT'],
  'retry-announced-only': ['START-CHANNEL-MISSING-RETRY'],
  'secret-logged': ['SDK-SECRET-NOT-LOGGED'],
  'secret-in-exception': ['SDK-SECRET-NOT-IN-ERRORS', 'SDK-ERROR-NO-CRASH'],
  'secret-in-header': ['SDK-SECRET-NOT-SENT'],
}
/** What the interface leaves open, and what it allows. */
const WAYS = [
  'answers-in-order',
  'no-tracking-id',
  'content-type-charset',
  'redirect-followed-rightly',
  'authorization-own',
  'retries-start',
]

const FLAGS = runFlags({ ...DEFAULT_FLAGS, level: 'recommended', timeout: '20000' })
const SUITE = await loadSuite(['client'])
const VECTORS = SUITE.vectors.filter(({ question }) => question.method === 'client.call')

/** What was seen of the call of a vector. */
type Watched = readonly [call: ClientCall, answer: ClientAnswer]

const adapter = (name: string): string[] => [
  process.execPath,
  built('runners/selfCheck/faultyClientAdapter.js'),
  name,
]

/** Runs at once: they share one process, whose delays count against the time limits of the calls. */
const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

/** Waits for its turn. */
async function inTurn<Value>(what: () => Promise<Value>): Promise<Value> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => void waiting.push(resolve))
  else running++
  try {
    return await what()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** A run on one client: its verdicts, and what was seen of each call. */
async function watch(name: string): Promise<{ verdicts: Verdict[]; watched: Watched[] }> {
  const leakDetector = new LeakDetector()
  const [program = '', ...args] = adapter(name)
  const inner = await AdapterSubject.start({
    ...FLAGS,
    command: [program, ...args],
    heard: (text) => leakDetector.hear(text),
  })
  const watched: Watched[] = []
  const subject = new ClientSubject(inner, {
    ...clientOptions(DEFAULT_CLIENT_FLAGS),
    leakDetector,
    secrets: new Secrets(),
    trace: (call, answer) => void watched.push([call, answer]),
  })
  const verdicts: Verdict[] = []
  for await (const verdict of run({ vectors: VECTORS, find: SUITE.find, subject, level: 'recommended' }))
    verdicts.push(verdict)
  return { verdicts, watched }
}

/** The faults that something seen shows. */
const recognised = (watched: readonly Watched[]): string[] =>
  CLIENT_FAULTS.filter(({ recognises }) => watched.some(([call, answer]) => recognises?.(answer, call))).map(
    ({ id }) => id,
  )

const FORMS = CLIENT_FAULTS.flatMap((fault) => formNames(fault).map((name) => [name, fault] as const))

// First, and of these the slowest first: what answers in order waits for one silent call after the other.
describe.concurrent('a right HTTP client', { timeout: 300_000 }, () => {
  test.for([...WAYS, RIGHT])('%s conforms, and shows no fault', async (name, { expect }) => {
    const { verdicts, watched } = await inTurn(() => watch(name))
    expect(verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(200)
    expect(recognised(watched)).toEqual([])
  })
})

describe.concurrent('a wrong HTTP client', { timeout: 300_000 }, () => {
  test.for(FORMS)(
    '%s breaks its rules and nothing else, and is known by name',
    async ([name, fault], { expect }) => {
      const { verdicts, watched } = await inTurn(() => watch(name))
      // A crash or a stall that does not happen again blames no rule: on a busy machine there is one now and then.
      const bad = verdicts.filter(
        (verdict) => gates(verdict, 'recommended') && verdict.reason !== 'not-reproduced',
      )
      expect(new Set(bad.map(({ rule }) => rule))).toEqual(new Set(RULES[name] ?? RULES[fault.id]))
      const failed = new Set(bad.map(({ vector }) => SUITE.find(vector)?.question.params))
      const isKnown = ([call, answer]: Watched): boolean =>
        failed.has(call) && fault.recognises?.(answer, call) === true
      expect(watched.some(isKnown)).toBe(fault.recognises !== undefined)
      expect(recognised(watched)).toEqual(fault.recognises ? [fault.id] : [])
    },
  )
})

describe('the command line', () => {
  const ALL = ['--filter', 'client/**', '--level', 'recommended', '--timeout', '20000']

  test('judges the right client to conform', async () => {
    const { code, report } = await check(clientAdapter(RIGHT), ALL)
    expect(code).toBe(0)
    expect(report!.totals).toMatchObject({ failed: 0, errored: 0 })
    expect(report!.methods.judged).toEqual(['client.call'])
  })

  test('names the rule that a wrong client breaks', async () => {
    const { code, report } = await check(adapter('tracking-id-dashed'), ALL)
    expect(code).toBe(1)
    const bad = report!.verdicts.filter(({ outcome }) => outcome === 'failed')
    expect(new Set(bad.map(({ rule }) => rule))).toEqual(new Set(['HEADER-TRACKING-ID-FORMAT']))
  })

  test('a program that never calls is not judged to conform, whatever is left of the families', async () => {
    const { code } = await check(adapter('never-calls'), ['--filter', 'client/response/auth-token-refused'])
    expect(code).toBe(1)
  })
})

describe('the table', () => {
  test('names rules that exist', () => {
    const unknown = Object.values(RULES)
      .flat()
      .filter((rule) => SUITE.requirement(rule) === undefined)
    expect(unknown).toEqual([])
  })

  test('names every variant of the client', () => {
    const forms = new Set(FORMS.map(([name]) => name))
    expect(Object.keys(RULES).filter((name) => !forms.has(name))).toEqual([])
    expect(CLIENT_FAULTS.filter(({ id }) => !RULES[id])).toEqual([])
    expect(CLIENT_VARIANTS.map(({ id }) => id).toSorted()).toEqual(WAYS.toSorted())
  })

  test('names each client once, and #0 for the fault itself', () => {
    const names = [RIGHT, ...WAYS, ...FORMS.map(([name]) => name)]
    expect(new Set(names).size).toBe(names.length)
    expect(clientNamed('url-join#0')).toBe(clientNamed('url-join'))
    expect(clientNamed('url-join#1')).toBeDefined()
    expect(clientNamed('url-join#9')).toBeUndefined()
  })
})
