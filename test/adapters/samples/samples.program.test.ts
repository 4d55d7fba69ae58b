import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { plan } from '../../../runners/init/plan.ts'
import { SAMPLES, type Sample } from '../../../runners/init/samples.ts'
import { rootFile } from '../../../runners/suite/files.ts'
import type { Report } from '../../../src/report/report.ts'
import { check, temporary } from '../../support/cli.ts'
import { needsLibrary } from '../../support/portability/libraries.ts'
import { MISTAKES } from './rows.ts'

const METHODS = ['token.params', 'token.signature', 'token.issue', 'token.verify', 'client.call']
/** Compilers and their downloads take their time. */
const PATIENCE = 900_000

/** Can this machine build and run it? A failure in CI, where it cannot. */
const canRun = ({ title, needs }: Sample): boolean =>
  needs.every(([program, ...probe]) =>
    needsLibrary({ name: `${program} for the ${title} sample`, program, probe, folder: rootFile('.') }),
  )

/** Files that users get; what a build left in the checkout stays behind. */
function copyOf({ language }: Sample): string {
  const source = rootFile('runners/adapters', language)
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: source,
    encoding: 'utf8',
  })
  const copy = temporary()
  for (const file of stdout.split('\0').filter((name) => name !== ''))
    cpSync(join(source, file), join(copy, file))
  return withTools(copy)
}

/** Node 20 runs TypeScript through tsx, which a user has beside the adapter. */
function withTools(folder: string): string {
  symlinkSync(rootFile('node_modules'), join(folder, 'node_modules'))
  return folder
}

/** What `init` writes. */
function written(sample: Sample): string {
  const folder = temporary()
  for (const { path, text } of plan(sample, '.', undefined)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return withTools(folder)
}

/** Puts the SDK of the sample beside it, and its calls in the place of each TODO; the loop stays as `init` wrote it. */
function filled(sample: Sample): string {
  const [folder, source] = [written(sample), copyOf(sample)]
  const todo = plan(sample, '.', undefined).filter(({ text }) => text.includes('TODO'))
  const project = ['Cargo.toml', 'Makefile'].filter((file) => existsSync(join(source, file)))
  for (const file of [...sample.sdk, ...project, ...todo.map(({ path }) => path)])
    cpSync(join(source, file), join(folder, file), { recursive: true })
  return folder
}

/** Crates are compiled once, and not for each copy. */
const CRATES = temporary()

function build({ language, build }: Sample, folder: string): void {
  if (!build) return
  if (language === 'rust') symlinkSync(CRATES, join(folder, 'target'))
  const [program, ...args] = build
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' })
}

/** On a busy machine the programs of twelve languages start and answer late. */
const PATIENT = ['--start-timeout', '300000', '--timeout', '20000']

/** A release asks as many as a user's run; ten languages of twelve are slow to answer so many. */
const GENERATED = process.env['RUNS'] ? [] : ['--generated', '600']

/** Their compilers take minutes on two cores, three times each; a release builds them. */
const SLOW_TO_BUILD: ReadonlySet<string> = new Set(process.env['RUNS'] ? [] : ['cpp', 'kotlin', 'rust'])
const ASKED = SAMPLES.filter(({ language }) => !SLOW_TO_BUILD.has(language))

const run = ({ command }: Sample, cwd: string, flags: readonly string[]) =>
  check(command, ['--level', 'recommended', ...PATIENT, ...flags], { cwd })

const wrong = (report: Report | undefined): string[] =>
  report!.verdicts
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ vector, message }) => `${vector}: ${message}`)

const namedFaults = (report: Report | undefined): string[] =>
  report!.diagnosis!.flatMap(({ faults }) => [...faults])

test('each sample has a mistake here', () => {
  expect(MISTAKES.map(({ language }) => language)).toEqual(SAMPLES.map(({ language }) => language))
})

for (const sample of ASKED)
  describe.skipIf(!canRun(sample))(`the ${sample.title} sample, copied`, { timeout: PATIENCE }, () => {
    test.for(MISTAKES.filter(({ language }) => language === sample.language))(
      'fails by name with a mistake: $title',
      async ({ file, from, to, filter, fault }, { expect }) => {
        const copy = copyOf(sample)
        const text = readFileSync(join(copy, file), 'utf8')
        expect(text.split(from)).toHaveLength(2)
        writeFileSync(join(copy, file), text.replace(from, to))
        build(sample, copy)
        const { code, report } = await run(sample, copy, ['--filter', filter])
        expect(namedFaults(report)).toContain(fault)
        expect(code).toBe(1)
      },
    )
  })

for (const sample of ASKED)
  describe.skipIf(!canRun(sample))(
    `the ${sample.title} sample, as init writes it`,
    { timeout: PATIENCE },
    () => {
      test('offers no method with the calls of init, and without its SDK', () => {
        const copy = written(sample)
        build(sample, copy)
        const questions = [
          '{"jsonrpc":"2.0","id":"a","method":"describe","params":{"protocol":1}}',
          '{"jsonrpc":"2.0","id":2,"method":"token.issue","params":{}}',
        ]
        const [program, ...args] = sample.command
        const input = `${questions.join('\n')}\n`
        const { status, stdout } = spawnSync(program, args, { cwd: copy, input, encoding: 'utf8' })
        const answers = stdout.trim().split('\n')
        const byId = answers.map((line) => JSON.parse(line)).map((answer) => [answer.id, answer])
        // In any order.
        expect(Object.fromEntries(byId)).toMatchObject({
          a: { result: { protocol: 1, methods: [] } },
          2: { error: { code: -32601 } },
        })
        expect(status).toBe(0)
      })

      test('conforms at every level, with generated questions, once the calls are filled in', async () => {
        const copy = filled(sample)
        build(sample, copy)
        const { code, report } = await run(sample, copy, ['--seed', '5', ...GENERATED])
        expect(wrong(report)).toEqual([])
        expect(report!.methods).toMatchObject({ missing: [], judged: METHODS })
        expect(code).toBe(0)
      })
    },
  )
