import { EXIT } from '../../src/report/exit.ts'
import { checkKeep, keepAll, keptIn } from '../generated/index.ts'
import { runFlags, type RawRunFlags } from '../session/flags.ts'
import { concluded, openRun } from '../session/session.ts'
import { judgedByShards, readShards } from '../session/shards.ts'
import { usedAs } from '../paths/targets.ts'
import { wrongOption } from '../terminal/options.ts'

type RawFlags = Partial<RawRunFlags>

/** `channelproof merge a.json b.json …`: one report of all shards. Resolves with the exit code. */
export async function merge(files: readonly string[], raw: RawFlags): Promise<number> {
  if (raw.keep !== undefined) return keptTogether(files, raw.keep, raw)
  const flags = runFlags(raw)
  const shards = await readShards(files, flags.gate)
  return concluded(openRun(flags, usedAs('the shard', files)), await judgedByShards(shards, flags))
}

/** `channelproof merge a.yaml b.yaml --keep all.yaml`: what several searches kept, each question once. */
async function keptTogether(files: readonly string[], file: string, raw: RawFlags): Promise<number> {
  const { report = [], vectors = [] } = raw
  const what = '--keep puts files of questions together, and judges nothing'
  const advice = 'Leave --report and --vectors out, or give reports without --keep.'
  if (report.length > 0 || vectors.length > 0) throw wrongOption(what, advice)
  await checkKeep(file)
  await keepAll(file, await keptIn(files))
  return EXIT.conforms
}
