/** A phone in Python over sockets, against the same program over stdio. */
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import type { Report } from '../../src/report/report.ts'
import { check } from '../support/cli.ts'
import { ended, judged, printing, type Judged } from '../support/socket/devices.ts'

const PHONE = rootFile('test/support/socket/phone.py')

/** The same questions each time: the right phone is asked everything, a wrong one what its fault is about. */
const ALL = ['--generated', '60', '--seed', '7']
const SOME = ['token/issue/*', 'token/verify/*', 'client/request/streaming-update-*'].flatMap((glob) => [
  '--filter',
  glob,
])
const questionsFor = (fault: string): readonly string[] => (fault === 'right' ? ALL : SOME)

const callsIn = (fault: string): Promise<Judged> =>
  judged([...questionsFor(fault), '--listen', 'tcp://127.0.0.1:0'], ({ host, port, code }) =>
    ended('python3', [PHONE, fault, 'call', host, String(port), code]),
  )

async function isCalled(fault: string): Promise<Judged> {
  const { line, child } = await printing('python3', [PHONE, fault, 'wait'])
  return judged([...questionsFor(fault), '--connect', `tcp://127.0.0.1:${line}`]).finally(() => child.kill())
}

const outcomes = (report: Report | undefined): string[] =>
  (report?.verdicts ?? []).map(({ vector, outcome, reason, unsteady }) =>
    [vector, outcome, reason, unsteady].join(' '),
  )
const failed = (report: Report | undefined): number =>
  (report?.verdicts ?? []).filter(({ outcome }) => outcome === 'failed').length

describe('a phone has the verdicts that the same program has over stdio', () => {
  test.each([
    ['right', 0],
    ['url-safe', 1],
    ['no-padding', 1],
    ['milliseconds', 1],
    ['never-expires', 1],
    ['put-as-post', 1],
  ])('%s', async (fault, code) => {
    const overPipe = await check(['python3', PHONE, fault, 'stdio'], questionsFor(fault))
    expect(overPipe.code).toBe(code)
    expect(failed(overPipe.report) > 0).toBe(code === 1)
    for (const over of [await callsIn(fault), await isCalled(fault)]) {
      expect(outcomes(over.report)).toEqual(outcomes(overPipe.report))
      expect(over.report?.diagnosis).toEqual(overPipe.report?.diagnosis)
      expect(over.code).toBe(code)
    }
  })
})
