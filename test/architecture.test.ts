import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readText, ROOT } from '../runners/suite/files.ts'

/** Who may import whom: module of src → modules of src. `model`, `errors` and `json` are leaves that all may use. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  model: [],
  errors: [],
  json: [],
  token: [],
  body: [],
  service: ['token', 'body'],
  families: ['token'],
  faults: ['token', 'body', 'service'],
  vectors: [],
  openapi: [],
  judge: ['token', 'body'],
  // token: what the next stage should have made of what was sent.
  diagnose: ['faults', 'token'],
  // judge: what else would have been right; gate and run: what parts of a run kept.
  evidence: ['diagnose', 'faults', 'judge', 'gate', 'run'],
  run: ['judge'],
  matrix: ['faults', 'judge'],
  // run for the one rule which verdicts gate, the others for what they found.
  gate: [],
  report: ['run', 'faults', 'matrix', 'gate'],
  index: ['body', 'token', 'judge', 'run', 'report', 'faults', 'diagnose'],
}
const LEAVES = new Set(['model', 'errors', 'json'])

interface Import {
  readonly file: string
  readonly from: string
  readonly to: string
}

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))

/** `src/token/sign.ts` and `src/judge/index.ts` belong to the modules token and judge. */
const moduleOf = (path: string): string => relative('src', path).split('/')[0]!.replace('.ts', '')

function importsOf(file: string, text: string): Import[] {
  const paths = [...text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)].map(([, path]) => path!)
  return paths.map((path) => ({ file, from: moduleOf(file), to: join(file, '..', path) }))
}

/** Imports that the table does not allow. */
function forbidden(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => {
      if (!to.startsWith('src/')) return true
      const module = moduleOf(to)
      if (module === from) return false
      return (
        !(LEAVES.has(module) && from !== 'model' && from !== 'errors') && !MAY_IMPORT[from]?.includes(module)
      )
    })
    .map(({ file, to }) => `${file} imports ${to}`)
}

const WORLD =
  /\b(?:console\.|process\.|Date\.now|new Date\(\)|Math\.random|from 'node:(?:fs|child_process|net|http|process)')/

/** Without the sentences: a text may speak of Date.now(). */
const code = (text: string): string => text.replace(/'(?!node:)[^'\n]*'/g, "''")

const source = filesBelow('src').map((file) => ({ file, text: readText(file) }))

describe('architecture', () => {
  test('modules of src import only what the table allows', () => {
    expect(forbidden(source.flatMap(({ file, text }) => importsOf(file, text)))).toEqual([])
  })

  test('a forbidden import is found', () => {
    expect(forbidden(importsOf('src/vectors/x.ts', "import { judge } from '../judge.ts'"))).toHaveLength(1)
    expect(forbidden(importsOf('src/token/x.ts', "import { cli } from '../../runners/cli.ts'"))).toHaveLength(
      1,
    )
    expect(forbidden(importsOf('src/faults/x.ts', "import { diagnose } from '../diagnose.ts'"))).toHaveLength(
      1,
    )
    expect(forbidden(importsOf('src/model/index.ts', "import { readJson } from './json.ts'"))).toHaveLength(1)
  })

  test('every module has its row in the table', () => {
    expect(
      [...new Set(source.map(({ file }) => moduleOf(file)))].filter((name) => !MAY_IMPORT[name]),
    ).toEqual([])
  })

  test('src touches no console, clock, file, process or environment', () => {
    expect(source.filter(({ text }) => WORLD.test(code(text))).map(({ file }) => file)).toEqual([])
    expect(WORLD.test("import { readFileSync } from 'node:fs'")).toBe(true)
    expect(WORLD.test('const now = Date.now()')).toBe(true)
  })

  test('no file of src or runners has more than 250 lines', () => {
    const long = [...filesBelow('src'), ...filesBelow('runners')].filter(
      (file) => readText(file).split('\n').length > 250,
    )
    expect(long).toEqual([])
  })
})
