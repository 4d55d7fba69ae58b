import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { Evidence } from '../../src/diagnose/evidence.ts'
import type { FaultId, Vector } from '../../src/model/index.ts'
import { cannotBeAsked } from '../../src/ask.ts'
import { run } from '../../src/run.ts'
import { readText, rootFile } from '../../runners/suite/files.ts'
import { AdapterSubject } from '../../runners/adapter/subject.ts'
import { Scores } from './score.ts'

/** A row of test/mutants/mutants.yaml. */
export interface Mutant {
  readonly language: string
  readonly id: string
  readonly does: string
  readonly faults: readonly FaultId[]
}

export const mutants = (): readonly Mutant[] => parse(readText('test', 'mutants', 'mutants.yaml')) as Mutant[]

type Command = readonly [string, ...string[]]
const file = (name: string): string => rootFile(`test/mutants/${name}`)

/** How the test SDKs of each language are started; compiled first where that is worth it. */
const LANGUAGES: Readonly<Record<string, { readonly program: string; readonly command: () => Command }>> = {
  python: { program: 'python3', command: () => ['python3', file('python/sdk.py')] },
  go: { program: 'go', command: goBinary },
  ruby: { program: 'ruby', command: () => ['ruby', file('ruby/sdk.rb')] },
  php: { program: 'php', command: () => ['php', file('php/sdk.php')] },
  node: { program: 'node', command: () => [process.execPath, file('node/sdk.mjs')] },
  java: { program: 'javac', command: javaClass },
}

function goBinary(): Command {
  const binary = join(mkdtempSync(join(tmpdir(), 'channelproof-go-')), 'sdk')
  spawnSync('go', ['build', '-o', binary, '.'], { cwd: file('go'), stdio: 'inherit' })
  return [binary]
}

function javaClass(): Command {
  const classes = mkdtempSync(join(tmpdir(), 'channelproof-java-'))
  spawnSync('javac', ['-d', classes, file('java/Sdk.java')], { stdio: 'inherit' })
  return ['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1', '-cp', classes, 'Sdk']
}

export const isThere = (program: string): boolean =>
  !spawnSync(program, ['--version'], { stdio: 'ignore' }).error

/** Runs every mutant of the languages that are here, and the right SDK of each. @returns what was skipped */
export async function native(scores: Scores, vectors: readonly Vector[]): Promise<string[]> {
  const skipped: string[] = []
  for (const [language, { program, command }] of Object.entries(LANGUAGES)) {
    const own = mutants().filter((mutant) => mutant.language === language)
    if (!isThere(program)) skipped.push(`${language}: ${own.length} mutants, ${program} is not here`)
    else for (const mutant of own) await one(mutant, command(), scores, vectors)
  }
  return skipped
}

async function one(
  { language, id, faults }: Mutant,
  command: Command,
  scores: Scores,
  vectors: readonly Vector[],
) {
  const evidence = await evidenceOf([...command, id], vectors)
  scores.add(`${language} ${id} (${faults.join(' + ')})`, evidence.diagnosis(), faults)
}

/** The answers of an adapter. */
export async function evidenceOf(command: Command, vectors: readonly Vector[]): Promise<Evidence> {
  const evidence = new Evidence()
  const subject = await AdapterSubject.start({
    command,
    timeout: 10_000,
    startTimeout: 30_000,
    timeZone: 'Asia/Kathmandu',
  })
  const asked = vectors.filter((vector) => cannotBeAsked(vector, subject.description) === undefined)
  const judged = evidence.add.bind(evidence)
  const reader = run({
    vectors: asked,
    find: (id) => vectors.find((vector) => vector.id === id),
    subject,
    level: 'recommended',
    judged,
  })
  for await (const verdict of reader) void verdict
  return evidence
}
