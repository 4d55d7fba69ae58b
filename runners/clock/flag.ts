import { wrongOption, wrongValue } from '../terminal/options.ts'

export interface ClockFlags {
  readonly clock?: string
}

/**
 * The years 2010 to 2261: the questions also name times long before the present, none of which is before 1970, and what
 * counts nanoseconds in 64 bits, as Python does, goes no further.
 */
const [EARLIEST, LATEST] = [1262304000, 9214646399]

const ADVICE =
  'give a time of UTC in the years 2010 to 2261, such as 2038-01-19T03:14:05Z, or its seconds of Unix time'

/** `--clock`, in Unix seconds. @throws ChannelproofError `wrong-option` */
export function clockFlag({ clock }: ClockFlags, isDevice: boolean): number | undefined {
  if (clock === undefined) return undefined
  if (isDevice)
    throw wrongOption(
      '--clock sets the clock of a command, and a device has its own',
      'Leave one of them out.',
    )
  const seconds = /^[0-9]{1,12}$/.test(clock) ? Number(clock) : secondsIn(clock)
  if (seconds !== undefined && seconds >= EARLIEST && seconds <= LATEST) return seconds
  throw wrongValue('--clock', clock, ADVICE)
}

/** Date.parse takes the 30th of February for the first of March. */
function secondsIn(text: string): number | undefined {
  const millis = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(millis) || isoOf(millis / 1000) !== text ? undefined : millis / 1000
}

/** `2038-01-19T03:14:05Z`. */
export const isoOf = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
