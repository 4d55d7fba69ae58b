import { ChannelproofError } from '../../src/errors.ts'
import type { Requirement } from '../../src/model/index.ts'
import { counted } from '../../src/text.ts'
import { printAs } from '../terminal/console.ts'
import { fitting, selectVectors } from '../suite/subjectKinds.ts'
import { loadSuite, type Suite } from '../suite/index.ts'

/** One line of a list: the first column is an id; as data it is an object of the same names. */
type Row = Readonly<Record<string, string | number>> & { readonly id: string }

type Rows = (suite: Suite, filter: readonly string[]) => readonly Row[] | Promise<readonly Row[]>

const LISTS: Readonly<Record<string, Rows>> = {
  families: ({ families }, filter) =>
    fitting(
      families.map(({ name, title, vectors }) => ({ id: name, vectors: vectors.length, title })),
      filter,
      'families',
    ),
  vectors: (suite, filter) =>
    selectVectors(suite, filter).map(({ id, level, title }) => ({ id, level, title })),
  faults: async (_, filter) => {
    const { FAULTS } = await import('../../src/faults/catalogue.ts')
    return fitting(
      FAULTS.map(({ id, group, does }) => ({ id, group, does })),
      filter,
      'faults',
    )
  },
  requirements: (suite, filter) => {
    const tested = new Map<string, number>()
    for (const { requirements } of suite.vectors)
      for (const id of requirements) tested.set(id, (tested.get(id) ?? 0) + 1)
    return fitting(
      suite.requirements.map((rule) => ruleRow(rule, tested.get(rule.id))),
      filter,
      'requirements',
    )
  },
}

const ruleRow = (
  { id, section, level, statement, untestable, planned }: Requirement,
  vectors: number | undefined,
): Row => {
  const how =
    vectors === undefined ? (untestable ? 'untestable' : `planned: ${planned}`) : counted(vectors, 'vector')
  return { id, section, level, how, statement }
}

/** `channelproof list [families|vectors|faults|requirements]`: one line each, columns separated by tabs. */
export async function list(
  what: string,
  flags: { filter: readonly string[]; json?: boolean },
): Promise<void> {
  if (!Object.hasOwn(LISTS, what)) {
    const advice = `Lists are ${Object.keys(LISTS).join(', ')}.`
    throw new ChannelproofError('unknown-list', `there is no list of ${what}`, advice)
  }
  const rows = await LISTS[what]!(await loadSuite(), flags.filter)
  await printAs(flags.json ?? false, { schema: 1, list: what, rows }, (masked) =>
    masked.rows.map((row) => `${Object.values(row).join('\t')}\n`).join(''),
  )
}
