import { closeServer, listen } from '../http/server.ts'
import { CAPTURE_VECTORS, type Captured } from '../../src/judge/client/captured.ts'
import { OPERATIONS, type Operation, type SeenRequest, type Stopped } from '../../src/model/index.ts'
import type { Report, RunFacts } from '../../src/report/report.ts'
import { visible } from '../../src/report/visible.ts'
import type { App } from '../../src/service/index.ts'
import { Capture, captureServer, isWrong } from '../client/captureServer.ts'
import { gateFlags, usedFiles, type GateFlags } from '../gate/flags.ts'
import { Gate } from '../gate/gate.ts'
import { suiteFacts } from '../suite/subjectKinds.ts'
import { number, wrongOption, wrongValue } from '../terminal/options.ts'
import { emptyReports } from '../report/targets.ts'
import { parseReports, writeReports, type ReportTarget } from '../report/write.ts'
import { Interruption } from '../terminal/signals.ts'
import { loadSuite, type Suite } from '../suite/index.ts'

/** Flags of `serve --capture`, as they stand on the command line. */
export interface RawCaptureFlags {
  readonly for?: string
  readonly untilIdle?: string
  readonly expect: string
  readonly report: readonly string[]
  readonly level: string
  readonly quiet: boolean
  readonly baseline?: string
  readonly updateBaseline?: boolean
}

interface CaptureFlags {
  /** Milliseconds. */
  readonly lasts: number
  readonly idle: number
  readonly expect: readonly Operation[]
  readonly targets: readonly ReportTarget[]
  readonly level: 'required' | 'recommended'
  readonly quiet: boolean
  readonly gate: GateFlags
}

/** @throws ChannelproofError `wrong-option` (exit code 2) */
export function captureFlags(raw: RawCaptureFlags): CaptureFlags {
  const { level, report, quiet } = raw
  if (level !== 'required' && level !== 'recommended')
    throw wrongValue('--level', level, 'use required or recommended')
  if (raw.for === undefined && raw.untilIdle === undefined)
    throw wrongOption('--capture has no end', 'Add --for <seconds> or --until-idle <seconds>.')
  return {
    lasts: seconds('--for', raw.for),
    idle: seconds('--until-idle', raw.untilIdle),
    expect: operations(raw.expect),
    targets: parseReports(report),
    level,
    quiet,
    gate: gateFlags({
      ...(raw.baseline !== undefined && { baseline: raw.baseline }),
      ...(raw.updateBaseline && { updateBaseline: true }),
    }),
  }
}

const seconds = (option: string, text: string | undefined): number => {
  if (text === undefined) return Infinity
  const millis = number(option, text, 0) * 1000
  // Beyond that a timer of Node fires at once.
  if (millis > 0 && millis <= 2147483647) return millis
  throw wrongValue(option, text, 'give a number of seconds above 0, at most 2147483')
}

function operations(text: string): Operation[] {
  const names = text.split(',').filter((name) => name !== '')
  return names.map((name) => {
    const operation = OPERATIONS.find((one) => one === name)
    if (operation) return operation
    throw wrongValue('--expect', name, `use some of ${OPERATIONS.join(', ')}, separated by commas`)
  })
}

export interface CaptureOptions extends CaptureFlags {
  readonly host: string
  readonly port: number
  readonly scheme: string
  readonly app: App
  /** Tells the user where to point the program. */
  readonly ready: (url: string) => Promise<void>
}

/** Judges every request until the time is over, and reports. Resolves with the exit code. */
export async function capture(options: CaptureOptions): Promise<number> {
  const startedAt = new Date()
  emptyReports(options.targets, usedFiles(options.gate))
  const gate = await Gate.open(options.gate, CAPTURE_VECTORS)
  const interruption = new Interruption()
  const judged = new Capture(options.scheme)
  const clock = new Clock(options, interruption.signal)
  const server = captureServer(options.app, (request) => {
    clock.restart()
    const captured = judged.judge(request)
    process.stderr.write(liveLine(judged.requests, request, captured, options.level))
    return captured
  })
  const { url } = await listen(server, options)
  await options.ready(url)
  clock.restart()
  await clock.over
  await closeServer(server)
  const suite = withCaptured(await loadSuite([]))
  const report = reportOf(options, judged, suite, gate, {
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    partial: interruption.signal.aborted,
    signal: interruption.exitCode,
    stopped: interruption.stopped,
    url,
  })
  await writeReports(report, options.targets, { suite, quiet: options.quiet })
  return report.exitCode
}

/** Ends after a time, after a time without a request, or by a signal. */
class Clock {
  readonly over: Promise<void>
  readonly #idle: number
  #end: () => void = () => undefined
  #timer: NodeJS.Timeout | undefined

  constructor({ lasts, idle }: Pick<CaptureFlags, 'lasts' | 'idle'>, signal: AbortSignal) {
    this.#idle = idle
    this.over = new Promise((resolve) => {
      const whole = lasts === Infinity ? undefined : setTimeout(() => this.#end(), lasts)
      this.#end = () => {
        clearTimeout(whole)
        clearTimeout(this.#timer)
        resolve()
      }
      if (signal.aborted) this.#end()
      else signal.addEventListener('abort', () => this.#end())
    })
  }

  restart(): void {
    clearTimeout(this.#timer)
    if (this.#idle !== Infinity) this.#timer = setTimeout(() => this.#end(), this.#idle)
  }
}

/** `3 PUT /streaming/update  wrong-method: …`: one line a request, findings that do not gate in brackets. */
function liveLine(
  count: number,
  { method, target }: SeenRequest,
  { findings }: Captured,
  level: CaptureFlags['level'],
): string {
  const found = [...findings].flatMap(([id, list]) =>
    list.map(({ reason, message }) =>
      isWrong(id, level) ? `${reason}: ${message}` : `(${reason}: ${message})`,
    ),
  )
  const line = `${count} ${method} ${target.split('?')[0]}  ${found.join(' ') || 'ok'}`
  return `${visible(line)}\n`
}

const withCaptured = (suite: Suite): Suite => ({
  ...suite,
  find: (id) => CAPTURE_VECTORS.find((vector) => vector.id === id),
})

function reportOf(
  { level, expect }: CaptureOptions,
  judged: Capture,
  suite: Suite,
  gate: Gate,
  facts: Pick<Report, 'startedAt' | 'seconds' | 'partial'> & { url: string } & Pick<RunFacts, 'signal'> & {
      stopped: Stopped | undefined
    },
): Report {
  const { url, stopped, ...times } = facts
  const missing = expect.filter((operation) => !judged.operations.has(operation))
  return gate.report(
    {
      suite: suiteFacts(suite),
      subject: { kind: 'capture', name: `${judged.requests} requests`, baseUrl: url },
      ...times,
      ...(stopped && { stopped }),
      level,
      require: [],
      description: {
        protocol: 1,
        sdk: { name: 'captured', version: '', language: '' },
        methods: ['client.call'],
        clock: 'system',
      },
      methods: ['client.call'],
      requireOneOf: ['client.call'],
      minCases: 0,
      lacking: missing.map((operation) => `--expect names ${operation}, and no such request came`),
      find: suite.find,
      requirement: suite.requirement,
      findings: judged.findings(),
    },
    judged.verdicts(),
  )
}
