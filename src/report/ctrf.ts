/** Common Test Report Format (https://ctrf.io): what many tools of CI read, as JSON. */
import type { Vector, Verdict } from '../model/index.ts'
import { gates } from '../run.ts'
import { familyOf } from './coverage.ts'
import { alsoLines, differenceLines, whyNotGating, whyIncomplete } from './notGating.ts'
import { withLabels } from './labels.ts'
import { byFamily, type Report } from './report.ts'
import { stateOf } from './ruleStates.ts'

const STATUSES = ['passed', 'failed', 'skipped', 'pending', 'other'] as const
type Status = (typeof STATUSES)[number]

interface Test {
  readonly name: string
  readonly status: Status
  readonly duration: number
  readonly suite: readonly [string]
  readonly rawStatus: string
  readonly message?: string
  readonly trace?: string
  readonly tags?: readonly string[]
}

/** One test a vector; a run that judged too little has a failed test for it, as in JUnit. */
export function ctrfReport(report: Report, find: (id: string) => Vector | undefined): string {
  const { suite, subject, labels, startedAt, seconds, conforms, exitCode } = report
  const tests = [...report.verdicts.map((verdict) => testOf(verdict, report, find)), ...incomplete(report)]
  const start = Date.parse(startedAt)
  const counts = Object.fromEntries(
    STATUSES.map((status) => [status, tests.filter((test) => test.status === status).length]),
  )
  const time = { start, stop: start + Math.round(seconds * 1000) }
  const summary = { tests: tests.length, ...counts, suites: byFamily(report.verdicts).size, ...time }
  const version = subject.version && { appVersion: subject.version }
  const environment = {
    appName: subject.name,
    ...version,
    extra: { conforms, exitCode, ...withLabels(labels) },
  }
  const results = { tool: { name: suite.name, version: suite.version }, summary, tests, environment }
  return `${JSON.stringify({ reportFormat: 'CTRF', specVersion: '0.0.0', results }, null, 2)}\n`
}

const STATUS: Readonly<Record<Verdict['outcome'], Status>> = {
  passed: 'passed',
  observed: 'passed',
  failed: 'failed',
  errored: 'failed',
  skipped: 'skipped',
}

function testOf(verdict: Verdict, { level }: Report, find: (id: string) => Vector | undefined): Test {
  const { vector, outcome, message = '', millis, unsteady, diagnosis = [], requirements } = verdict
  // Viewers show every failure as red.
  const isQuiet = outcome === 'failed' && !gates(verdict, level)
  const why = [whyNotGating(verdict, level), message].filter(Boolean).join(': ')
  const title = find(vector)?.title
  return {
    name: title === undefined ? vector : `${vector}: ${title}`,
    status: isQuiet ? 'skipped' : STATUS[outcome],
    duration: Math.round(millis),
    suite: [familyOf(vector)],
    rawStatus: unsteady ? 'unsteady' : stateOf(verdict),
    ...(why !== '' && { message: why }),
    ...(outcome === 'failed' && { trace: traceOf(verdict) }),
    tags: [...requirements, ...diagnosis],
  }
}

function traceOf(verdict: Verdict): string {
  const { answers } = verdict
  const both = answers ? [`first: ${answers.first}`, `again: ${answers.second}`] : []
  return [...differenceLines(verdict), ...both, ...alsoLines(verdict)].join('\n')
}

function incomplete(report: Report): Test[] {
  const reasons = whyIncomplete(report)
  if (reasons.length === 0) return []
  const test = {
    name: 'the run is complete',
    status: 'failed',
    duration: 0,
    suite: ['channelproof/run'],
  } as const
  return [{ ...test, rawStatus: 'incomplete', message: reasons.join('; ') }]
}
