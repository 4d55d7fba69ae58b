/**
 * However a run is interrupted, the next one says what it left and stops it. A seed draws the moments, which are
 * requests: `INTERRUPTIONS=200 SEED=7 npx vitest run test/live/interruptions.program.test.ts` interrupts 200 runs.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { temporary, type RunOptions } from '../support/cli.ts'
import { between, cut, isStart } from '../support/live/chaos.ts'
import { chaosProxy, type Chaos, type ChaosProxy, type When } from '../support/live/chaosProxy.ts'
import { of, OWN, SHARED } from '../support/live/chaosRows.ts'
import { CHANNEL } from '../support/live/service.ts'
import { liveAt } from '../support/live/wrapped.ts'
import { event } from '../support/until.ts'

const COUNT = Number(process.env['INTERRUPTIONS'] ?? 20)
const SEED = process.env['SEED'] ?? '1'

/** What is interrupted. */
const RUNS: readonly (readonly string[])[] = [
  ['--profile', 'smoke', ...SHARED],
  ['--profile', 'smoke', ...OWN],
  [...SHARED, ...of('start-two update-* stop-one')],
  [...OWN, ...of('start-three start-another* stop-one-leaves-others stop-all')],
]
/** The next run starts one push in a channel of others, so that it stops nothing but its own and what it has read. */
const NEXT = [...SHARED, ...of('start-mixed')]

const WAYS = ['SIGINT', 'SIGTERM', 'SIGKILL', 'cut'] as const
const MOMENTS = ['when it arrives', 'before its answer'] as const

interface Interruption {
  readonly flags: readonly string[]
  readonly way: (typeof WAYS)[number]
  readonly moment: (typeof MOMENTS)[number]
  /** Holds first for the request with which it comes. */
  readonly at: When
}

/** What the proxy does, and a signal that comes with it. */
function chaosOf({ way, moment, at }: Interruption): { readonly chaos: Chaos; readonly options: RunOptions } {
  const { happened, happens } = event()
  let isOver = false
  const isFirst: When = (asked) => !isOver && at(asked) && (isOver = true)
  // Nobody hears an answer after SIGKILL, and after the others clean-up goes on.
  const isAnswered = way === 'SIGINT' || way === 'SIGTERM'
  const isCarried = isAnswered || moment === 'before its answer'
  const chaos: Chaos = [
    [
      isFirst,
      async (asked, carry) => {
        if (moment === 'when it arrives') happens()
        const answer = isCarried ? await carry() : undefined
        happens()
        return way === 'cut' ? cut(asked, carry) : isAnswered ? answer : undefined
      },
    ],
    [() => isOver && way === 'cut', cut],
  ]
  return { chaos, options: way === 'cut' ? {} : { signal: [way, happened] } }
}

const journalsIn = (state: string): string[] => {
  const folder = join(state, 'channelproof')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** An interrupted run and the next one. @param isForgotten the journal of the first is deleted before */
async function interrupted(interruption: Interruption, isForgotten = false) {
  const XDG_STATE_HOME = temporary()
  const { chaos, options } = chaosOf(interruption)
  const proxy = await chaosProxy(chaos)
  await liveAt(proxy.url, interruption.flags, { ...options, env: { XDG_STATE_HOME } })
  const left = proxy.streams()
  proxy.turn([])
  if (isForgotten) rmSync(XDG_STATE_HOME, { recursive: true })
  const { code, stderr } = await liveAt(proxy.url, NEXT, { env: { XDG_STATE_HOME } })
  await proxy.close()
  return { code, stderr, left, proxy, journals: journalsIn(XDG_STATE_HOME) }
}

/** Streams that run after the last request. */
const runsLast = ({ log }: ChaosProxy): readonly number[] => log.at(-1)!.runs

/** How many requests a run sends that nothing interrupts. */
async function requestsOf(flags: readonly string[]): Promise<number> {
  const proxy = await chaosProxy([])
  await liveAt(proxy.url, flags, { env: { XDG_STATE_HOME: temporary() } })
  await proxy.close()
  return proxy.log.length
}

const REQUESTS: number[] = []
for (const flags of RUNS) REQUESTS.push(await requestsOf(flags))

/** A number from 0 to below `end`. */
const drawn = (index: number, what: string, end: number): number =>
  createHash('sha256').update(`${SEED}:${index}:${what}`).digest().readUInt32LE() % end

const DRAWN = Array.from({ length: COUNT }, (_, at) => {
  const index = at + 1
  const run = drawn(index, 'run', RUNS.length)
  const request = 1 + drawn(index, 'request', REQUESTS[run]!)
  const way = WAYS[drawn(index, 'way', WAYS.length)]!
  const moment = MOMENTS[drawn(index, 'moment', MOMENTS.length)]!
  return { index, run, request, way, moment }
})

describe.concurrent(`of seed ${SEED}: the next run says what was left, and nothing runs after it`, () => {
  test.for(DRAWN)(
    '$index: $way with request $request of run $run, $moment',
    async ({ run, request, ...row }, { expect }) => {
      const interruption = { ...row, flags: RUNS[run]!, at: between(request) }
      const { code, stderr, left, proxy, journals } = await interrupted(interruption)
      for (const id of left) expect(stderr).toMatch(new RegExp(`may have left .*\\b${id} in ${CHANNEL}`))
      expect([code, proxy.streams(), runsLast(proxy), journals]).toEqual([0, [], [], []])
    },
  )

  test('among all of them are runs of every kind, interrupted in every way', ({ expect }) => {
    const of = (name: 'run' | 'way' | 'moment') => new Set(DRAWN.map((row) => row[name]))
    expect([of('run').size, of('way').size, of('moment').size]).toEqual([
      RUNS.length,
      WAYS.length,
      MOMENTS.length,
    ])
  })

  test.for(['SIGKILL', 'cut'] as const)(
    '%s with a start and without the journal: its push goes on, and the access log shows it',
    async (way, { expect }) => {
      const interruption = { flags: NEXT, way, moment: 'before its answer', at: isStart } as const
      const { stderr, left, proxy } = await interrupted(interruption, true)
      expect(left).toHaveLength(1)
      expect(stderr).not.toContain('may have left')
      expect([proxy.streams(), runsLast(proxy)]).toEqual([left, left])
    },
  )
})
