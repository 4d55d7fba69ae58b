/**
 * `npm run mutate [-- --changed]`: puts mutants into all code that decides what is right, or only into those files of
 * the judge and the token that are not as they were when their mutants were last killed: test/mutation/killed.json has
 * the digests of those. Outside of CI a run that succeeds writes its own.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { readJsonFile, readText, rootFile } from '../runners/suite/files.ts'

const KILLED = 'test/mutation/killed.json'
const STRYKER_RESULTS = 'coverage/mutation.json'

/** Of a file so many mutants may survive: a share, or a few where it has few (test/mutation/README.md names them). */
const SURVIVORS = { share: 0.06, few: 3 }

const digestOf = (file: string): string =>
  createHash('sha256').update(readText(file)).digest('hex').slice(0, 16)

/** What CI puts mutants into, about half of all: the others take too long for every change. */
const watched = (): string[] => [
  'src/judge/index.ts',
  ...readdirSync(rootFile('src/token')).map((name) => `src/token/${name}`),
]

interface Results {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>
}

function tooManySurvive({ files }: Results): string[] {
  return Object.entries(files).flatMap(([file, { mutants }]) => {
    const survived = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length
    const allowed = Math.max(SURVIVORS.few, Math.floor(mutants.length * SURVIVORS.share))
    if (survived <= allowed) return []
    return [`${file}: ${survived} of ${mutants.length} mutants survive, ${allowed} may`]
  })
}

function mutate(files: readonly string[]): Results {
  const which = files.length > 0 ? ['--mutate', files.join()] : []
  const { status } = spawnSync('npx', ['stryker', 'run', ...which], { cwd: rootFile(), stdio: 'inherit' })
  if (status !== 0) throw new Error(`stryker ended with ${status}`)
  return readJsonFile<Results>(STRYKER_RESULTS)
}

const killed = readJsonFile<Readonly<Record<string, string>>>(KILLED)
const changed = watched().filter((file) => killed[file] !== digestOf(file))
const onlyChanged = process.argv.includes('--changed')
if (onlyChanged && changed.length === 0)
  console.log('No file of the judge or the token has changed: nothing to do.')
else {
  const problems = tooManySurvive(mutate(onlyChanged ? changed : []))
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
  if (problems.length === 0 && !process.env['CI']) {
    const digests = Object.fromEntries(watched().map((file) => [file, digestOf(file)]))
    writeFileSync(rootFile(KILLED), `${JSON.stringify(digests, null, 2)}\n`)
  }
}
