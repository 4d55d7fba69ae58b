import { ChannelproofError } from '../../src/errors.ts'
import { counted } from '../../src/text.ts'
import { print } from '../terminal/console.ts'
import { selectVectors } from '../suite/subjectKinds.ts'
import { loadSuite, type Suite } from '../suite/index.ts'

type Rows = readonly string[] | Promise<readonly string[]>

const LISTS: Readonly<Record<string, (suite: Suite, filter: readonly string[]) => Rows>> = {
  families: ({ families }) =>
    families.map(({ name, title, vectors }) => `${name}\t${vectors.length}\t${title}`),
  vectors: (suite, filter) =>
    selectVectors(suite, filter).map(({ id, level, title }) => `${id}\t${level}\t${title}`),
  faults: async () => {
    const { FAULTS } = await import('../../src/faults/catalogue.ts')
    return FAULTS.map(({ id, group, does }) => `${id}\t${group}\t${does}`)
  },
  requirements: ({ requirements, vectors }) => {
    const tested = new Map<string, number>()
    for (const vector of vectors)
      for (const id of vector.requirements) tested.set(id, (tested.get(id) ?? 0) + 1)
    return requirements.map(({ id, section, level, statement, untestable, planned }) => {
      const how = tested.has(id)
        ? counted(tested.get(id)!, 'vector')
        : untestable
          ? 'untestable'
          : `planned: ${planned}`
      return `${id}\t${section}\t${level}\t${how}\t${statement}`
    })
  },
}

/** `channelproof list [families|vectors|faults|requirements]`: one line each, columns separated by tabs. */
export async function list(what: string, filter: readonly string[]): Promise<void> {
  if (!Object.hasOwn(LISTS, what))
    throw new ChannelproofError(
      'unknown-list',
      `there is no list of ${what}`,
      `Lists are ${Object.keys(LISTS).join(', ')}.`,
    )
  const rows = await LISTS[what]!(await loadSuite(), filter)
  await print(`${rows.join('\n')}\n`)
}
