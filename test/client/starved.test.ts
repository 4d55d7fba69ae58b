import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BusyMachine, UnderWay, untilServed } from '../../runners/client/starved.ts'
import { RIGHT_CLIENT } from '../../runners/selfCheck/faultyClient.ts'
import { clientInProcess } from '../../runners/selfCheck/clientInProcess.ts'
import { LATE } from '../../src/judge/client/report.ts'
import type { Answer, ClientAnswer, ClientCall, Vector, WireCall } from '../../src/model/index.ts'
import { Turns } from '../../runners/live/rateLimit.ts'
import type { WireSubject } from '../../runners/adapter/wire.ts'
import { allVerdicts, run } from '../../src/run.ts'
import { subjectOf, SUITE, VECTORS, WAITING } from '../support/client/watch.ts'

const LIMIT = 200
const vector = VECTORS.find(({ id }) => id === 'client/request/auth-token-minimal')!
const call = { ...(vector.question.params as ClientCall), timeoutMillis: LIMIT }
const asking = (params: ClientCall): Vector =>
  ({ ...vector, question: { ...vector.question, params } }) as typeof vector

const WHOLE = { elsewhere: false, method: 'POST', target: '/', headers: [], body: '' }

/** Returns the words for the failure, where they are not "timeout". */
type Attempt = (params: WireCall) => Promise<void | 'network'>

const sendsNothing: Attempt = () => setTimeout(LIMIT + 10)
/** Its answer is there at once, and it returns long after its limit. */
const isLate: Attempt = () => setTimeout(LIMIT + LATE + 10)
const givesUpAtOnce: Attempt = async () => undefined

/** The head says 100 bytes, and ten come before the limit ends. */
const sendsHalf: Attempt = async ({ baseUrl }) => {
  const { hostname, port, host } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(`POST /v1/channels/token HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n\r\n{"appId": `)
  await setTimeout(LIMIT + 10)
  socket.end()
}

/** Its whole request is answered at once, and it hears of that too late. */
const hearsNothing: Attempt = async ({ baseUrl }) => {
  const { hostname, port, host } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(`POST /v1/channels/token HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{}`)
  await setTimeout(LIMIT + 10)
  socket.end()
}

/** Its limit closed the connection, and it takes that for trouble of the network. */
const saysNetwork: Attempt = async (params) => {
  await hearsNothing(params)
  return 'network'
}

/** What a client makes of the question whose first calls end as these, and which is right afterwards. */
async function judged(attempts: readonly (Attempt | undefined)[], isBusy = true, params = call) {
  const right = clientInProcess(RIGHT_CLIENT, () => undefined)
  let calls = 0
  const subject = subjectOf(
    {
      ...right,
      call: async (params) => {
        const attempt = attempts[calls++]
        // It has all the time that a busy machine takes.
        if (!attempt) return right.call({ ...params, timeoutMillis: 60_000 })
        const askedAt = Date.now() / 1000
        const kind = (await attempt(params)) ?? 'timeout'
        const output = { ok: false, kind } as const
        return { askedAt, answeredAt: Date.now() / 1000, kind: 'accepted', output }
      },
    },
    { isBusy: () => isBusy },
  )
  for await (const { outcome } of run({
    vectors: [asking(params)],
    find: SUITE.find,
    subject,
    level: 'recommended',
  }))
    return { outcome, calls }
  throw new Error('no verdict')
}

test.each([
  ['sent nothing before its limit ended', sendsNothing],
  ['sent half of its request before its limit ended', sendsHalf],
  ['heard nothing of its answer before its limit ended', hearsNothing],
  ['heard nothing, and calls it trouble of the network', saysNetwork],
  ['ended long after its limit', isLate],
])('a client that once %s is asked again', async (_, attempt) => {
  expect(await judged([attempt])).toEqual({ outcome: 'passed', calls: 2 })
})

test.each([
  ['sends nothing', sendsNothing],
  ['sends half of its request', sendsHalf],
  ['hears nothing of its answer before its limit ends', hearsNothing],
  ['hears nothing, and calls it trouble of the network', saysNetwork],
  ['ends long after its limit', isLate],
])('a client that %s in five calls fails', async (_, attempt) => {
  expect(await judged(Array.from({ length: 5 }, () => attempt))).toEqual({ outcome: 'failed', calls: 5 })
})

test('a client of whose two calls one once sent nothing is asked both again', async () => {
  const twice = { ...call, calls: 2 }
  expect(await judged([undefined, sendsNothing], true, twice)).toEqual({ outcome: 'passed', calls: 4 })
  const always = Array.from({ length: 5 }, () => [undefined, sendsNothing]).flat()
  expect(await judged(always, true, twice)).toEqual({ outcome: 'failed', calls: 10 })
})

test('the calls that follow another are looked at as well', async () => {
  const seen = { reports: [{ ok: true, status: 200 }], requests: [WHOLE], millis: [1], scheme: '', leaks: [] }
  const late = { ...seen, reports: [{ ok: false, kind: 'timeout' }], requests: [], millis: [LIMIT] }
  const output = { ...seen, next: [late] } as ClientAnswer
  let asked = 0
  const ask = async (): Promise<Answer> => {
    asked++
    return { kind: 'accepted', output, askedAt: 0, answeredAt: 0 }
  }
  await untilServed({ ...call, next: [{ ...call }] }, { ask, isBusy: () => true })
  expect(asked).toBe(5)
})

test('where no answer is sent, the end of the limit is right and nothing is asked again', async () => {
  const silent = { ...call, answers: [{ status: 200, manner: 'silent' as const }] }
  expect(await judged([hearsNothing], true, silent)).toMatchObject({ calls: 1 })
})

test('on an idle machine a client that sent nothing before its limit ended fails at once', async () => {
  expect(await judged([sendsNothing], false)).toEqual({ outcome: 'failed', calls: 1 })
})

test('a client that gives up before its limit fails at once', async () => {
  expect(await judged([givesUpAtOnce])).toEqual({ outcome: 'failed', calls: 1 })
})

test('of calls that are late at the same time one is asked again, where it is late each time', async () => {
  const late = { reports: [{ unanswered: 9000 }], requests: [WHOLE], millis: [9000], scheme: '', leaks: [] }
  let asked = 0
  const ask = async (): Promise<Answer> => {
    asked++
    return { kind: 'accepted', output: late as unknown as ClientAnswer, askedAt: 0, answeredAt: 9 }
  }
  const turns = new Turns(1)
  const inTurn = (again: typeof ask): Promise<Answer> => turns.take(again)
  const shown = { isLate: false }
  await Promise.all([1, 2, 3, 4].map(() => untilServed(call, { ask, isBusy: () => true, inTurn, shown })))
  // Each once, and the first four times more.
  expect(asked).toBe(4 + 4)
})

test('a call that is asked again waits for the others, and no other begins meanwhile', async () => {
  const underWay = new UnderWay()
  const order: string[] = []
  let endFirst = (): void => undefined
  const first = underWay.make(async () => {
    await new Promise<void>((resolve) => (endFirst = resolve))
    order.push('first ends')
  })
  const again = underWay.alone(async () => {
    order.push('again begins')
    await underWay.make(() => setTimeout(20))
    order.push('again ends')
  })
  const next = underWay.first(async () => order.push('next begins'))
  await setTimeout(20)
  endFirst()
  await Promise.all([first, again, next])
  expect(order).toEqual(['first ends', 'again begins', 'again ends', 'next begins'])
})

/** Its request waits for this process, which stands still: the answer comes late, and its time seems short. */
test('a client whose answer this process held back is asked again', async () => {
  const late = {
    reports: [{ ok: false, kind: 'timeout' }],
    requests: [WHOLE],
    millis: [1],
    scheme: '',
    leaks: [],
  }
  let asked = 0
  const ask = async (): Promise<Answer> => {
    const seconds = asked++ === 0 ? LIMIT / 1000 : 0
    return { kind: 'accepted', output: late as unknown as ClientAnswer, askedAt: 0, answeredAt: seconds }
  }
  await untilServed(call, { ask, isBusy: () => true })
  expect(asked).toBe(2)
})

test('a process that stood still was busy since then, and not before', async () => {
  const machine = new BusyMachine(() => 0)
  const before = Date.now()
  while (Date.now() - before < 700);
  await expect.poll(() => machine.since(before / 1000)).toBe(true)
  expect(machine.since(Date.now() / 1000 + 60)).toBe(false)
  machine.close()
})

test('a machine on which more wants to run than it has cores is busy', () => {
  const machine = new BusyMachine(() => 10_000)
  expect(machine.since(Date.now() / 1000 + 60)).toBe(true)
  machine.close()
})

/** Sends so many requests at a time, and lets other calls wait within their limits. */
function withPlaces(places: number): WireSubject {
  const inner = clientInProcess(RIGHT_CLIENT, () => undefined)
  const turns = new Turns(places)
  return {
    ...inner,
    call: async (params) => {
      const askedAt = Date.now() / 1000
      return turns.take(async () => {
        const left = params.timeoutMillis - (Date.now() / 1000 - askedAt) * 1000
        if (left > 0) return { ...(await inner.call({ ...params, timeoutMillis: left })), askedAt }
        const output = { ok: false, kind: 'timeout' } as const
        return { askedAt, answeredAt: Date.now() / 1000, kind: 'accepted', output }
      })
    },
  }
}

test('a client with two places passes the calls that use up their limit', async () => {
  const subject = subjectOf(withPlaces(2), { isBusy: () => false })
  const vectors = WAITING.filter(({ id }) => id.endsWith('-time-limit'))
  expect(vectors.length).toBeGreaterThan(8)
  const verdicts = await allVerdicts({ vectors, find: SUITE.find, subject, level: 'recommended' })
  expect(verdicts.filter(({ outcome }) => outcome !== 'passed').map(({ message }) => message)).toEqual([])
})
