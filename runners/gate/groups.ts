import type { VectorId } from '../../src/model/index.ts'
import { GROUPS } from '../../src/vectors/names.ts'

const groupOf = (id: string): string => id.split('/')[0]!
export const groupsOf = (ids: readonly VectorId[]): Set<string> => new Set(ids.map(groupOf))

/** Of these groups, or of none that there is: then it is a mistake that has to be told. */
export const isOfGroups = (id: string, groups: ReadonlySet<string>): boolean =>
  groups.has(groupOf(id)) || !GROUPS.some((group) => group === groupOf(id))

/** What a file has become: whoever left an update flag in a script should see it. */
export const tell = (text: string): void => void process.stderr.write(`${text}\n`)
