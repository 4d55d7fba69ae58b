import { execFileSync } from 'node:child_process'
import { SAMPLES } from '../../runners/init/samples.ts'
import { families } from '../../src/vectors/index.ts'
import { DESCRIBE_LINE, requestLine } from '../../runners/adapter/protocol.ts'
import { PYTHON } from './python.ts'
import { inTurns, ofTimes, program, type Ratio } from './ratio.ts'

const CLI = [process.execPath, 'dist/runners/cli.js'] as const

/** The whole token suite on the Python adapter, cold, compared with the start of its two programs. */
export function wholeSuite(): Ratio[] {
  const [suite, help, describe, bare] = inTurns(9, [
    () => program([...CLI, 'sdk', '--quiet', '--filter', 'token/**', '--', ...PYTHON]),
    () => program([...CLI, '--help']),
    () => program(PYTHON, DESCRIBE_LINE),
    () => program([process.execPath, '-e', '0']),
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
  const [run] = inTurns(3, [() => program([...CLI, 'sdk', '--quiet', '--filter', 'client/**'])])
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
    const [run] = inTurns(1, [() => program([...CLI, 'sdk', '--quiet', '--seed', '1', '--', ...adapter])])
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
    () => sample.forEach(({ question }) => program(PYTHON, requestLine(1, question.method, question.params))),
  ])
  return ofTimes('one process for each vector / token suite', (each / sample.length) * vectors.length, suite)
}
