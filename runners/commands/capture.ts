import { CAPTURE_VECTORS } from '../../src/judge/client/captured.ts'
import { OPERATIONS, type Operation } from '../../src/model/index.ts'
import { visible } from '../../src/report/visible.ts'
import type { App } from '../../src/service/index.ts'
import { Capture, captureLine, captureServer, IdleClock } from '../client/captureServer.ts'
import { Gate } from '../gate/gate.ts'
import { closeServer, listen } from '../http/server.ts'
import { timesSince } from '../session/facts.ts'
import { runFlags, type RawRunFlags, type RunFlags } from '../session/flags.ts'
import { concluded, openRun } from '../session/session.ts'
import { loadSuite, type Suite } from '../suite/index.ts'
import { suiteFacts } from '../suite/subjectKinds.ts'
import { tell } from '../terminal/console.ts'
import { number, wrongOption, wrongValue } from '../terminal/options.ts'

export interface RawCaptureFlags extends Pick<
  RawRunFlags,
  'report' | 'level' | 'quiet' | 'baseline' | 'updateBaseline'
> {
  readonly for?: string
  readonly untilIdle?: string
  readonly expect: string
}

interface CaptureFlags extends RunFlags {
  /** Milliseconds. */
  readonly lasts: number
  readonly idle: number
  readonly expect: readonly Operation[]
}

/** @throws ChannelproofError `wrong-option` (exit code 2) */
export function captureFlags(raw: RawCaptureFlags): CaptureFlags {
  const { report, level, quiet, baseline, updateBaseline = false } = raw
  const file = baseline === undefined ? {} : { baseline }
  const flags = runFlags({ report, level, quiet, updateBaseline, ...file })
  if (raw.for === undefined && raw.untilIdle === undefined)
    throw wrongOption('--capture has no end', 'Add --for <seconds> or --until-idle <seconds>.')
  const [lasts, idle] = [seconds('--for', raw.for), seconds('--until-idle', raw.untilIdle)]
  return { ...flags, lasts, idle, expect: operations(raw.expect) }
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
  const session = openRun<CaptureFlags>(options)
  const gate = await Gate.open(options.gate, CAPTURE_VECTORS)
  const judged = new Capture(options.scheme)
  const clock = new IdleClock(options, session.interruption.signal)
  const server = captureServer(options.app, (request) => {
    clock.restart()
    const captured = judged.judge(request)
    const line = captureLine(judged.requests, request, captured, options.level)
    tell(line, (text) => `${visible(text)}\n`)
    return captured
  })
  const { url } = await listen(server, options)
  await options.ready(url)
  clock.restart()
  await clock.over
  await closeServer(server)
  const find: Suite['find'] = (id) => CAPTURE_VECTORS.find((vector) => vector.id === id)
  const suite = { ...(await loadSuite([])), find }
  const { requirement } = suite
  const ofSuite = { suite: suiteFacts(suite), find, requirement }
  const facts = { ...judged.facts(options, url), ...timesSince(session.startedAt), ...ofSuite }
  return concluded(session, { gate, suite, facts, verdicts: judged.verdicts() })
}
