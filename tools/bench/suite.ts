import { execFileSync, spawnSync } from 'node:child_process'
import { SAMPLES } from '../../runners/init/samples.ts'
import { families } from '../../src/vectors/index.ts'
import { DESCRIBE_LINE, requestLine } from '../../runners/adapter/protocol.ts'
import { PYTHON, inTurns, millisOf, ofRates, ofTimes, execute, type Ratio, median } from './ratio.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { visit } from 'jsonc-parser'
import { jsonOrNothing } from '../../src/members.ts'
import type { BodyKind, Vector } from '../../src/model/index.ts'
import { readJsonFile, rootFile } from '../../runners/suite/files.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { evidenceOf } from '../measure/expected.ts'
import { loadSuite } from '../../runners/suite/index.ts'

const CLI = [process.execPath, 'dist/runners/cli.js'] as const

/** The whole token suite on the Python adapter, cold, compared with the start of its two programs. */
export function wholeSuite(): Ratio[] {
  const [suite, help, describe, bare] = inTurns(9, [
    () => execute([...CLI, 'sdk', '--quiet', '--filter', 'token/**', '--', ...PYTHON]),
    () => execute([...CLI, '--help']),
    () => execute(PYTHON, DESCRIBE_LINE),
    () => execute([process.execPath, '-e', '0']),
  ])
  return [
    {
      name: 'token suite, cold / (--help + adapter until describe)',
      value: suite / (help + describe),
      atMost: 3,
      of: `${suite.toFixed(0)} ms / (${help.toFixed(0)} + ${describe.toFixed(0)} ms)`,
    },
    // Since Node 22 the bare program starts from a snapshot, three times as fast as under Node 20. The loader of ES
    // modules, commander and the text of the help then need most of the time: 1.7, where Node 20 has 1.3.
    ofTimes('start-up of --help / node -e 0', help, bare, { atMost: 2 }),
    processes(suite),
    clientRun(),
  ]
}

/** Time limit of the calls that are never answered (src/vectors/client/response.ts), in milliseconds. */
const SILENT = 1000

/** The run waits for many missing answers at once. */
function clientRun(): Ratio {
  const [run] = inTurns(3, [() => execute([...CLI, 'sdk', '--quiet', '--filter', 'client/**'])])
  const name = 'client run on the TypeScript adapter / time limit of one call that is never answered'
  return ofTimes(name, run, SILENT, { atMost: 3 })
}

/**
 * The PHP sample answers one question at a time, the Java sample side by side. Twelve Java machines that have to start for
 * one that answers one at a time take most of two cores: that row has no limit.
 */
const WAITING = [
  { language: 'php', how: '', through: [], atMost: 10 },
  { language: 'java', how: '', through: [], atMost: 10 },
  {
    language: 'java',
    how: ', one answer at a time',
    through: [process.execPath, 'test/support/oneAtATime.mjs'],
  },
] as const

/** The whole suite with generated questions: waits for time limits must not add up. */
export function waiting(): Ratio[] {
  return WAITING.map(({ language, how, through, ...limit }) => {
    const { title, build, command } = SAMPLES.find((sample) => sample.language === language)!
    const folder = `runners/adapters/${language}`
    if (build) execFileSync(build[0], build.slice(1), { cwd: folder, stdio: 'ignore' })
    const [name, ...args] = command
    const adapter = [...through, name, ...args.map((arg) => (arg.startsWith('-') ? arg : `${folder}/${arg}`))]
    const [run] = inTurns(1, [() => execute([...CLI, 'sdk', '--quiet', '--seed', '1', '--', ...adapter])])
    return ofTimes(`whole suite on the ${title} sample${how} / time limit of one call`, run, SILENT, limit)
  })
}

/** A suite without a protocol starts one process for each vector; a sample of 50 stands for all. */
function processes(suite: number): Ratio {
  const vectors = families()
    .flatMap((family) => family.vectors)
    .filter(({ question }) => question.method.startsWith('token.'))
  const sample = vectors.filter((_, index) => index % Math.ceil(vectors.length / 50) === 0)
  const [each] = inTurns(1, [
    () => sample.forEach(({ question }) => execute(PYTHON, requestLine(1, question.method, question.params))),
  ])
  return ofTimes('one process for each vector / token suite', (each / sample.length) * vectors.length, suite)
}

const ROUNDS = 40

/** From the text of a body to the verdict, compared with the bare sum of the libraries that it uses. */
export async function bodyRatios(): Promise<Ratio[]> {
  // The built code: functions are slower under tsx.
  const { validateBody } = (await import(
    rootFile('dist/runners/library/index.js')
  )) as typeof import('../../src/body/index.ts')
  const bodies = families()
    .flatMap((family) => family.vectors)
    .flatMap(({ question }) => (question.method === 'body.validate' ? [question.params] : []))
    .filter(({ body }) => jsonOrNothing(body) !== undefined)
  const bare = bareValidators()
  const repeat = (check: (kind: BodyKind, body: string) => unknown) => (): void => {
    for (let round = 0; round < ROUNDS; round++) for (const { kind, body } of bodies) check(kind, body)
  }
  const [sum, ours] = inTurns(7, [
    repeat((kind, body) => {
      visit(body, {})
      return bare[kind](JSON.parse(body))
    }),
    repeat(validateBody),
  ])
  const rate = (millis: number): number => (ROUNDS * bodies.length) / millis
  const name = 'body text to verdict: rate / jsonc-parser + JSON.parse + ajv'
  return [ofRates(name, [rate(ours), rate(sum)], 'millisecond', 0.7), validateStart()]
}

/** The same schemas and the same options: all errors, since a report names them all. */
function bareValidators(): Record<BodyKind, ValidateFunction> {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  const read = (name: string): object => readJsonFile('schemas', `${name}.schema.json`)
  for (const name of ['join-params', 'stream-configuration', 'stream-change']) ajv.addSchema(read(name))
  return {
    'auth-token': ajv.compile(read('auth-token-request')),
    'streaming-start': ajv.compile(read('streaming-start-request')),
    'streaming-update': ajv.compile(read('streaming-update-request')),
    'streaming-stop': ajv.compile(read('streaming-stop-request')),
  }
}

function validateStart(): Ratio {
  const [validate, bare] = inTurns(9, [
    () => execute([...CLI, 'validate', '--body', 'streaming-stop', '-'], '{"channelId":"c1"}'),
    () => execute([process.execPath, '-e', '0']),
  ])
  return ofTimes('start-up of validate / node -e 0', validate, bare, { atMost: 3 })
}

const SEARCHES = 5
const SDK = [process.execPath, rootFile('dist/runners/cli.js'), 'sdk', '--quiet', '--'] as const
const sdk = (mutant: string) => [process.execPath, rootFile('test/mutants/node/sdk.mjs'), mutant] as const

/** A failing run of an adapter, and the search for its cause: one fault, two, and one that the catalogue lacks. */
export async function diagnosis(): Promise<Ratio[]> {
  const { vectors } = await loadSuite(['token'])
  const without = OUTPUT_FAULTS.filter(({ id }) => id !== 'signature-hex')
  return [
    await ratio('one fault', 'digest-hex', vectors),
    await ratio('two faults', 'base64url', vectors),
    await ratio('a fault that is not in the catalogue', 'digest-hex', vectors, without),
  ]
}

async function ratio(what: string, mutant: string, vectors: readonly Vector[], catalogue = OUTPUT_FAULTS) {
  const [runs, searches]: [number[], number[]] = [[], []]
  for (let round = 0; round < SEARCHES; round++) {
    const evidence = await evidenceOf(sdk(mutant), vectors)
    // The user's run searches too, in the whole catalogue: that share does not count as its own.
    const own = millisOf(() => evidence.diagnosis())
    searches.push(millisOf(() => evidence.diagnosis(catalogue)))
    runs.push(millisOf(() => fail([...SDK, ...sdk(mutant)])) - own)
  }
  return ofTimes(`diagnosis of ${what} / the failing run`, median(searches), median(runs), { atMost: 1 })
}

/** A run as its user sees it, start-up included. @throws if it does not fail */
function fail([program, ...args]: readonly [string, ...string[]]): void {
  const { status } = spawnSync(program, args, { stdio: 'ignore' })
  if (status !== 1) throw new Error(`the faulty SDK ended with ${status}`)
}
