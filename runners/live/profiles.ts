import { wrongOption, wrongValue } from '../terminal/options.ts'
import { isKeyOf, keysOf } from '../../src/tables.ts'
import type { LiveSettings } from './settings.ts'

const endpoint = (family: string, names: string): string[] =>
  names.split(' ').map((name) => `endpoint/${family}/${name}`)

/** Parts of the suite with bounds of their own, for every day. */
const PROFILES = {
  // Of each operation something that must be accepted and something that must be refused, with one push at a time.
  smoke: {
    // Ids, so that a run that is repeated asks the same: new vectors come in by hand.
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
    // Clean-up and the plain starts about the room in the channel included.
    maxRequests: 60,
    // Seconds.
    maxTime: 30,
  },
}

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
    throw wrongValue('--profile', name, `use ${keysOf(PROFILES).join(' or ')}, or none for all vectors`)
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
