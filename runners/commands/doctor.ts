import type { Find } from '../../src/ask.ts'
import { EXIT } from '../../src/report/exit.ts'
import { visible } from '../../src/report/visible.ts'
import { watched, type Starting } from '../client/watched.ts'
import { clientOptions, type ClientFlags } from '../client/options.ts'
import { beginning } from '../doctor/beginning.ts'
import { clientLines, type DoctorLine, joinParamsLines, methodLines } from '../doctor/methods.ts'
import { loadSuite } from '../suite/index.ts'
import { vectorsOfOwnClock } from '../suite/subjectKinds.ts'
import { print } from '../terminal/console.ts'
import { wrongOption } from '../terminal/options.ts'
import { newRunSecrets } from '../terminal/secrets.ts'
import { Interruption } from '../terminal/signals.ts'
import { runFlags, type RawRunFlags } from '../session/flags.ts'

/** `channelproof doctor -- <command>`: is the adapter itself right? Resolves with the exit code. */
export async function doctor(
  [program, ...args]: readonly string[],
  raw: Partial<RawRunFlags> & Omit<ClientFlags, 'trace'>,
): Promise<number> {
  if (program === undefined || program === '')
    throw wrongOption(
      'no adapter is named',
      'Put its command behind --: channelproof doctor -- python3 adapter.py',
    )
  const flags = runFlags(raw)
  const interruption = new Interruption()
  const secrets = newRunSecrets()
  const { signal } = interruption
  const command = [program, ...args] as const
  const starting = { ...flags, client: clientOptions({ ...raw, trace: false }), jobs: 1, signal, secrets }
  const { findings: first, isUsable } = await beginning({ ...flags, command, signal })
  const findings = [...first, ...(isUsable && !signal.aborted ? await questions(command, starting) : [])]
  if (interruption.exitCode !== undefined) {
    // What was not heard before a signal says nothing of the adapter.
    interruption.tellEarly()
    return interruption.exitCode
  }
  await print(`${textOf(findings)}\n`)
  return isUsable ? exitCode(findings) : EXIT.couldNotRun
}

async function questions(command: readonly [string, ...string[]], starting: Starting): Promise<DoctorLine[]> {
  const subject = await watched(command, starting)
  try {
    const suite = await loadSuite(['token', 'client'])
    const ofNow = new Map((await vectorsOfOwnClock(subject.description)).map((vector) => [vector.id, vector]))
    const find: Find = (id) => ofNow.get(id) ?? suite.find(id)
    return [
      ...(await methodLines(subject, find)),
      ...(await joinParamsLines(subject)),
      ...(await clientLines(subject, find)),
    ]
  } finally {
    await subject.close()
  }
}

const exitCode = (findings: readonly DoctorLine[]): number =>
  findings.some(({ state }) => state === 'WRONG') ? EXIT.fails : EXIT.conforms

function textOf(findings: readonly DoctorLine[]): string {
  const wide = Math.max(...findings.map(({ about }) => about.length)) + 2
  const rows = findings.flatMap(({ state, about, says, repair }) => [
    `${state.padEnd(7)}${about.padEnd(wide)}${visible(says)}`,
    ...(repair === undefined ? [] : [`${' '.repeat(7 + wide)}${visible(repair)}`]),
  ])
  const count = findings.filter(({ state }) => state === 'WRONG').length
  const verdict =
    count === 0
      ? 'nothing is wrong with the adapter; now: channelproof sdk'
      : `${count} of ${findings.length} have to be repaired`
  return [...rows, '', verdict].join('\n')
}
