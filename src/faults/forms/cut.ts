import { keysOf } from '../../tables.ts'
import { named, type Named } from './named.ts'

/** How languages cut a text: each counts its length in units of its own. */
const CUTS = {
  /** JavaScript slice, Java and C# Substring. */
  'UTF-16 units': (text, length) => text.slice(0, length),
  /** Python and Ruby slices, PHP mb_substr. */
  'code points': (text, length) => Array.from(text).slice(0, length).join(''),
  /** Go and C, PHP substr: of a character that is cut nothing is left. */
  bytes: (text, length) => new TextDecoder().decode(Buffer.from(text).subarray(0, length), { stream: true }),
} as const satisfies Readonly<Record<string, (text: string, length: number) => string>>

type CutUnit = keyof typeof CUTS

/** Cuts after so many of each of these units, with the name of the unit. */
export const cutsAt = (
  lengths: readonly number[],
  units: readonly CutUnit[] = keysOf<CutUnit>(CUTS),
): (((text: string) => string) & Named)[] =>
  lengths.flatMap((length) =>
    units.map((unit) => named(`a cut after ${length} ${unit}`, (text: string) => CUTS[unit](text, length))),
  )
