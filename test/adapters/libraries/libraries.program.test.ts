import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { isDeepStrictEqual, promisify } from 'node:util'
import { beforeAll, describe, test } from 'vitest'
import { rootFile } from '../../../runners/suite/files.ts'
import type { Report } from '../../../src/report/report.ts'
import { check, temporary } from '../../support/cli.ts'
import { needsLibrary } from '../../support/portability/libraries.ts'
import { LANGUAGES, LIBRARIES, type Language, type Library } from './rows.ts'

const folderOf = ({ folder }: Language): string => rootFile('test/adapters/libraries', folder)

/** Can this machine install and run it? A failure in CI, where it cannot. */
const canRun = (language: Language): boolean =>
  language.needs.every(([program, ...probe]) =>
    needsLibrary({ name: `${program} for HTTP libraries`, program, probe, folder: folderOf(language) }),
  )

const PRESENT = LANGUAGES.filter(canRun)

/** A copy of each adapter with its libraries, so that nothing is built in the checkout. */
const copies = new Map(PRESENT.map((language) => [language, temporary()]))

async function install(language: Language, copy: string): Promise<void> {
  cpSync(folderOf(language), copy, { recursive: true })
  const [program, ...args] = language.install ?? []
  if (program !== undefined) await promisify(execFile)(program, args, { cwd: copy })
}

beforeAll(async () => {
  await Promise.all([...copies].map(([language, copy]) => install(language, copy)))
})

/** So many runs at a time: most of a run waits for time limits, and a busy machine fails them. */
const lanes = Array.from({ length: 4 }, (): Promise<unknown> => Promise.resolve())
let turn = 0

async function inLane<T>(work: () => Promise<T>): Promise<T> {
  const lane = turn++ % lanes.length
  const done = lanes[lane]!.then(work)
  lanes[lane] = done.catch(() => undefined)
  return done
}

const PATIENT = ['--level', 'required', '--start-timeout', '300000', '--timeout', '20000', '--seed', '1']

const run = ({ name, language }: Library, flags: readonly string[], wrong: readonly string[] = []) =>
  check([...language.command, name, ...wrong], [...PATIENT, ...flags], { cwd: copies.get(language)! })

const failures = (report: Report | undefined) =>
  report!.verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')

/** What no right client may be told. */
const accusations = (report: Report | undefined) =>
  failures(report).filter(({ outcome, level }) => outcome === 'errored' || level === 'required')

/** Rules that the client breaks, whatever else of a vector it obeys. */
function broken(report: Report | undefined): string[] {
  const rules = failures(report).flatMap(({ rule, requirements, findings = [] }) => [
    ...(rule === undefined ? requirements : [rule]),
    ...findings.map((finding) => finding.rule),
  ])
  return [...new Set(rules)].toSorted()
}

const dueOf = ({ recommended }: Library): string[] => recommended.toSorted()

/**
 * A busy machine sends headers so slowly that a limit which ends with them passes for one of the whole call, or starves
 * a call. What a run found only once, or did not find, has four more tries.
 */
async function judged(library: Library, tries = 5): ReturnType<typeof run> {
  const ran = await run(library, ['--generated', '50'])
  const isSteady = accusations(ran.report).some(({ unsteady }) => !unsteady)
  const isAsDue = isDeepStrictEqual(broken(ran.report), dueOf(library))
  return isSteady || isAsDue || tries === 1 ? ran : judged(library, tries - 1)
}

for (const language of LANGUAGES)
  describe.skipIf(!PRESENT.includes(language)).concurrent(`a client in ${language.folder}`, () => {
    const libraries = LIBRARIES.filter((library) => library.language === language)

    test.for(libraries)('of $name conforms, and breaks the rules of its row', async (library, { expect }) => {
      const { code, report } = await inLane(() => judged(library))
      expect(accusations(report).map(({ vector, message }) => `${vector}: ${message}`)).toEqual([])
      expect(report!.methods).toMatchObject({ judged: ['client.call'] })
      expect(broken(report)).toEqual(dueOf(library))
      expect(code).toBe(0)
    })

    test.for(libraries.slice(0, 1))(
      'of $name fails if each status is a success',
      async (library, { expect }) => {
        const flags = ['--generated', '0', '--filter', 'client/response/auth-token-403*']
        const { code, report } = await inLane(() => run(library, flags, ['--wrong']))
        expect(broken(report)).toContain('SDK-ERROR-NOT-SUCCESS')
        expect(code).toBe(1)
      },
    )
  })
