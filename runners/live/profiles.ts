import { wrongOption, wrongValue } from '../terminal/options.ts'
import { isKeyOf, keysOf } from '../../src/tables.ts'
import type { LiveSettings } from './settings.ts'

/** A part of the suite with bounds of its own, for every day. */
interface Profile {
  /** Ids, so that a run that is repeated asks the same: new vectors come in by hand. */
  readonly vectors: readonly string[]
  /** Requests of a run, clean-up and the plain starts about the room in the channel included. */
  readonly maxRequests: number
  /** Seconds. */
  readonly maxTime: number
}

const endpoint = (family: string, names: string): string[] =>
  names.split(' ').map((name) => `endpoint/${family}/${name}`)

/** Of each operation something that must be accepted and something that must be refused, with one push at a time. */
const PROFILES = {
  smoke: {
    vectors: [
      ...endpoint('auth', 'right missing wrong-scheme wrong-signature unknown-app'),
      ...endpoint('auth', 'streaming-start-missing streaming-start-wrong-signature'),
      ...endpoint('auth', 'streaming-update-wrong-signature streaming-stop-wrong-signature'),
      ...endpoint('headers', 'names-in-lower-case'),
      ...endpoint('token', 'issues-minimal issues-every-member-but-privileges issues-every-default'),
      ...endpoint('token', 'refuses-channel-id-missing refuses-duration-86401 refuses-delay-close-86401'),
      ...endpoint('streaming', 'start-without-channel update-without-channel stop-without-channel'),
      ...endpoint('streaming', 'start-mixed start-refuses-flag-16'),
      ...endpoint('streaming', 'update-fps update-refuses-fps-24'),
      ...endpoint('streaming', 'stop-the-only-one stop-refuses-channel-id-missing'),
    ],
    maxRequests: 60,
    maxTime: 30,
  },
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof PROFILES

/** Flags that choose questions, which a profile does itself. */
interface Choosing {
  readonly filter?: readonly string[]
  readonly vectors?: readonly string[]
  readonly generated?: string
  readonly shard?: string
}

/** @throws ChannelproofError `wrong-option` for another name, and for flags that choose questions as well */
export function profileOf(name: string | undefined, choosing: Choosing): ProfileName | undefined {
  if (name === undefined) return undefined
  if (!isKeyOf(PROFILES, name))
    throw wrongValue(
      '--profile',
      name,
      `use ${keysOf(PROFILES).join(' or ')}, or leave it out for all vectors`,
    )
  const { filter = [], vectors = [], generated = '0', shard } = choosing
  if (filter.length > 0 || vectors.length > 0 || generated !== '0' || shard !== undefined)
    throw wrongOption(
      `--profile ${name} has a list of its own: it goes with no --filter, --vectors, --generated and --shard`,
      'Leave them out, or leave --profile out.',
    )
  return name
}

/** The vectors that a run asks. */
export const vectorsOf = (name: ProfileName): readonly string[] => PROFILES[name].vectors

/** The bounds of a run: those of the operator where they are narrower. */
export const boundedBy = (name: ProfileName, settings: LiveSettings): LiveSettings => ({
  ...settings,
  maxRequests: Math.min(settings.maxRequests ?? Infinity, PROFILES[name].maxRequests),
  maxTime: Math.min(settings.maxTime ?? Infinity, PROFILES[name].maxTime),
})
