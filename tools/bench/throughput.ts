import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseJson } from '../../src/json.ts'
import type { Vector } from '../../src/model/index.ts'
import { bundlePrograms } from '../bundle.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { requestLine } from '../../runners/adapter/protocol.ts'
import { issue } from '../../src/token/index.ts'
import {
  inTurns,
  median,
  millisOf,
  ofMemory,
  ofRates,
  execute,
  type Ratio,
  issueVectors,
  PYTHON,
  PYTHON_TOKENS,
  ofTimes,
} from './ratio.ts'
import { Claims, Endless } from '../../runners/fuzz/search.ts'
import { COUNTS } from '../../runners/generated/pace.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'

/** In CI a fifth, because 1,000,000 questions take some minutes. */
const QUESTIONS = process.env['CI'] ? 20_000 : 100_000

interface Streamed {
  readonly seconds: number
  readonly peakKilobytes: number
}

// Bundled like the program of a user: functions are slower under tsx.
const CHILDREN = 'dist/bench'

const stream = (count: number): Streamed =>
  parseJson(execute([process.execPath, `${CHILDREN}/bench/stream.js`, String(count)]))

/** Questions through the runner, compared with the same adapter that reads the same questions from a file. */
export async function throughput(): Promise<Ratio[]> {
  await bundlePrograms('tools', ['bench/stream'], rootFile(CHILDREN))
  const ratios = streamed()
  rmSync(rootFile(CHILDREN), { recursive: true })
  return ratios
}

function streamed(): Ratio[] {
  const file = join(mkdtempSync(join(tmpdir(), 'channelproof-bench-')), 'questions.jsonl')
  const issueLine = ({ question }: Vector, id: number): string =>
    requestLine(id, question.method, question.params)
  writeFileSync(file, Array.from(issueVectors(QUESTIONS), issueLine).join(''))
  const runs = Array.from({ length: 3 }, () => ({ alone: secondsAlone(file), runner: stream(QUESTIONS) }))
  rmSync(dirname(file), { recursive: true })
  const rates = [
    QUESTIONS / median(runs.map(({ runner }) => runner.seconds)),
    QUESTIONS / median(runs.map(({ alone }) => alone)),
  ] as const
  const name = `${QUESTIONS} token.issue: rate through the runner / rate of the adapter alone`
  const small = median(runs.map(({ runner }) => runner.peakKilobytes))
  const large = stream(10 * QUESTIONS).peakKilobytes
  return [ofRates(name, rates, 'second', 0.4), peakRatio('peak memory', QUESTIONS, large, small)]
}

function secondsAlone(file: string): number {
  const line = `python3 runners/adapters/python/adapter.py < '${file}' > /dev/null`
  return millisOf(() => execute(['sh', '-c', line])) / 1000
}

/** Ten times as many questions must not take more memory. */
const peakRatio = (what: string, questions: number, large: number, small: number): Ratio =>
  ofMemory(`${what} at ${10 * questions} questions / at ${questions}`, large * 1024, small * 1024, 1.3)

/** The reference, compared with the shortest inline code that makes the same token. */
export function referenceRatio(): Ratio {
  const [appId, appSecret, timestamp] = ['app', 'DO-NOT-USE-bench', 1700000000]
  const joinParams = { channelId: 'c1', userId: 'u1', duration: 3600 }
  const inline = (): string => {
    const params = Buffer.from(JSON.stringify(joinParams)).toString('base64')
    const signed = createHmac('sha256', appSecret).update(`02${appId}${timestamp}${params}`)
    return `02.${appId}.${timestamp}.${params}.${signed.digest('base64')}`
  }
  const ours = (): string => issue(joinParams, { appId, appSecret, timestamp })
  if (inline() !== ours()) throw new Error('the inline code makes another token')
  const repeat = (action: () => string) => (): void => {
    for (let index = 0; index < 50_000; index++) action()
  }
  const [short, long] = inTurns(7, [repeat(inline), repeat(ours)])
  const rates = [50_000 / long, 50_000 / short] as const
  return ofRates('reference issue: rate / shortest inline code', rates, 'millisecond', 0.5)
}

/** Fewer say nothing about memory: the heaps of all lanes have not yet grown to what a search needs. */
const FUZZED = 100_000

const TOKEN_METHODS = ['token.params', 'token.signature', 'token.issue', 'token.verify']

/** @throws if a failure was found */
function fuzzed(questions: number): Streamed {
  const printed = execute([process.execPath, `${CHILDREN}/bench/fuzzing.js`, String(questions)])
  const [, seconds] = new RegExp(`^${questions} questions in (\\S+) s`, 'm').exec(printed) ?? []
  const { peakKilobytes } = parseJson<Pick<Streamed, 'peakKilobytes'>>(printed.trim().split('\n').at(-1)!)
  return { seconds: Number(seconds), peakKilobytes }
}

/** What generated questions cost, and what fuzzing reaches. */
export async function generated(): Promise<Ratio[]> {
  await bundlePrograms('tools', ['bench/fuzzing'], rootFile(CHILDREN))
  await bundlePrograms('runners', ['fuzz/lane'], rootFile(CHILDREN, 'bench'))
  const eaten = await eating()
  // In turns, because a machine may be slow for a minute.
  const small = fuzzed(FUZZED)
  const between = eaten()
  const large = fuzzed(10 * FUZZED)
  const alone = median([...between, ...eaten()])
  rmSync(rootFile(CHILDREN), { recursive: true })
  return [
    withAndWithout('the Python adapter', PYTHON),
    withAndWithout('the four token methods of the Python adapter', PYTHON_TOKENS),
    drawing(),
    rate(small, large, alone),
    peakRatio('fuzz: peak memory', FUZZED, large.peakKilobytes, small.peakKilobytes),
  ]
}

function withAndWithout(name: string, command: readonly string[]): Ratio {
  const run = (count: number) => (): void => {
    const flags = ['--generated', String(count), '--seed', '1', '--quiet']
    execute([process.execPath, 'dist/runners/cli.js', 'sdk', ...flags, '--', ...command])
  }
  const [all, none] = inTurns(5, [run(COUNTS.adapter), run(0)])
  const what = `run on ${name} with ${COUNTS.adapter} generated questions / without`
  return ofTimes(what, all, none, { atMost: 4 })
}

/** What a run draws by default, in one thread, beside what the adapter needs for the answers with its start. */
function drawing(): Ratio {
  const drawn = () => inOrder(generatedGroups({ count: COUNTS.adapter, seed: 1, methods: TOKEN_METHODS }))
  const lines = drawn().map(({ question }, at) => requestLine(at, question.method, question.params))
  const [draw, answer] = inTurns(5, [() => void drawn(), () => void execute(PYTHON, lines.join(''))])
  const name = 'drawing the questions of a run / the Python adapter alone'
  const ratio = ofTimes(name, draw, answer, { atMost: 4 })
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
function rate(small: Streamed, large: Streamed, alone: number): Ratio {
  const fuzzing = (9 * FUZZED) / (large.seconds - small.seconds)
  const name = `fuzz on the Python adapter: rate from question ${FUZZED} to ${10 * FUZZED} / rate of the adapter alone`
  return ofRates(name, [fuzzing, 1 / alone], 'second', 0.4)
}

/** The first questions of the search (fuzzing.ts), as they are asked. */
async function lines(count: number): Promise<string> {
  const asked: string[] = []
  const first = new Endless(1, { methods: TOKEN_METHODS, clock: 'injected' })
  for await (const { question } of first.vectors(new Claims(count), () => false))
    asked.push(requestLine(asked.length, question.method, question.params))
  return asked.join('')
}
