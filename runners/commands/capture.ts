import { CAPTURE_VECTORS } from '../../src/judge/client/captured.ts'
import { visible } from '../../src/report/visible.ts'
import type { App } from '../../src/service/index.ts'
import { Capture, captureLine, captureServer, IdleClock } from '../client/captureServer.ts'
import { Gate } from '../gate/gate.ts'
import { closeServer, listen } from '../http/server.ts'
import { timesSince } from '../session/facts.ts'
import type { CaptureFlags } from '../session/flags.ts'
import { concluded, openRun } from '../session/session.ts'
import { loadSuite, type Suite } from '../suite/index.ts'
import { suiteFacts } from '../suite/subjectKinds.ts'
import { tell } from '../terminal/console.ts'

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
  const ofSuite = { suite: suiteFacts(suite), find, requirement: suite.requirement }
  const facts = { ...judged.facts(options, url), ...timesSince(session.startedAt), ...ofSuite }
  return concluded(session, { gate, suite, facts, verdicts: judged.verdicts() })
}
