import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { generate } from '../../runners/generated/questions.ts'
import { requestLine } from '../../runners/adapter/protocol.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { bundle } from '../bundle.ts'
import { inTurns, program, type Ratio } from './ratio.ts'
import { secondsAlone } from './throughput.ts'

const PYTHON = ['python3', 'runners/adapters/python/adapter.py'] as const
const CHILD = 'dist/bench'

/** In CI a fifth, since 1,000,000 questions take some minutes. */
const QUESTIONS = process.env['CI'] ? 20_000 : 100_000

interface Fuzzed {
  readonly seconds: number
  readonly peakKilobytes: number
}

const fuzzed = (questions: number): Fuzzed =>
  JSON.parse(program([process.execPath, `${CHILD}/bench/fuzzing.js`, String(questions)])) as Fuzzed

/** What generated questions cost, and what fuzzing reaches. */
export async function generated(): Promise<Ratio[]> {
  await bundle('tools', ['bench/fuzzing'], rootFile(CHILD))
  const small = fuzzed(QUESTIONS)
  const ratios = [withAndWithout(), await rate(small), memory(small, fuzzed(10 * QUESTIONS))]
  rmSync(rootFile(CHILD), { recursive: true })
  return ratios
}

function withAndWithout(): Ratio {
  const run = (count: number) => (): void => {
    const flags = ['--generated', String(count), '--seed', '1', '--quiet']
    program([process.execPath, 'dist/runners/cli.js', 'sdk', ...flags, '--', ...PYTHON])
  }
  const [all, none] = inTurns(5, [run(600), run(0)])
  return {
    name: 'run on the Python adapter with 600 generated questions / without',
    value: all / none,
    atMost: 1.5,
    of: `${all.toFixed(0)} ms / ${none.toFixed(0)} ms`,
  }
}

/** The adapter eats the same questions from a file. */
async function rate({ seconds }: Fuzzed): Promise<Ratio> {
  const methods = ['token.params', 'token.signature', 'token.issue', 'token.verify']
  const { vectors } = await generate({ seed: 1, count: 5000, now: 0 }, { methods, clock: 'injected' })
  const file = join(mkdtempSync(join(tmpdir(), 'channelproof-bench-')), 'questions.jsonl')
  const lines = vectors.map(({ question }, id) => requestLine(id, question.method, question.params))
  writeFileSync(file, lines.join('').repeat(10))
  const alone = (10 * vectors.length) / secondsAlone(file)
  rmSync(dirname(file), { recursive: true })
  const fuzzing = QUESTIONS / seconds
  return {
    name: 'fuzz on the Python adapter: rate / rate of the adapter alone',
    value: fuzzing / alone,
    atLeast: 0.4,
    of: `${Math.round(fuzzing)} / ${Math.round(alone)} a second`,
  }
}

const memory = (small: Fuzzed, large: Fuzzed): Ratio => ({
  name: `fuzz: peak memory at ${10 * QUESTIONS} questions / at ${QUESTIONS}`,
  value: large.peakKilobytes / small.peakKilobytes,
  atMost: 1.3,
  of: `${Math.round(large.peakKilobytes / 1024)} MB / ${Math.round(small.peakKilobytes / 1024)} MB`,
})
