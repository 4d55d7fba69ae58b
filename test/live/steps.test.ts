/** Requests of one exchange: one after the other, at the same time, open ones, and in pieces. */
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listen } from '../../runners/http/server.ts'
import { EndpointSubject } from '../../runners/live/endpoint.ts'
import { judgedStep, stepsOf, type Stepped } from '../../runners/live/sending.ts'
import { configFor, verdictsWith } from '../../runners/selfCheck/faultyService.ts'
import { isStart, isStop, type WaitingAlteration } from '../../src/faults/service/serviceFault.ts'
import { ok, status } from '../../src/model/placeholders.ts'
import type { EarlierRequest, Exchange, ExpectedExchange, Vector } from '../../src/model/index.ts'

const start = (...numbers: readonly number[]): EarlierRequest => ({
  operation: 'streaming.start',
  body: JSON.stringify({
    channelId: '{{channel}}',
    streamList: numbers.map((at) => ({
      streamId: `{{stream${at}}}`,
      url: `{{pushUrl${at}}}`,
      flag: 3,
      type: 1,
    })),
  }),
})
const stop = (number: number): EarlierRequest => ({
  operation: 'streaming.stop',
  body: JSON.stringify({ channelId: '{{channel}}', streamId: `{{stream${number}}}` }),
})
const exchange = (last: EarlierRequest, rest: Partial<Exchange>): Exchange => ({
  operation: last.operation,
  body: last.body,
  authorization: 'right',
  channel: 'open',
  ...rest,
})
const vector = (params: Exchange, answers: ExpectedExchange['answers']): Vector => ({
  id: 'generated/endpoint-streaming/steps',
  title: 'Steps',
  requirements: ['START-STREAMS-MAXIMUM'],
  level: 'required',
  question: { method: 'endpoint.exchange', params },
  expect: { verdict: 'accept', output: { answers } },
})
const outcomeWith = async (
  alteration: WaitingAlteration,
  params: Exchange,
  answers: ExpectedExchange['answers'] = ok,
): Promise<string> => {
  const [verdict] = await verdictsWith(alteration, [vector(params, answers)])
  return `${verdict!.outcome}${verdict!.outcome === 'skipped' ? `: ${verdict!.reason}` : ''}`
}
const right: WaitingAlteration = (_, answer) => answer()

describe('the steps of an exchange', () => {
  test('hold what is sent at the same time', () => {
    const steps = stepsOf(
      exchange(start(4), { before: [start(1), start(2), { ...start(3), together: true }], room: 1 }),
    )
    expect(steps.map((step) => step.length)).toEqual([1, 3])
    expect(stepsOf(exchange(start(2), { before: [start(1)] })).map((step) => step.length)).toEqual([1, 1])
  })
})

describe('of requests at the same time', () => {
  const answered = (...statuses: readonly number[]) =>
    statuses.map((code) => ({ got: { status: code, headers: {}, body: '' } }) as unknown as Stepped)
  const judged = (statuses: readonly number[], room: number) => judgedStep(answered(...statuses), room).got

  test('one success more than there is room for counts, wherever it stands', () => {
    expect(judged([200, 400, 200, 200, 200, 400], 3)).toMatchObject({ status: 200 })
    expect(judged([400, 200, 200, 400, 200], 3)).toMatchObject({ status: 400 })
    // Without room the last counts.
    expect(judgedStep(answered(200, 400)).got).toMatchObject({ status: 400 })
  })

  const together = (...numbers: readonly number[]): EarlierRequest[] =>
    numbers.map((number, at) => ({ ...start(number), ...(at > 0 && { together: true as const }) }))
  const six = exchange(start(6), { before: together(1, 2, 3, 4, 5), room: 3 })

  test('the fourth success counts, and a refusal where there is none', async () => {
    expect(await outcomeWith(right, six, status('4xx'))).toBe('passed')
    // Only three can run, so a refusal is what a success must not be expected in the place of.
    expect(await outcomeWith(right, six, ok)).toBe('failed')
    const all: WaitingAlteration = (request, answer) => (isStart(request) ? { status: 200 } : answer())
    expect(await outcomeWith(all, six, status('4xx'))).toBe('failed')
  })

  test('all are on their way before the first is answered', async () => {
    let [open, most] = [0, 0]
    const counting: WaitingAlteration = async (request, answer) => {
      if (!isStart(request)) return answer()
      most = Math.max(most, ++open)
      await new Promise((resolve) => setTimeout(resolve, 50))
      open--
      return answer()
    }
    expect(await outcomeWith(counting, six, status('4xx'))).toBe('passed')
    expect(most).toBeGreaterThan(1)
  })
})

describe('an open request before', () => {
  const params = exchange(start(2), { before: [{ ...stop(7), open: true }] })
  const stopping =
    (code: number): WaitingAlteration =>
    (request, answer) =>
      isStop(request) ? { status: code } : answer()

  test.for([200, 400, 404, 409])('may be answered %i', async (code) => {
    expect(await outcomeWith(stopping(code), params)).toBe('passed')
  })

  test('leads nowhere after the failure of a server', async () => {
    expect(await outcomeWith(stopping(500), params)).toBe('skipped: not-judged')
  })

  test('is no leave for any other', async () => {
    const closed = exchange(start(2), { before: [stop(7)] })
    expect(await outcomeWith(stopping(400), closed)).toBe('skipped: not-judged')
  })
})

describe('a push that a wrong stop has left', () => {
  test('hides nothing of what is asked after it', async () => {
    // The first three starts find a channel that is full by one push too many, until a stop of all.
    let isFull = true
    const full: WaitingAlteration = (request, answer) => {
      if (isStop(request) && !Buffer.from(request.body).toString().includes('streamId')) isFull = asked === 0
      if (isStart(request)) asked++
      return isStart(request) && isFull ? { status: 400 } : answer()
    }
    let asked = 0
    expect(await outcomeWith(full, exchange(start(2), { before: [start(1)] }))).toBe('passed')
    expect(asked).toBe(3)
  })
})

describe('a body in two pieces', () => {
  test('is cut within its last wide letter, and has its length', async () => {
    const pieces: Buffer[] = []
    let length = ''
    const server = createServer((request, response) => {
      length = request.headers['content-length'] ?? ''
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => response.writeHead(200).end('{"token":""}'))
    })
    const { url } = await listen(server)
    const subject = new EndpointSubject(configFor(url))
    const body = '{"channelId":"{{channel}}","userId":"zoë-я"}'
    const params = {
      operation: 'auth.token',
      body,
      authorization: 'right',
      channel: 'unopened',
      isCut: true,
    } as const
    await subject.ask({ method: 'endpoint.exchange', params })
    await subject.close()
    await new Promise((done) => server.close(done))
    expect(pieces.length).toBe(2)
    // U+044F is D1 8F in UTF-8 (RFC 3629 section 3).
    expect(pieces[0]!.at(-1)).toBe(0xd1)
    expect(pieces[1]!.toString('latin1')).toBe('\u008f"}')
    expect(Number(length)).toBe(Buffer.concat(pieces).length)
  })
})
