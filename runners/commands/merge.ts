import { runFlags, type RawRunFlags } from '../session/flags.ts'
import { concluded, openRun } from '../session/session.ts'
import { judgedByShards, readShards } from '../session/shards.ts'
import type { Used } from '../paths/targets.ts'

/** `channelproof merge a.json b.json …`: one report of all shards. Resolves with the exit code. */
export async function merge(files: readonly string[], raw: Partial<RawRunFlags>): Promise<number> {
  const flags = runFlags(raw)
  const shards = await readShards(files, flags.gate)
  const session = openRun(
    flags,
    files.map((file): Used => ['the shard', file]),
  )
  return concluded(session, await judgedByShards(shards, flags))
}
