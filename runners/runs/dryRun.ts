import { roundOf } from '../explore/index.ts'
import { generatedFor, prepare } from '../generated/index.ts'
import type { LiveConfig } from '../live/config.ts'
import { EndpointSubject } from '../live/endpoint.ts'
import { sentenceOf, type Journal } from '../live/journal.ts'
import { planOf } from '../live/plan.ts'
import type { RunFlags } from '../session/flags.ts'
import { print } from '../terminal/console.ts'
import { runSecrets } from '../terminal/secrets.ts'

/** `--dry-run`: what would be sent, and what would be skipped and why; sends nothing and writes no file. */
export async function printPlan(
  config: LiveConfig,
  flags: RunFlags,
  { explore, journal }: { readonly explore?: number | undefined; readonly journal?: Journal | undefined },
): Promise<number> {
  const subject = new EndpointSubject(config, runSecrets())
  const reading = { ...flags, gate: asItStands(flags.gate) }
  const loaded = await prepare('endpoint', reading)
  const { vectors, seed } = (await generatedFor(reading, { kind: 'endpoint', subject, loaded })).run
  const later = explore === undefined ? [] : await roundOf(subject, seed)
  const lines = planOf(config, subject.description, {
    vectors: [...loaded.vectors, ...vectors],
    later,
    explore,
    left: (journal?.left() ?? []).map(sentenceOf),
    ...(vectors.length > 0 && { generated: { asked: vectors.length, seed } }),
  })
  await subject.close()
  await print(`${lines.join('\n')}\n`)
  return 0
}

/** Files that the run would renew have no effect yet. */
const asItStands = (flags: RunFlags['gate']): RunFlags['gate'] => ({
  ...flags,
  lock: flags.updateLock ? undefined : flags.lock,
  baseline: flags.updateBaseline ? undefined : flags.baseline,
  updateLock: false,
  updateBaseline: false,
})
