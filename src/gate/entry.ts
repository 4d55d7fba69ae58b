import type { Excuse } from '../model/index.ts'

/** How long `--update-baseline` excuses a new failure. */
export const EXCUSED_DAYS = 90

/** The placeholder where an entry names no issue yet: `--update-baseline` knows none. */
export const UNFILED = 'TODO'

const DAY = 24 * 60 * 60 * 1000

/** A date so many days later. */
export const laterBy = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** The lines of an entry in a file. JSON's strings are YAML's. */
export const linesOf = (key: 'vector' | 'cause', value: string, excuse: Excuse): string[] => [
  `  - ${key}: ${JSON.stringify(value)}`,
  ...(['reason', 'issue', 'expires'] as const).map((name) => `    ${name}: ${JSON.stringify(excuse[name])}`),
]
