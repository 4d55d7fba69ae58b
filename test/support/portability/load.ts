import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { FOLDER, GO_FOLDER, GO_YAML, PSYCH, PYYAML, RUAMEL, type Library } from './libraries.ts'

/** A way to load YAML in another language. It takes file names and prints one line of JSON a file. */
export interface Loader {
  readonly name: string
  readonly library: Library
  readonly args: readonly string[]
  readonly folder: string
}

export const LOADERS: readonly Loader[] = [
  { name: 'PyYAML', library: PYYAML, args: ['load.py', 'pyyaml'], folder: FOLDER },
  { name: 'ruamel.yaml', library: RUAMEL, args: ['load.py', 'ruamel'], folder: FOLDER },
  { name: 'Go yaml.v3', library: GO_YAML, args: ['run', '.'], folder: GO_FOLDER },
  { name: 'Ruby YAML.safe_load', library: PSYCH, args: ['load.rb', 'safe_load'], folder: FOLDER },
  { name: 'Ruby YAML.load_file', library: PSYCH, args: ['load.rb', 'load_file'], folder: FOLDER },
]

/** The result for one file: `{ value }`, or `{ error }` where the parser refused it. */
export type Loaded = { readonly value: unknown } | { readonly error: string }

/** Loads all files in one process; the answers stand in the order of the files. */
export async function loadAll(loader: Loader, files: readonly string[]): Promise<Loaded[]> {
  const { stdout } = await promisify(execFile)(loader.library.program, [...loader.args, ...files], {
    cwd: loader.folder,
    maxBuffer: 1 << 28,
  })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => exactJson(line) as Loaded)
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** JSON.parse, but integers become bigint: so 60 is not 60.0, and no digit is lost. */
export const exactJson = (text: string): unknown =>
  JSON.parse(
    text.replace(STRING_OR_NUMBER, (token) => (/^-?\d+$/.test(token) ? `{"$integer":"${token}"}` : token)),
    (_, value: unknown) => (isInteger(value) ? BigInt(value.$integer) : value),
  )

const isInteger = (value: unknown): value is { $integer: string } =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '$integer')
