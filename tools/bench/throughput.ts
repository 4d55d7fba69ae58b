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
import { inTurns, median, ofMemory, program, type Ratio } from './ratio.ts'
import { issueVectors } from './questions.ts'

/** In CI a fifth, because 1,000,000 questions take some minutes. */
const QUESTIONS = process.env['CI'] ? 20_000 : 100_000

interface Streamed {
  readonly seconds: number
  readonly peakKilobytes: number
}

// Bundled like the program of a user: functions are slower under tsx.
const STREAM = 'dist/bench'

const stream = (count: number): Streamed =>
  parseJson(program([process.execPath, `${STREAM}/bench/stream.js`, String(count)]))

/** Questions through the runner, compared with the same adapter that reads the same questions from a file. */
export async function throughput(): Promise<Ratio[]> {
  await bundlePrograms('tools', ['bench/stream'], rootFile(STREAM))
  const ratios = streamed()
  rmSync(rootFile(STREAM), { recursive: true })
  return ratios
}

function streamed(): Ratio[] {
  const file = join(mkdtempSync(join(tmpdir(), 'channelproof-bench-')), 'questions.jsonl')
  const issueLine = ({ question }: Vector, id: number): string =>
    requestLine(id, question.method, question.params)
  writeFileSync(file, Array.from(issueVectors(QUESTIONS), issueLine).join(''))
  const runs = Array.from({ length: 3 }, () => ({ alone: secondsAlone(file), runner: stream(QUESTIONS) }))
  rmSync(dirname(file), { recursive: true })
  const [alone, runner] = [
    median(runs.map((one) => one.alone)),
    median(runs.map((one) => one.runner.seconds)),
  ]
  return [
    {
      name: `${QUESTIONS} token.issue: rate through the runner / rate of the adapter alone`,
      value: alone / runner,
      atLeast: 0.4,
      of: `${Math.round(QUESTIONS / runner)} / ${Math.round(QUESTIONS / alone)} a second`,
    },
    memory(median(runs.map((one) => one.runner.peakKilobytes))),
  ]
}

/** How long the adapter takes for the questions of a file. */
export function secondsAlone(file: string): number {
  const startedAt = performance.now()
  program(['sh', '-c', `python3 runners/adapters/python/adapter.py < '${file}' > /dev/null`])
  return (performance.now() - startedAt) / 1000
}

function memory(small: number): Ratio {
  const { peakKilobytes } = stream(10 * QUESTIONS)
  const name = `peak memory at ${10 * QUESTIONS} questions / at ${QUESTIONS}`
  return ofMemory(name, peakKilobytes * 1024, small * 1024, 1.3)
}

/** The reference, compared with the shortest inline code that makes the same token. */
export function reference(): Ratio {
  const [appId, appSecret, timestamp] = ['app', 'DO-NOT-USE-bench', 1700000000]
  const joinParams = { channelId: 'c1', userId: 'u1', duration: 3600 }
  const inline = (): string => {
    const params = Buffer.from(JSON.stringify(joinParams)).toString('base64')
    const signature = createHmac('sha256', appSecret)
      .update(`02${appId}${timestamp}${params}`)
      .digest('base64')
    return `02.${appId}.${timestamp}.${params}.${signature}`
  }
  const ours = (): string => issue(joinParams, { appId, appSecret, timestamp })
  if (inline() !== ours()) throw new Error('the inline code makes another token')
  const repeat = (action: () => string) => (): void => {
    for (let index = 0; index < 50_000; index++) action()
  }
  const [short, long] = inTurns(7, [repeat(inline), repeat(ours)])
  const rate = (millis: number): string => `${Math.round(50_000 / millis)}`
  return {
    name: 'reference issue: rate / shortest inline code',
    value: short / long,
    atLeast: 0.5,
    of: `${rate(long)} / ${rate(short)} a millisecond`,
  }
}
