import { parse } from 'yaml'
import type { Command } from '../../runners/adapter/bundledProgram.ts'
import type { FaultId, Method } from '../../src/model/index.ts'
import { readText, rootFile } from '../../runners/suite/files.ts'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { buildSync } from 'esbuild'

/** Counts of scores, and a note on each that is not right. */
export class ScoreTally<S extends string> {
  readonly #counts = new Map<S, number>()
  readonly #right: ReadonlySet<S>
  readonly notes: string[] = []

  constructor(...right: readonly S[]) {
    this.#right = new Set(right)
  }

  add({ score, note }: { readonly score: S; readonly note: string }): void {
    this.#counts.set(score, this.count(score) + 1)
    if (!this.#right.has(score)) this.notes.push(note)
  }

  count(score: S): number {
    return this.#counts.get(score) ?? 0
  }
}

/** Sets of faults of which each explains the same: `a + b or c`. */
export const alternatives = (sets: readonly (readonly FaultId[])[]): string =>
  sets.map((set) => set.join(' + ')).join(' or ')

/** An exact piece of a program, and its replacement. */
type Change = Readonly<Record<'from' | 'to', string>>

/** What a right report says about a wrong program; written before the diagnosis has seen it. */
export interface ExpectedOfRow {
  readonly faults?: readonly FaultId[]
  /** Sets of faults that give the same answers: each of them is right. */
  readonly anyOf?: readonly (readonly FaultId[])[]
  /** The wrong methods, where they are the same for every fault. */
  readonly in?: readonly Method[]
  /** No fault of the catalogue does this: what the report shows of the first wrong answer of a method. */
  readonly describes?: WrongAnswer | readonly WrongAnswer[]
  /** The program breaks: no fault explains that. */
  readonly trouble?: true
  /** Why the change makes no answer wrong. */
  readonly equivalent?: string
}

export interface WrongAnswer {
  readonly method: Method
  /** The first stage that differs; token.verify shows none. */
  readonly stage?: string
}

/** A row of test/mutants/<language>.yaml: a right program with changes, or one of the SDKs to choose from. */
export interface MutantRow {
  /** Absent where `mutant` names the row. */
  readonly id?: string
  /** The file that is changed, from the root. */
  readonly file?: string
  readonly change?: readonly Change[]
  /** The argument that selects a built-in fault of the SDK, and what the fault does. */
  readonly mutant?: string
  readonly does?: string
  readonly expect: ExpectedOfRow
}

/**
 * In CI a fifth of each group, because all of them take some minutes, and a tenth of those that are asked generated
 * questions as well: which one follows from the vectors.
 */
const SHARES = process.env['CI'] ? { mutants: 5, strangers: 10 } : { mutants: 1, strangers: 1 }
const TURN = Number.parseInt(readText('vectors', 'digest.txt').slice(0, 8), 16)
export const isMeasured = (at: number, from: Origin = 'mutants'): boolean => (at + TURN) % SHARES[from] === 0

export const LANGUAGES = ['python', 'go', 'ruby', 'php', 'javascript', 'java'] as const
export type Language = (typeof LANGUAGES)[number]

/** Where each group of programs is: mutants of right ones, and programs whose writer knew the interface alone. */
const FOLDERS = { mutants: 'test/mutants', strangers: 'test/strangers/named' } as const
export type Origin = keyof typeof FOLDERS

/** The programs of a group in one language. */
export interface Programs {
  readonly group: Origin
  readonly language: Language
}

export const rowsOf = ({ group, language }: Programs): readonly MutantRow[] =>
  parse(readText(FOLDERS[group], `${language}.yaml`)) as MutantRow[]

/** @throws Error unless each piece occurs exactly once, so that a row cannot miss its program unnoticed */
export function changedText(text: string, change: readonly Change[]): string {
  return change.reduce((before, { from, to }) => {
    const [head, tail, ...more] = before.split(from)
    if (tail === undefined || more.length > 0) throw new Error(`does not occur exactly once: ${from}`)
    return head! + to + tail
  }, text)
}

const JAVA = ['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1'] as const

type Starter = (folder: string) => Command

/** What each language needs, and the SDK of a folder to choose from; compiled first where that is worth it. */
export const PROGRAMS: Readonly<Record<Language, { readonly program: string; readonly chooser: Starter }>> = {
  python: { program: 'python3', chooser: (folder) => ['python3', join(folder, 'python', 'sdk.py')] },
  go: {
    program: 'go',
    chooser: (folder) => goBinary(join(folder, 'go'), folderUntilTheEnd('channelproof-go-')),
  },
  ruby: { program: 'ruby', chooser: (folder) => ['ruby', join(folder, 'ruby', 'sdk.rb')] },
  php: { program: 'php', chooser: (folder) => ['php', join(folder, 'php', 'sdk.php')] },
  javascript: { program: 'node', chooser: (folder) => [process.execPath, join(folder, 'node', 'sdk.mjs')] },
  java: { program: 'javac', chooser: javaClass },
}

function folderUntilTheEnd(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const compiled = new Map<string, Command>()

/** The SDK to choose from; compiled once. */
export function sdkOf({ group, language }: Programs): Command {
  const folder = rootFile(FOLDERS[group])
  const key = join(folder, language)
  const command = compiled.get(key) ?? PROGRAMS[language].chooser(folder)
  compiled.set(key, command)
  return command
}

const ENTRIES: Readonly<Record<string, Starter>> = {
  'runners/adapters/python': (folder) => ['python3', join(folder, 'adapter.py')],
  'runners/adapters/go': (folder) => goBinary(folder, folder),
  'runners/adapters/typescript': bundled,
  'test/mutants/ruby': (folder) => ['ruby', join(folder, 'program.rb')],
  'test/mutants/php': (folder) => ['php', join(folder, 'program.php')],
  'test/mutants/java': (folder) => [...JAVA, join(folder, 'Program.java')],
}

/** The tests of the Go sample need a library. */
const WITHOUT = /^vectors.*\.(?:go|mod|sum)$/

/** Passes on how to start the changed program; removes its copy afterwards. */
export async function withProgram<T>(row: MutantRow, run: (command: Command) => Promise<T>): Promise<T> {
  const { file = '', change = [] } = row
  const folder = mkdtempSync(join(tmpdir(), 'channelproof-mutant-'))
  const from = dirname(file)
  const copy = join(folder, basename(file))
  try {
    cpSync(rootFile(from), folder, { recursive: true, filter: (path) => !WITHOUT.test(basename(path)) })
    writeFileSync(copy, changedText(readFileSync(copy, 'utf8'), change))
    return await run(ENTRIES[from]!(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function goBinary(source: string, folder: string): Command {
  const binary = join(folder, 'sdk')
  spawnSync('go', ['build', '-o', binary, '.'], { cwd: source, stdio: 'inherit' })
  return [binary]
}

function javaClass(folder: string): Command {
  const classes = folderUntilTheEnd('channelproof-java-')
  spawnSync('javac', ['-d', classes, join(folder, 'java', 'Sdk.java')], { stdio: 'inherit' })
  return [...JAVA, '-cp', classes, 'Sdk']
}

/** Plain JavaScript, since Node 20 reads no TypeScript. */
function bundled(folder: string): Command {
  const outfile = join(folder, 'adapter.mjs')
  const entryPoints = [join(folder, 'adapter.ts')]
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
  return [process.execPath, outfile]
}

export const isThere = (program: string): boolean =>
  !spawnSync(program, ['--version'], { stdio: 'ignore' }).error
