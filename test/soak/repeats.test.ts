import { describe, expect, test } from 'vitest'
import { repeatOf, whatRepeats, type Call } from '../../runners/soak/repeats.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import type { Answer, Question, Subject, Vector } from '../../src/model/index.ts'
import { families } from '../../src/vectors/index.ts'

/** @param isWrong by the number of the call */
const calls = (count: number, isWrong: (call: number) => boolean, ids = 5): Call[] =>
  Array.from({ length: count }, (_, at) => ({
    vector: `token/issue/v${(at + Math.floor(at / ids)) % ids}`,
    call: at + 1,
    age: at / 100,
    isWrong: isWrong(at + 1),
  }))

describe('where wrong calls are', () => {
  test.each([
    ['every 7th', calls(100, (call) => call % 7 === 0), { kind: 'period', every: 7 }],
    ['every 7th from the second on', calls(100, (call) => call % 7 === 2), { kind: 'period', every: 7 }],
    ['as many as there are questions', calls(100, (call) => call % 5 === 0), { kind: 'period', every: 5 }],
    // Where a question cannot show it, such as one that is refused anyway, the call is right.
    [
      'every 4th, but for some',
      calls(100, (call) => call % 4 === 0 && call % 20 !== 0),
      { kind: 'period', every: 4 },
    ],
    // 3, 9 and 21 are 6 and 12 apart.
    [
      'three by chance',
      calls(100, (call) => [3, 9, 21].includes(call)),
      { kind: 'irregular', wrong: 3, calls: 100 },
    ],
    // Of 92 calls after the first eight, 69 are wrong.
    [
      'most of those after some',
      calls(100, (call) => call > 8 && call % 4 !== 0),
      { kind: 'after', last: calls(8, () => false)[7] },
    ],
    [
      'most of those after few',
      calls(100, (call) => call > 6 && call % 4 !== 0),
      { kind: 'irregular', wrong: 70, calls: 100 },
    ],
    ['none', calls(100, () => false), undefined],
    ['two by chance', calls(100, (call) => [3, 90].includes(call)), undefined],
    ['always one question', calls(24, (call) => [1, 10, 14, 18, 22].includes(call)), undefined],
    ['all', calls(100, () => true), undefined],
  ])('%s', (_, all, pattern) => {
    expect(repeatOf(all)).toEqual(pattern)
  })

  test('from one on, and until one', () => {
    const some = calls(100, (call) => call > 40)
    expect(repeatOf(some)).toEqual({ kind: 'after', last: some[39] })
    const others = calls(100, (call) => call <= 40)
    expect(repeatOf(others)).toEqual({ kind: 'until', last: others[39] })
  })
})

const VECTORS = families()
  .flatMap(({ vectors }) => vectors)
  .filter(
    ({ question, expect: { verdict } }) => question.method === 'token.signature' && verdict === 'accept',
  )
  .slice(0, 9)

interface Made {
  /** The first is 1. */
  readonly call: number
  /** Seconds after the start. */
  readonly age: number
  /** Questions that were asked and not answered, this one included. */
  readonly open: number
}

/** Starts SDKs that are wrong where this says so, and right everywhere else. */
function startsOf(
  isWrong: (made: Made, question: Question) => boolean,
  isBroken: (made: Made) => boolean = () => false,
): () => Promise<Subject> {
  return async () => {
    const startedAt = performance.now()
    let call = 0
    let open = 0
    const ask = async (question: Question): Promise<Answer> => {
      const made = { call: ++call, age: (performance.now() - startedAt) / 1000, open: ++open }
      await Promise.resolve()
      open--
      if (isBroken(made)) return { kind: 'broken', reason: 'crash', message: 'it ended', ...NEVER }
      const wrong = isWrong(made, question)
      const right = answerOf(sdkWith([]), question) as Answer
      return wrong ? { kind: 'accepted', output: { signature: 'wrong' }, ...NEVER } : { ...right, ...NEVER }
    }
    return { description: DESCRIPTION, ask, close: async () => ({}) }
  }
}

const NEVER = { askedAt: 0, answeredAt: 0 }

const DESCRIPTION = {
  protocol: 1,
  sdk: { name: 'unsteady', version: '1', language: 'none' },
  methods: ['token.signature'],
  clock: 'injected',
} as const

const found = (
  isWrong: (made: Made, question: Question) => boolean,
  vectors: readonly Vector[] = VECTORS,
): Promise<string | undefined> =>
  whatRepeats(vectors, { start: startsOf(isWrong), signal: new AbortController().signal, seconds: 0.2 })

describe('wrong answers come', () => {
  test('in every 13th call', async () => {
    expect(await found(({ call }) => call % 13 === 0)).toBe('in every 13th call of a process')
  })

  test('in every 22nd call', async () => {
    expect(await found(({ call }) => call % 22 === 0)).toBe('in every 22nd call of a process')
  })

  test('from a call on', async () => {
    expect(await found(({ call }) => call > 200)).toBe('from the 201st call of a process on')
  })

  test('from a call on, but for one question', async () => {
    const [one] = VECTORS
    const isWrong = ({ call }: Made, question: Question) => call > 200 && question !== one!.question
    expect(await found(isWrong)).toBe('from the 201st call of a process on')
  })

  test('from a call on that is another one in each process', async () => {
    let process = 0
    const isWrong = ({ call }: Made) => {
      if (call === 1) process++
      return call > 200 + process
    }
    expect(await found(isWrong)).toBe('from the 202nd call of a process on, and from the 203rd of another')
  })

  test('in the first calls', async () => {
    expect(await found(({ call }) => call <= 4)).toBe('in the first 4 calls of a process')
  })

  test('after a time', async () => {
    expect(await found(({ age }) => age > 0.1)).toMatch(/^from 0\.\d s after the start of a process on/)
  })

  test('after a time, to what was asked before it', async () => {
    const before = new Set<Question>()
    const start = async (): Promise<Subject> => {
      before.clear()
      return startsOf(({ age }, question) => {
        const isKnown = before.has(question)
        if (age <= 0.1) before.add(question)
        return age > 0.1 && isKnown
      })()
    }
    const signal = new AbortController().signal
    expect(await whatRepeats(VECTORS, { start, signal, seconds: 0.2 })).toMatch(/^from 0\.\d s after/)
  })

  test('by chance, which is not because of others in flight', async () => {
    let starts = 0
    // The second process is asked in batches, the third one question after the other.
    const start = async (): Promise<Subject> => {
      const at = ++starts
      return startsOf(({ call }) => at > 1 && call % 5 === 0)()
    }
    const signal = new AbortController().signal
    expect(await whatRepeats(VECTORS, { start, signal, seconds: 0.2 })).toBeUndefined()
    expect(starts).toBe(3)
  })

  test('in the first time', async () => {
    expect(await found(({ age }) => age < 0.1)).toMatch(/^in the first 0\.\d s of a process, however/)
  })

  test('with others in flight', async () => {
    expect(await found(({ open }) => open > 1)).toMatch(
      /^only with others in flight: \d+ of \d+, and none of \d+/,
    )
  })

  test('at no regular distance', async () => {
    // The bits of a square are as good as chance.
    expect(await found(({ call }) => ((call * call) >> 4) % 11 === 5)).toMatch(
      /^in \d+ of \d+ calls of a process, at no regular distance$/,
    )
  })

  test('never', async () => {
    expect(await found(() => false)).toBeUndefined()
  })

  test('to one question alone, which is no call', async () => {
    const [one] = VECTORS
    expect(await found((_, question) => question === one!.question)).toBeUndefined()
  })

  test('because the process has ended, which is no condition', async () => {
    const start = startsOf(
      () => false,
      ({ call }) => call > 40,
    )
    const signal = new AbortController().signal
    expect(await whatRepeats(VECTORS, { start, signal, seconds: 0.2 })).toBeUndefined()
  })

  test('where there is no subject any more', async () => {
    const signal = new AbortController().signal
    expect(await whatRepeats(VECTORS, { start: async () => undefined, signal, seconds: 0.2 })).toBeUndefined()
  })
})
