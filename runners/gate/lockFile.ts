import { andMore, counted } from '../../src/text.ts'
import { existsSync } from 'node:fs'
import { ChannelproofError } from '../../src/errors.ts'
import type { Limits } from '../../src/model/index.ts'
import type { Digests, GeneratedQuestions, LockNews } from '../../src/gate/lock.ts'
import type { ReportSubject } from '../../src/report/report.ts'
import { checked, readForeignYaml } from '../../src/vectors/format/read.ts'
import { VERSION } from '../suite/files.ts'
import { readInput } from '../terminal/input.ts'
import { schemaCheck } from '../suite/schemas.ts'

/** What a lock holds: the vectors that gate, and the limits of the subject. */
export interface Lock {
  readonly vectors: Digests
  readonly limits?: Limits
  /** Which generated questions gate, by kind of subject. */
  readonly generated?: LockedQuestions
}

export type LockedQuestions = Readonly<Partial<Record<ReportSubject['kind'], GeneratedQuestions>>>

interface LockFile extends Lock {
  readonly schema: 1
  readonly suite: string
}

/**
 * What stands in a lock file.
 * @param mayBeMissing it is about to be written
 * @throws ChannelproofError with file and line (exit code 2)
 */
export async function readLock(file: string, mayBeMissing: boolean): Promise<Lock> {
  if (mayBeMissing && !existsSync(file)) return { vectors: {} }
  const text = await readInput(file)
  const check = schemaCheck('lock')
  try {
    return checked<LockFile>(JSON.parse(text), file, check)
  } catch (error) {
    if (error instanceof ChannelproofError) throw error
    // JSON is YAML, and that reader knows the line of a mistake.
    return readForeignYaml<LockFile>(text, file, check)
  }
}

/** A line for each vector, so that a change is one line too. */
export function lockText({ vectors, limits, generated }: Lock): string {
  const sorted = Object.entries(vectors).sort(([a], [b]) => (a < b ? -1 : 1))
  const file: LockFile = {
    schema: 1,
    suite: VERSION,
    ...(limits && { limits }),
    ...(generated && { generated }),
    vectors: Object.fromEntries(sorted),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** @throws ChannelproofError `locked-vector-gone`: a vector that gated is not judged any more (exit code 2) */
export function refuseGone({ gone }: LockNews, file: string): void {
  if (gone.length === 0) return
  throw new ChannelproofError(
    'locked-vector-gone',
    `this suite lacks ${counted(gone.length, 'locked vector')}: ${andMore(gone, 10)}`,
    'Run the version of channelproof that wrote the lock, or renew it with --update-lock.',
    { file },
  )
}
