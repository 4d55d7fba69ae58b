import { nearest } from '../../src/text.ts'

/** Members of `describe` that the suite does not know: a misspelt one would have no effect, silently. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  '': [
    'protocol',
    'sdk',
    'methods',
    'clock',
    'joinParams',
    'maxInFlight',
    'maxLineBytes',
    'authorization',
    'retriesStart',
    'operations',
    'baseUrl',
    'tells',
    'limits',
    'always',
    'advertise',
    // What the suite itself puts there.
    'meets',
  ],
  sdk: ['name', 'version', 'language'],
  tells: ['status', 'code'],
}

/** One line for each of them. Those that begin with x- are an adapter's own. */
export const unknownMembers = (description: object): string[] =>
  Object.entries(KNOWN).flatMap(([path, known]) => {
    const members = path === '' ? description : (description as Record<string, object>)[path]
    const unknown = Object.keys(members ?? {}).filter(
      (name) => !known.includes(name) && !name.startsWith('x-'),
    )
    return unknown.map((name) => warning(path === '' ? '' : `${path}.`, name, known))
  })

const warning = (path: string, name: string, known: readonly string[]): string =>
  `describe has the member ${JSON.stringify(path + name)}, which the suite does not know and ignores; ` +
  `the nearest known one is "${path}${nearest(name, known)}".`
