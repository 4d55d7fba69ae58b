import { EXIT } from '../../src/report/exit.ts'
import { visible } from '../../src/report/visible.ts'
import { watched, type Starting } from '../client/watched.ts'
import { clientOptions, type ClientFlags } from '../client/options.ts'
import { beginning } from '../doctor/beginning.ts'
import { clientFindings } from '../doctor/client.ts'
import { type DoctorLine, joinParamsFindings, methodFindings, type Find } from '../doctor/methods.ts'
import { loadSuite } from '../suite/index.ts'
import { vectorsOfOwnClock } from '../suite/ownClock.ts'
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
  const { findings: first, isUsable } = await beginning({ ...flags, command })
  const findings = [...first, ...(isUsable && !signal.aborted ? await questions(command, starting) : [])]
  await print(`${textOf(findings)}\n`)
  return interruption.exitCode ?? (isUsable ? exitCode(findings) : EXIT.couldNotRun)
}

async function questions(command: readonly [string, ...string[]], starting: Starting): Promise<DoctorLine[]> {
  const subject = await watched(command, starting)
  try {
    const suite = await loadSuite(['token', 'client'])
    const ofNow = new Map((await vectorsOfOwnClock(subject.description)).map((vector) => [vector.id, vector]))
    const find: Find = (id) => ofNow.get(id) ?? suite.find(id)
    return [
      ...(await methodFindings(subject, find)),
      ...(await joinParamsFindings(subject)),
      ...(await clientFindings(subject, find)),
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
