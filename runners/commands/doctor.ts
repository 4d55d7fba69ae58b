import type { Find } from '../../src/ask.ts'
import { EXIT } from '../../src/report/exit.ts'
import { counted, shellWord } from '../../src/text.ts'
import { visible } from '../../src/report/visible.ts'
import { watched, type Starting } from '../client/watched.ts'
import { clientOptions, type ClientFlags } from '../client/options.ts'
import { beginning } from '../doctor/beginning.ts'
import {
  clientLines,
  type DoctorLine,
  joinParamsLines,
  methodLines,
  NOTHING_OFFERED,
} from '../doctor/methods.ts'
import { membersLines } from '../doctor/members.ts'
import { loadSuite } from '../suite/index.ts'
import { vectorsOfOwnClock } from '../suite/subjectKinds.ts'
import { printAs } from '../terminal/console.ts'
import { wrongOption } from '../terminal/options.ts'
import { newRunSecrets } from '../terminal/secrets.ts'
import { Interruption } from '../terminal/errors.ts'
import { runFlags, type RawRunFlags } from '../session/flags.ts'

type RawDoctorFlags = Partial<RawRunFlags> & Omit<ClientFlags, 'trace'> & { readonly json?: boolean }

/** `channelproof doctor -- <command>`: is the adapter itself right? Resolves with the exit code. */
export async function doctor([program, ...args]: readonly string[], raw: RawDoctorFlags): Promise<number> {
  const example = 'npx channelproof doctor -- python3 adapter.py'
  if (!program) throw wrongOption('no adapter is named', `Put its command behind --: ${example}`)
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
  const checkup = { schema: 1, isUsable, findings }
  await printAs(raw.json ?? false, checkup, (masked) => `${textOf(masked.findings, command)}\n`)
  if (!isUsable) return EXIT.couldNotRun
  return findings.some(({ state }) => state === 'WRONG') ? EXIT.fails : EXIT.conforms
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
      ...(await membersLines(subject, find)),
    ]
  } finally {
    await subject.close()
  }
}

function textOf(findings: readonly DoctorLine[], command: readonly string[]): string {
  const wide = Math.max(...findings.map(({ about }) => about.length)) + 2
  const rows = findings.flatMap(({ state, about, says, repair, in: where }) => [
    `${state.padEnd(7)}${about.padEnd(wide)}${where ? `the ${where}: ` : ''}${visible(says)}`,
    ...(repair === undefined ? [] : [`${' '.repeat(7 + wide)}${visible(repair)}`]),
  ])
  return [...rows, '', verdictOf(findings, command.map(shellWord).join(' '))].join('\n')
}

function verdictOf(findings: readonly DoctorLine[], adapter: string): string {
  const wrongIn = (where: DoctorLine['in']): number => findings.filter((one) => one.in === where).length
  const [ofAdapter, ofSdk] = [wrongIn('adapter'), wrongIn('SDK')]
  const next = `npx channelproof sdk -- ${adapter}`
  if (ofAdapter > 0)
    return `${ofAdapter} of ${findings.length} to be repaired in the adapter${ofSdk > 0 ? `, ${ofSdk} in the SDK` : ''}`
  if (ofSdk > 0)
    return `nothing is wrong with the adapter, ${counted(ofSdk, 'answer')} of the SDK ${ofSdk === 1 ? 'is' : 'are'}; ${next} names the fault`
  const isEmpty = findings.some(({ about, says }) => about === 'methods' && says === NOTHING_OFFERED)
  const now = isEmpty ? 'it offers no method yet: fill in a call first' : `now: ${next}`
  return `nothing is wrong with the adapter; ${now}`
}
