import type { VectorId } from '../../src/model/index.ts'
import { GROUPS } from '../../src/vectors/names.ts'

const groupOf = (id: string): string => id.split('/')[0]!
export const groupsOf = (ids: readonly VectorId[]): Set<string> => new Set(ids.map(groupOf))

/** Is the id in one of these groups? An id of no group counts too: the caller must report it as an error. */
export const isOfGroups = (id: string, groups: ReadonlySet<string>): boolean =>
  groups.has(groupOf(id)) || !GROUPS.some((group) => group === groupOf(id))

/** What the file holds now, so that an update flag left in a script does not go unnoticed. */
export const tell = (text: string): void => void process.stderr.write(`${text}\n`)
