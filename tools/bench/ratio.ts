import { spawnSync } from 'node:child_process'
import { rootFile } from '../../runners/suite/files.ts'
import type { Vector } from '../../src/model/index.ts'

/** The Python sample, and the same without its HTTP client, whose calls wait. */
export const PYTHON = ['python3', 'runners/adapters/python/adapter.py'] as const

const TOKENS = [
  'import sys; sys.path[:0] = ["runners/adapters/python"]',
  'from adapter import CALLS, DESCRIPTION, serve, translate',
  'serve(DESCRIPTION, {**CALLS, "client.call": None}, translate)',
].join('\n')
export const PYTHON_TOKENS = ['python3', '-c', TOKENS] as const

export interface Ratio {
  readonly name: string
  readonly value: number
  readonly atMost?: number
  readonly atLeast?: number
  /** The figures behind it. */
  readonly of: string
}

type Limit = Pick<Ratio, 'atMost' | 'atLeast'>
type Rates = readonly [number, number]

/** Two times in milliseconds. */
export function ofTimes(name: string, one: number, other: number, limit: Limit = {}): Ratio {
  const of = `${one.toFixed(0)} ms / ${other.toFixed(0)} ms`
  return { name, value: one / other, ...limit, of }
}

/** Two rates. @param unit of time in which they are given */
export function ofRates(name: string, [one, other]: Rates, unit: string, atLeast: number): Ratio {
  const of = `${Math.round(one)} / ${Math.round(other)} a ${unit}`
  return { name, value: one / other, atLeast, of }
}

/** Two amounts of memory in bytes: the larger must not be that of a leak. */
export function ofMemory(name: string, one: number, other: number, atMost: number): Ratio {
  const [large, small] = [one, other].map((bytes) => `${Math.round(bytes / 1024 / 1024)} MB`)
  return { name, value: one / other, atMost, of: `${large} / ${small}` }
}

export const isWithinLimit = ({ value, atMost = Infinity, atLeast = -Infinity }: Ratio): boolean =>
  value <= atMost && value >= atLeast

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Milliseconds that an action takes. */
export function millisOf(action: () => unknown): number {
  const startedAt = performance.now()
  action()
  return performance.now() - startedAt
}

/** Milliseconds of each action, the median of some rounds; taken in turns, so that noise affects all alike. */
export function inTurns<Actions extends readonly (() => void)[]>(
  rounds: number,
  actions: readonly [...Actions],
): { [At in keyof Actions]: number } {
  const times = actions.map((): number[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, action] of actions.entries()) {
      const millis = millisOf(action)
      // The first round warms up.
      if (round > 0) times[index]!.push(millis)
    }
  return times.map(median) as { [At in keyof Actions]: number }
}

/** Runs a program in the root of the checkout. @throws if it fails */
export function execute(command: readonly string[], input = ''): string {
  const [name, ...args] = command
  const options = { cwd: rootFile(), input, maxBuffer: 2 ** 30, encoding: 'utf8' } as const
  const { status, stdout, stderr, error } = spawnSync(name!, args, options)
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`, { cause: error })
  return stdout
}

/** So many different `token.issue` vectors, made one by one. */
export function* issueVectors(count: number): Generator<Vector> {
  for (let index = 0; index < count; index++) {
    const ids = { channelId: `channel-${index % 100}`, userId: `user-${index}` }
    const joinParams = { ...ids, duration: 3600, size: 50 }
    yield {
      id: `bench/issue/number-${index}`,
      title: 'Issues a token',
      requirements: ['TOKEN-PARAMS-VALUES'],
      level: 'required',
      question: {
        method: 'token.issue',
        params: { appId: 'app', appSecret: 'DO-NOT-USE-bench', joinParams, timestamp: 1700000000 + index },
      },
      expect: { verdict: 'accept', output: { joinParams } },
    }
  }
}
