import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdapterChannel, ChannelEvents, Way } from '../../runners/adapter/channel.ts'
import { AdapterSubject } from '../../runners/adapter/subject.ts'
import { parseJson } from '../../src/json.ts'
import type { WireCall } from '../../src/model/index.ts'

const LIMIT = 1000
const TIMEOUT = 5000
/** What the adapter does with a line: answers it, or does not. */
type Answers = (request: { method: string; params: Partial<WireCall> }) => object | undefined

const DESCRIPTION = {
  protocol: 1,
  sdk: { name: 'sdk', version: '1', language: 'none' },
  methods: ['token.params', 'client.call'],
  clock: 'injected',
}
const call = (name: string): WireCall =>
  ({ operation: 'streaming.stop', appId: name, timeoutMillis: LIMIT }) as WireCall
const OK = { ok: true, status: 200 }
const [ENDLESS, QUICK] = ['endless', 'quick']

/** A plain loop waits in a call that has no end; another adapter answers the other calls meanwhile. */
class Played implements AdapterChannel {
  readonly stderrTail = ''
  #events: ChannelEvents | undefined
  #isStuck = false
  readonly #answers: Answers
  readonly #isLoop: boolean

  constructor(answers: Answers, isLoop: boolean) {
    this.#answers = answers
    this.#isLoop = isLoop
  }

  listen(events: ChannelEvents | undefined): void {
    this.#events = events
  }

  write(text: string): void {
    for (const line of text.trim().split('\n')) this.#read(parseJson(line))
  }

  #read({ id, ...request }: { id: number; method: string; params: Partial<WireCall> }): void {
    if (this.#isStuck) return
    const result = request.method === 'describe' ? DESCRIPTION : this.#answers(request)
    if (result === undefined) this.#isStuck = this.#isLoop
    else this.tell({ jsonrpc: '2.0', id, result })
  }

  tell(message: object): void {
    queueMicrotask(() => this.#events?.line({ bytes: Buffer.from(JSON.stringify(message)) }))
  }

  kill(): void {
    this.#events = undefined
  }

  async finish(): Promise<void> {}
}

/** Ends what is called endless never, and says how often the adapter was started. */
async function played({ isLoop = true, ends = (name: string) => name !== ENDLESS }) {
  const starts: Played[] = []
  const answers: Answers = ({ method, params }) =>
    method === 'client.call' ? (ends(params.appId!) ? OK : undefined) : undefined
  const way: Way = {
    name: 'played',
    advice: '',
    answersOnly: '',
    open: async () => {
      starts.push(new Played(answers, isLoop))
      return starts.at(-1)!
    },
  }
  const subject = await AdapterSubject.start({ way, startTimeout: TIMEOUT, timeout: TIMEOUT })
  return { subject, starts }
}

describe('a call that does not end', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const after = async <T>(millis: number, work: Promise<T>): Promise<T> => {
    await vi.advanceTimersByTimeAsync(millis)
    return work
  }

  test('is waited for three times its limit, and is no crash', async () => {
    const { subject, starts } = await played({})
    const answer = await after(3 * LIMIT, subject.call(call(ENDLESS)))
    expect(answer).toMatchObject({ kind: 'accepted', output: { unanswered: 3 * LIMIT } })
    expect(starts).toHaveLength(2)
  })

  test('is waited for no longer than twice its limit and ten seconds more', async () => {
    const { subject } = await played({})
    const answer = await after(50_000, subject.call({ ...call(ENDLESS), timeoutMillis: 20_000 }))
    expect(answer).toMatchObject({ output: { unanswered: 50_000 } })
  })

  test('leaves nothing unasked, however many of them there are', async () => {
    const { subject } = await played({})
    const names = [ENDLESS, ENDLESS, ENDLESS, ENDLESS, QUICK]
    const answers = await after(
      names.length * 3 * LIMIT,
      Promise.all(names.map((name) => subject.call(call(name)))),
    )
    expect(answers.map((answer) => answer.kind)).toEqual(names.map(() => 'accepted'))
    expect(answers.at(-1)).toMatchObject({ output: OK })
    expect(await subject.close()).toEqual({})
  })

  test('does not hold up an adapter that answers in any order, and its late answer is no fault', async () => {
    const { subject, starts } = await played({ isLoop: false })
    const endless = subject.call(call(ENDLESS))
    expect(await after(1, subject.call(call(QUICK)))).toMatchObject({ output: OK })
    expect(await after(3 * LIMIT, endless)).toMatchObject({ output: { unanswered: 3 * LIMIT } })
    expect(starts).toHaveLength(1)
    starts[0]!.tell({ jsonrpc: '2.0', id: 2, result: OK })
    expect(await after(1, subject.call(call(QUICK)))).toMatchObject({ output: OK })
    expect(await subject.close()).toEqual({})
  })

  test('is not what any other question without an answer is: that is a time-out', async () => {
    const { subject } = await played({})
    const asked = subject.ask({ method: 'token.params', params: { joinParamsJson: '{}' } })
    const answer = await after(3 * TIMEOUT, asked)
    expect(answer).toMatchObject({ kind: 'broken', reason: 'timeout' })
  })
})
