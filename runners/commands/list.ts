import { ChannelproofError } from '../../src/errors.ts'
import type { Requirement } from '../../src/model/index.ts'
import { groupedBy } from '../../src/tables.ts'
import { counted } from '../../src/text.ts'
import { printAs } from '../terminal/console.ts'
import { fitting } from '../suite/subjectKinds.ts'
import { loadSuite, type Suite } from '../suite/index.ts'

/** One line of a list: the first column is an id; as data it is an object of the same names. */
type Row = Readonly<Record<string, string | number>> & { readonly id: string }

const LISTS: Readonly<Record<string, (suite: Suite) => readonly Row[] | Promise<readonly Row[]>>> = {
  families: ({ families }) =>
    families.map(({ name, title, vectors }) => ({ id: name, vectors: vectors.length, title })),
  vectors: ({ vectors }) => vectors.map(({ id, level, title }) => ({ id, level, title })),
  faults: async () => {
    const { FAULTS } = await import('../../src/faults/catalogue.ts')
    return FAULTS.map(({ id, group, does }) => ({ id, group, does }))
  },
  requirements: ({ requirements, vectors }) => {
    const tested = vectors.flatMap((vector) => vector.requirements)
    const counts = groupedBy(tested, (id) => id)
    return requirements.map((rule) => ruleRow(rule, counts.get(rule.id)?.length ?? 0))
  },
}

function ruleRow(rule: Requirement, vectors: number): Row {
  const { id, section, level, statement, untestable, planned } = rule
  const why = untestable ? 'untestable' : `planned: ${planned}`
  return { id, section, level, how: vectors === 0 ? why : counted(vectors, 'vector'), statement }
}

/** `channelproof list [families|vectors|faults|requirements]`: one line each, columns separated by tabs. */
export async function list(
  what: string,
  flags: { filter: readonly string[]; json?: boolean },
): Promise<void> {
  const advice = `Lists are ${Object.keys(LISTS).join(', ')}.`
  if (!Object.hasOwn(LISTS, what))
    throw new ChannelproofError('unknown-list', `there is no list of ${what}`, advice)
  const rows = fitting(await LISTS[what]!(await loadSuite()), flags.filter, what)
  await printAs(flags.json ?? false, { schema: 1, list: what, rows }, (masked) =>
    masked.rows.map((row) => `${Object.values(row).join('\t')}\n`).join(''),
  )
}
