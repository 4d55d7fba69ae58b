import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson } from '../../src/json.ts'
import { Claims, Endless } from '../../runners/fuzz/endless.ts'
import { COUNTS } from '../../runners/generated/pace.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { requestLine } from '../../runners/adapter/protocol.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { bundlePrograms } from '../bundle.ts'
import { PYTHON, PYTHON_TOKENS } from './python.ts'
import { inTurns, median, ofMemory, ofTimes, program, type Ratio } from './ratio.ts'
import { secondsAlone } from './throughput.ts'

const CHILD = 'dist/bench'

/** Fewer say nothing about memory: the heaps of all lanes have not yet grown to what a search needs. */
const QUESTIONS = 100_000

interface Fuzzed {
  readonly seconds: number
  readonly peakKilobytes: number
}

/** @throws if a failure was found */
function fuzzed(questions: number): Fuzzed {
  const printed = program([process.execPath, `${CHILD}/bench/fuzzing.js`, String(questions)])
  const [, seconds] = new RegExp(`^${questions} questions in (\\S+) s`, 'm').exec(printed) ?? []
  const { peakKilobytes } = parseJson<Pick<Fuzzed, 'peakKilobytes'>>(printed.trim().split('\n').at(-1)!)
  return { seconds: Number(seconds), peakKilobytes }
}

/** What generated questions cost, and what fuzzing reaches. */
export async function generated(): Promise<Ratio[]> {
  await bundlePrograms('tools', ['bench/fuzzing'], rootFile(CHILD))
  await bundlePrograms('runners', ['fuzz/lane'], rootFile(CHILD, 'bench'))
  const eaten = await eating()
  // In turns, because a machine may be slow for a minute.
  const small = fuzzed(QUESTIONS)
  const between = eaten()
  const large = fuzzed(10 * QUESTIONS)
  const alone = median([...between, ...eaten()])
  rmSync(rootFile(CHILD), { recursive: true })
  return [
    withAndWithout('the Python adapter', PYTHON),
    withAndWithout('the four token methods of the Python adapter', PYTHON_TOKENS),
    drawing(),
    rate(small, large, alone),
    memory(small, large),
  ]
}

function withAndWithout(name: string, command: readonly string[]): Ratio {
  const run = (count: number) => (): void => {
    const flags = ['--generated', String(count), '--seed', '1', '--quiet']
    program([process.execPath, 'dist/runners/cli.js', 'sdk', ...flags, '--', ...command])
  }
  const [all, none] = inTurns(5, [run(COUNTS.adapter), run(0)])
  return ofTimes(`run on ${name} with ${COUNTS.adapter} generated questions / without`, all, none, {
    atMost: 4,
  })
}

/** What a run draws by default, in one thread, beside what the adapter needs for the answers with its start. */
function drawing(): Ratio {
  const methods = ['token.params', 'token.signature', 'token.issue', 'token.verify']
  const drawn = () => inOrder(generatedGroups({ count: COUNTS.adapter, seed: 1, methods }))
  const lines = drawn().map(({ question }, at) => requestLine(at, question.method, question.params))
  const [draw, answer] = inTurns(5, [() => void drawn(), () => void program(PYTHON, lines.join(''))])
  const ratio = ofTimes('drawing the questions of a run / the Python adapter alone', draw, answer, {
    atMost: 4,
  })
  return { ...ratio, of: `${ratio.of}, ${Math.round((lines.length / draw) * 1000)} questions a second` }
}

/** So many of the questions the adapter eats alone. */
const ALONE = 50_000

/** The adapter eats questions of the search from a file: seconds for each, some times, without its start. */
async function eating(): Promise<() => number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'channelproof-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  const [questions, nothing] = [join(folder, 'questions.jsonl'), join(folder, 'nothing.jsonl')]
  writeFileSync(questions, await lines(ALONE))
  writeFileSync(nothing, '')
  return () => Array.from({ length: 5 }, () => (secondsAlone(questions) - secondsAlone(nothing)) / ALONE)
}

/** Of a search under way: neither its start nor that of the adapter counts. */
function rate(small: Fuzzed, large: Fuzzed, alone: number): Ratio {
  const fuzzing = (9 * QUESTIONS) / (large.seconds - small.seconds)
  return {
    name: `fuzz on the Python adapter: rate from question ${QUESTIONS} to ${10 * QUESTIONS} / rate of the adapter alone`,
    value: fuzzing * alone,
    atLeast: 0.4,
    of: `${Math.round(fuzzing)} / ${Math.round(1 / alone)} a second`,
  }
}

/** The first questions of the search (fuzzing.ts), as they are asked. */
async function lines(count: number): Promise<string> {
  const methods = ['token.params', 'token.signature', 'token.issue', 'token.verify']
  const asked: string[] = []
  const first = new Endless(1, { methods, clock: 'injected' })
  for await (const { question } of first.vectors(new Claims(count), () => false))
    asked.push(requestLine(asked.length, question.method, question.params))
  return asked.join('')
}

function memory(small: Fuzzed, large: Fuzzed): Ratio {
  const name = `fuzz: peak memory at ${10 * QUESTIONS} questions / at ${QUESTIONS}`
  return ofMemory(name, large.peakKilobytes * 1024, small.peakKilobytes * 1024, 1.3)
}
