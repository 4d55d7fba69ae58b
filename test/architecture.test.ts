import { describe, expect, test } from 'vitest'
import { readText } from '../runners/suite/files.ts'
import { cycles, exportsOf, filesBelow, importsOf, sharedNames, type Import } from './support/imports.ts'

/**
 * Who may import whom, imports of types included: a folder, or a file where the rule is its own, and what it may
 * import. `src/model`, `src/interface`, `src/errors.ts`, `src/json.ts`, `src/members.ts`, `src/tables.ts` and `src/text.ts` are leaves
 * that all may import.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/model': [],
  'src/interface': [],
  'src/errors.ts': [],
  'src/json.ts': [],
  'src/members.ts': [],
  'src/tables.ts': [],
  'src/text.ts': [],
  'src/plain.ts': [],
  'src/secretForms.ts': [],
  'src/token': [],
  'src/body': [],
  'src/service': ['src/token', 'src/body'],
  // Never service: what an endpoint must do is written down, not computed by our own server.
  'src/vectors': ['src/token', 'src/plain.ts'],
  'src/openapi': [],
  'src/faults': ['src/token', 'src/body', 'src/service', 'src/secretForms.ts'],
  // What each fault fails is what the judge says.
  'src/faults/killMatrix.ts': ['src/faults', 'src/judge'],
  // faults: the machines that make a subject out of a row.
  'src/variants': ['src/token', 'src/body', 'src/service', 'src/faults'],
  'src/judge': ['src/token', 'src/body', 'src/secretForms.ts'],
  'src/limits.ts': ['src/token', 'src/plain.ts'],
  'src/settable.ts': [],
  'src/expressible.ts': ['src/body'],
  'src/ask.ts': ['src/judge', 'src/limits.ts', 'src/settable.ts'],
  'src/again.ts': ['src/ask.ts', 'src/judge'],
  'src/plainFirst.ts': ['src/ask.ts', 'src/judge', 'src/judge/trouble.ts'],
  'src/run.ts': ['src/again.ts', 'src/ask.ts', 'src/judge', 'src/plainFirst.ts'],
  // judge and ask: what else would have been right, to the question as it was asked.
  'src/diagnose': [
    'src/faults',
    'src/token',
    'src/judge',
    'src/judge/trouble.ts',
    'src/ask.ts',
    'src/limits.ts',
    'src/body',
  ],
  'src/inspect': ['src/token', 'src/faults', 'src/diagnose'],
  'src/gate': [],
  // What a verdict says of the adapter, and nothing of how it is judged.
  'src/judge/trouble.ts': [],
  'src/report': [
    'src/inspect',
    'src/judge/trouble.ts',
    'src/variants',
    'src/ask.ts',
    'src/limits.ts',
    'src/settable.ts',
    'src/run.ts',
    'src/faults',
    'src/gate',
    'src/faults/killMatrix.ts',
  ],
  'src/generate': ['src/token', 'src/limits.ts'],
  'src/index.ts': [
    'src/body',
    'src/token',
    'src/judge',
    'src/run.ts',
    'src/report',
    'src/faults',
    'src/diagnose',
  ],

  'runners/terminal': ['src'],
  'runners/suite': ['src', 'runners/terminal'],
  'runners/paths': ['src', 'runners/terminal'],
  'runners/report': ['src', 'runners/terminal', 'runners/suite', 'runners/paths'],
  'runners/gate': ['src', 'runners/terminal', 'runners/suite', 'runners/paths'],
  'runners/generated': ['src', 'runners/terminal', 'runners/suite', 'runners/paths', 'runners/gate'],
  // The order of a run; what it asks of a subject is an argument.
  'runners/session': [
    'src',
    'runners/terminal',
    'runners/suite',
    'runners/paths',
    'runners/report',
    'runners/gate',
    'runners/generated',
    // The number of processes is a flag of every run.
    'runners/adapter',
    'runners/live',
    // Subjects with a fault, for the causes.
    'runners/selfCheck',
  ],
  'runners/fuzz': [
    'src',
    'runners/terminal',
    'runners/suite',
    'runners/report',
    'runners/generated',
    'runners/processes',
    'runners/adapter',
    'runners/client',
    'runners/session',
  ],
  'runners/clock': ['src', 'runners/terminal'],
  'runners/soak': [
    'src',
    'runners/terminal',
    'runners/suite',
    'runners/generated',
    // How an adapter is started.
    'runners/client',
    'runners/session',
    // Questions without end.
    'runners/fuzz',
  ],
  'runners/explore': [
    'src',
    'runners/terminal',
    'runners/generated',
    // An endpoint, and how it goes on after a run.
    'runners/live',
    'runners/session',
  ],
  // A file of answers is read as the lines of an adapter are.
  'runners/transcript': ['src', 'runners/terminal', 'runners/suite', 'runners/adapter', 'runners/generated'],
  'runners/processes': [],
  'runners/adapter': ['src', 'runners/processes'],
  // The loop and the client of a sample, so that they are written once.
  'runners/adapter/referenceAdapter.ts': ['src', 'runners/adapters'],
  'runners/http': ['src'],
  'runners/validate': ['src', 'runners/terminal'],
  // In a browser: of the program only what touches nothing but its arguments.
  'runners/inspector': ['src', 'runners/terminal', 'runners/validate'],
  'runners/live': [
    'src',
    'runners/processes',
    'runners/terminal',
    'runners/suite',
    'runners/paths',
    'runners/http',
  ],
  'runners/client': ['src', 'runners/terminal', 'runners/adapter', 'runners/http', 'runners/live'],
  'runners/doctor': ['src', 'runners/adapter'],
  'runners/socket': ['src', 'runners/terminal', 'runners/adapter', 'runners/http'],
  'runners/init': ['src', 'runners/terminal', 'runners/suite'],
  'runners/library': ['src', 'runners/suite', 'runners/adapter'],
  // Samples are copied: they stand alone.
  'runners/adapters': [],
  'runners/selfCheck': [
    'runners/terminal',
    'src',
    'runners/suite',
    'runners/adapter',
    'runners/client',
    'runners/http',
    'runners/live',
    'runners/adapters',
  ],
  // What a run asks of each kind of subject: the pieces of all of them, in one place.
  'runners/runs': [
    'src',
    'runners/terminal',
    'runners/suite',
    'runners/generated',
    'runners/session',
    'runners/adapter',
    'runners/client',
    'runners/clock',
    'runners/soak',
    'runners/live',
    'runners/explore',
  ],
  'runners/commands': ['src', 'runners'],
  'runners/program.ts': ['src', 'runners', 'package.json'],
  'runners/cli.ts': ['src', 'runners'],
  tools: ['src', 'runners'],
  'package.json': [],
}
const LEAVES = new Set([
  'src/model',
  'src/interface',
  'src/errors.ts',
  'src/json.ts',
  'src/members.ts',
  'src/tables.ts',
  'src/text.ts',
])
/** `model` imports nothing, `errors.ts` the types of it; samples nothing of ours. */
const LEAF_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'src/model': [],
  'src/interface': ['src/model'],
  'src/errors.ts': ['src/model'],
  'runners/adapters': [],
}

/** The row of a file: the longest path of the table that it lies under. */
const rowOf = (file: string): string | undefined =>
  Object.keys(MAY_IMPORT)
    .filter((row) => file === row || file.startsWith(`${row}/`))
    .sort((a, b) => b.length - a.length)[0]

function isAllowed({ file, to }: Import): boolean {
  const [from, target] = [rowOf(file), rowOf(to)]
  if (from === undefined || target === undefined) return false
  if (from === target) return true
  if (LEAVES.has(target)) return LEAF_IMPORTS[from]?.includes(target) ?? true
  return MAY_IMPORT[from]!.some(
    (allowed) => target === allowed || (/^[a-z]+$/.test(allowed) && target.startsWith(`${allowed}/`)),
  )
}

const forbidden = (imports: readonly Import[]): string[] =>
  imports.filter((each) => !isAllowed(each)).map(({ file, to }) => `${file} imports ${to}`)

const FILES = ['src', 'runners', 'tools'].flatMap((folder) => filesBelow(folder))
const IMPORTS = FILES.flatMap((file) => importsOf(file))

/** Users copy the samples, and their names are those of an SDK. */
const isSample = (file: string): boolean => file.startsWith('runners/adapters/')
/** All of them stand in docs/api.d.ts, whose names stay. */
const PUBLIC_TWICE = [
  'TokenError: src/interface/errors.ts, src/token/errors.ts',
  'messageOf: src/errors.ts, src/token/sign.ts',
]

const WORLD =
  /\b(?:console\.|process\.|Date\.now|new Date\(\)|Math\.random|from 'node:(?:fs|child_process|net|http|process)')/

/** Without the sentences: a text may speak of Date.now(). */
const code = (text: string): string => text.replace(/'(?!node:)[^'\n]*'/g, "''")

describe('architecture', () => {
  test('files import only what the table allows', () => {
    expect(forbidden(IMPORTS)).toEqual([])
  })

  test.each([
    ['src/vectors/x.ts', "import { judge } from '../judge/index.ts'"],
    ['runners/adapters/x/adapter.ts', "import type { Json } from '../../../src/model/index.ts'"],
    ['src/vectors/x.ts', "import type { ServiceState } from '../service/state.ts'"],
    ['src/token/x.ts', "export { cli } from '../../runners/cli.ts'"],
    ['src/faults/x.ts', "import { diagnose } from '../diagnose/index.ts'"],
    ['src/faults/token/x.ts', "import { judge } from '../../judge/index.ts'"],
    ['src/model/x.ts', "import { readJson } from '../json.ts'"],
    ['src/run.ts', "const { build } = await import('../tools/build.ts')"],
    ['runners/cli.ts', "import { bundle } from '../tools/bundle.ts'"],
    ['runners/terminal/x.ts', "import type { Gate } from '../gate/gate.ts'"],
    ['runners/cli.ts', "import { cli } from '../test/support/cli.ts'"],
  ])('finds that %s must not contain: %s', (file, text) => {
    expect(forbidden(importsOf(file, text))).toHaveLength(1)
  })

  test('sentences and comments are no imports', () => {
    expect(
      importsOf('src/token/x.ts', "// import x from './a.ts'\nconst text = \"import x from './b.ts'\""),
    ).toEqual([])
  })

  test('there is no cycle', () => {
    expect(cycles(IMPORTS)).toEqual([])
  })

  test('a cycle of types is found', () => {
    const imports = [
      ...importsOf('src/a.ts', "import type { B } from './b.ts'"),
      ...importsOf('src/b.ts', "export type { C } from './c.ts'"),
      ...importsOf('src/c.ts', "import { type A } from './a.ts'"),
    ]
    expect(cycles(imports)).toEqual(['src/a.ts → src/b.ts → src/c.ts → src/a.ts'])
  })

  test('a name is exported by one file alone', () => {
    const ours = FILES.filter((file) => !isSample(file))
    expect(sharedNames(ours.flatMap((file) => exportsOf(file)))).toEqual(PUBLIC_TWICE)
  })

  test('a name that two files export is found, and none that is passed on', () => {
    const exports = [
      ...exportsOf('src/a.ts', 'export const one = 1\nexport type one = 1\nexport class Two {}'),
      ...exportsOf('src/b.ts', 'const own = 1\nexport { own as one }\nexport interface Two {}'),
      ...exportsOf('src/c.ts', "export { one } from './a.ts'\nexport * from './b.ts'\nexport const own = 1"),
      ...exportsOf('tools/d.ts', "// export const own = 1\nconst text = 'export const own = 1'"),
    ]
    expect(sharedNames(exports)).toEqual(['Two: src/a.ts, src/b.ts', 'one: src/a.ts, src/b.ts'])
  })

  test('src touches no console, clock, file, process or environment', () => {
    const source = filesBelow('src').map((file) => ({ file, text: readText(file) }))
    expect(source.filter(({ text }) => WORLD.test(code(text))).map(({ file }) => file)).toEqual([])
    expect(WORLD.test("import { readFileSync } from 'node:fs'")).toBe(true)
    expect(WORLD.test('const now = Date.now()')).toBe(true)
  })

  test('all that leaves the program leaves by one door', () => {
    const out = /\bprocess\.(?:stdout|stderr)\.write\b/
    const programs = /^runners\/(?:adapters|init|selfCheck)\//
    const files = filesBelow('runners').filter((file) => !programs.test(file) && out.test(readText(file)))
    expect(files).toEqual(['runners/terminal/console.ts'])
    const writing = filesBelow('runners').filter((file) =>
      /\b(?:write|append)FileSync\b/.test(readText(file)),
    )
    // The copies of the vectors, and the files of a sample.
    expect(writing).toEqual(['runners/commands/init.ts', 'runners/paths/files.ts', 'runners/suite/files.ts'])
  })

  test('no file of src, runners or tools has more than 400 lines', () => {
    expect(FILES.filter((file) => readText(file).split('\n').length > 400)).toEqual([])
  })

  test.each(['sdk', 'live', 'judge', 'merge', 'capture', 'fuzz'])(
    '%s says in few lines what differs',
    (name) => {
      expect(readText(`runners/commands/${name}.ts`).split('\n').length).toBeLessThanOrEqual(80)
    },
  )
})
