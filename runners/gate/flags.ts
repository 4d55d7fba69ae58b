import { wrongOption, wrongValue } from '../terminal/options.ts'
import type { Used } from '../paths/targets.ts'
import type { Shard } from '../../src/gate/shard.ts'

/** Flags of the release gate, as they stand on the command line. */
export interface RawGateFlags {
  readonly baseline?: string
  readonly updateBaseline?: boolean
  readonly lock?: string
  readonly updateLock?: boolean
  readonly suiteVersion?: string
  readonly shard?: string
}

export interface GateFlags {
  readonly baseline: string | undefined
  readonly updateBaseline: boolean
  readonly lock: string | undefined
  readonly updateLock: boolean
  /** Of whose vectors the verdict is; there is no lock then. */
  readonly suiteVersion: string | undefined
  readonly shard: Pick<Shard, 'index' | 'of'> | undefined
}

/** Where the update flags write when no file is named. */
const FILES = { baseline: 'channelproof-baseline.yaml', lock: 'channelproof-lock.json' } as const

/** @throws ChannelproofError `wrong-option` (exit code 2) */
export function gateFlags(raw: RawGateFlags): GateFlags {
  const { updateBaseline = false, updateLock = false, suiteVersion } = raw
  const shard = raw.shard === undefined ? undefined : shardOf(raw.shard)
  const renewing = '--shard does not go with --update-baseline or --update-lock'
  if (shard && (updateBaseline || updateLock))
    throw wrongOption(renewing, 'Renew them with "npx channelproof merge".')
  if (suiteVersion !== undefined && (raw.lock !== undefined || updateLock))
    throw wrongOption(
      '--suite-version does not go with a lock',
      'Each says which vectors gate: leave out --lock and --update-lock, or --suite-version.',
    )
  return {
    baseline: raw.baseline ?? (updateBaseline ? FILES.baseline : undefined),
    updateBaseline,
    lock: raw.lock ?? (updateLock ? FILES.lock : undefined),
    updateLock,
    suiteVersion,
    shard,
  }
}

/** The files of the gate; one of them cannot be both, whether the run writes it or not. */
export const usedFiles = ({ baseline, lock }: Pick<GateFlags, 'baseline' | 'lock'>): Used[] => [
  ['--baseline', baseline, true],
  ['--lock', lock, true],
]

function shardOf(text: string): Pick<Shard, 'index' | 'of'> {
  const [, index, of] = (/^([0-9]{1,6})\/([0-9]{1,6})$/.exec(text) ?? []).map(Number)
  if (index !== undefined && of !== undefined && index >= 1 && index <= of) return { index, of }
  throw wrongValue('--shard', text, 'give i/n with i from 1 to n, such as --shard 1/3')
}
