import { describe, expect, test } from 'vitest'
import { families } from '../src/vectors/index.ts'
import type { Description, Ending, Question, Subject, Vector, Verdict } from '../src/model/index.ts'
import { gates, run, type RunOptions } from '../src/run.ts'
import { subject } from './support/subjects.ts'

const all = families()
  .flatMap((family) => family.vectors)
  .filter(({ question }) => question.method.startsWith('token.'))
const byId = new Map(all.map((vector) => [vector.id, vector]))
const only = (...ids: string[]): Vector[] => ids.map((id) => byId.get(id)!)

async function verdicts(options: Partial<RunOptions> & { subject: Subject }): Promise<Verdict[]> {
  const seen: Verdict[] = []
  for await (const verdict of run({
    vectors: all,
    find: (id) => byId.get(id),
    level: 'required',
    ...options,
  }))
    seen.push(verdict)
  return seen
}

const TWIN = byId.get('token/refusal/size-text')!.twin!

const outcomes = (list: readonly Verdict[]): string[] =>
  list.map(({ outcome, reason }) => [outcome, reason].filter(Boolean).join(' '))

describe('a bug of ours', () => {
  /** Right code, but for a bug at a certain question; says whether it was closed. */
  const broken = (isBroken: (question: Question) => boolean) => {
    const inner = subject()
    const state = { isClosed: false }
    return {
      state,
      subject: {
        description: inner.description,
        ask: (question: Question) =>
          isBroken(question) ? Promise.reject(new Error('planted')) : inner.ask(question),
        close: () => {
          state.isClosed = true
          return inner.close()
        },
      },
    }
  }
  const last = all.at(-1)!
  const rows: [string, (question: Question) => boolean, number][] = [
    ['at the first question', () => true, 0],
    [
      'at the last, whose promise rejects long before its turn',
      ({ params }) => params === last.question.params,
      all.length - 1,
    ],
  ]

  test.each(rows)('%s: the verdicts before it stay, the subject is closed', async (_, isBroken, count) => {
    const { subject: one, state } = broken(isBroken)
    const bugs: unknown[] = []
    const seen = await verdicts({ subject: one, onBug: (error) => bugs.push(error) })
    expect(seen).toHaveLength(count)
    expect(bugs).toEqual([new Error('planted')])
    expect(state.isClosed).toBe(true)
  })

  test.each(rows)('%s: without onBug it is thrown, never lost', async (_, isBroken) => {
    const { subject: one, state } = broken(isBroken)
    await expect(verdicts({ subject: one })).rejects.toThrow('planted')
    expect(state.isClosed).toBe(true)
  })

  test('of a twin, which rejects before anything waits for it', async () => {
    const { subject: one } = broken(({ params }) => params === byId.get(TWIN)!.question.params)
    const bugs: unknown[] = []
    const vectors = [...all.slice(0, 20), ...only('token/refusal/size-text')]
    await verdicts({ vectors, subject: one, onBug: (error) => bugs.push(error) })
    expect(bugs).toHaveLength(1)
  })

  test('in what the subject does at its end', async () => {
    const inner = subject()
    inner.close = () => Promise.reject(new Error('planted'))
    const bugs: unknown[] = []
    expect(await verdicts({ subject: inner, onBug: (error) => bugs.push(error) })).toHaveLength(all.length)
    expect(bugs).toHaveLength(1)
  })
})

describe('run', () => {
  test('yields the verdicts in the order of the vectors, whatever the order of the answers', async () => {
    let turn = 0
    const late = subject()
    const ask = late.ask.bind(late)
    late.ask = async (question: Question) => {
      turn++
      await new Promise((resolve) => {
        setTimeout(resolve, turn % 3)
      })
      return ask(question)
    }
    const seen = await verdicts({ subject: late })
    expect(seen.map(({ vector }) => vector)).toEqual(all.map(({ id }) => id))
    expect(seen.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')).toEqual([])
  })

  test('asks the twin of a refusal even where it was filtered out', async () => {
    const refusal = only('token/refusal/user-id-missing')
    expect(outcomes(await verdicts({ vectors: refusal, subject: subject() }))).toEqual(['passed'])
    const refusesAll = subject(() => ({ kind: 'refused', reason: 'missing-field' }))
    expect(outcomes(await verdicts({ vectors: refusal, subject: refusesAll }))).toEqual([
      'failed twin-not-accepted',
    ])
  })

  // Of a long run the last 4,096 answers are kept, and at most twice as many: a twin before them is asked again.
  test.for([
    [1, 10],
    [1, 4000],
    [2, 9000],
  ])('asks a twin %d times with %d questions between it and its refusal', async ([times, between]) => {
    const twin = byId.get(TWIN)!
    const other = byId.get('token/issue/size-2')!
    const others = Array.from({ length: between! }, (_, at) => ({ ...other, id: `${other.id}-${at}` }))
    const vectors = [twin, ...others, ...only('token/refusal/size-text')]
    let asked = 0
    const counting = subject((question) => {
      if (question.params === twin.question.params) asked++
      return undefined
    })
    expect(outcomes(await verdicts({ vectors, subject: counting })).at(-1)).toBe('passed')
    expect(asked).toBe(times)
  })

  test.each(['crash', 'timeout', 'not-reproduced'] as const)(
    'a twin that ends with %s leaves errored verdicts, its own and those that hang by it',
    async (reason) => {
      const isTwin = (question: Question): boolean =>
        question.method === 'token.issue' && question.params === byId.get(TWIN)!.question.params
      const breaks = (): Subject =>
        subject((question) => (isTwin(question) ? { kind: 'broken', reason, message: 'gone' } : undefined))
      const refusal = only('token/refusal/size-text')
      expect(refusal[0]!.twin).toBe(TWIN)
      expect(outcomes(await verdicts({ vectors: refusal, subject: breaks() }))).toEqual([
        'errored twin-broken',
      ])
      const both = [...refusal, ...only(TWIN)]
      expect(outcomes(await verdicts({ vectors: both, subject: breaks() }))).toEqual([
        'errored twin-broken',
        `errored ${reason}`,
      ])
    },
  )

  test.each([
    // Two questions and their one twin.
    ['before what names it', 3, ['token/refusal/user-id-missing', 'token/refusal/channel-id-missing']],
    // It is a question itself: a client may answer the same call from a cache.
    ['after it was asked', 2, ['token/issue/minimal', 'token/refusal/user-id-missing']],
  ])('asks a twin once, %s', async (_, times, ids) => {
    let asked = 0
    const counting = subject(({ method }) => {
      if (method === 'token.issue') asked++
      return undefined
    })
    const seen = await verdicts({ vectors: only(...ids), subject: counting })
    expect(outcomes(seen)).toEqual(ids.map(() => 'passed'))
    expect(asked).toBe(times)
  })

  test('stops after the first failure that gates where that is asked for', async () => {
    const wrong = subject(({ method }) =>
      method === 'token.signature' ? { kind: 'failed', message: 'boom' } : undefined,
    )
    const seen = await verdicts({ subject: wrong, bail: true })
    expect(outcomes(seen).at(-1)).toBe('failed failed-without-reason')
    expect(
      outcomes(seen)
        .slice(0, -1)
        .every((one) => one === 'passed'),
    ).toBe(true)
  })

  test('does not stop at a failure that does not gate', async () => {
    const lenient = subject((question) =>
      question.method === 'token.issue' && question.params.appSecret === ''
        ? { kind: 'accepted', output: { token: 'x' } }
        : undefined,
    )
    expect(await verdicts({ subject: lenient, bail: true })).toHaveLength(all.length)
    expect((await verdicts({ subject: lenient, bail: true, level: 'recommended' })).length).toBeLessThan(
      all.length,
    )
  })

  test('skips what is not offered, what needs a fixed time and what the SDK cannot set', async () => {
    const reasons = async (description: Partial<Description>, id: string): Promise<string> =>
      (
        await verdicts({
          vectors: only(id),
          subject: subject(() => ({ kind: 'failed', message: 'asked' }), description),
        })
      )[0]!.message!
    expect(await reasons({ methods: ['token.params'] }, 'token/issue/minimal')).toMatch(
      /does not offer token\.issue/,
    )
    expect(await reasons({ clock: 'system' }, 'token/issue/timestamp-1')).toMatch(/fixed time/)
    expect(await reasons({ clock: 'system' }, 'token/verify/plain')).toMatch(/fixed time/)
    expect(await reasons({ clock: 'system' }, 'token/issue/minimal')).toMatch(/asked/)
    expect(await reasons({ joinParams: ['channelId', 'userId'] }, 'token/issue/size-1')).toMatch(
      /cannot set size/,
    )
    expect(await reasons({ joinParams: ['channelId', 'userId'] }, 'token/issue/minimal')).toMatch(/asked/)
  })

  test('asks an SDK with its own clock without a timestamp', async () => {
    const seen: Question[] = []
    const own = subject(
      (question) => {
        seen.push(question)
        return { kind: 'failed', message: 'asked' }
      },
      { clock: 'system' },
    )
    await verdicts({ vectors: only('token/issue/minimal'), subject: own })
    expect(seen[0]!.params).not.toHaveProperty('timestamp')
  })

  test('charges what a subject does wrong after its last answer to that answer', async () => {
    const chatty = subject()
    chatty.close = () => Promise.resolve<Ending>({ complaint: 'It said goodbye.' })
    expect(
      outcomes(
        await verdicts({ vectors: only('token/issue/minimal', 'token/verify/plain'), subject: chatty }),
      ),
    ).toEqual(['passed', 'errored bad-line'])
  })

  test('closes the subject when its reader gives up', async () => {
    let closed = false
    const one = subject()
    one.close = () => {
      closed = true
      return Promise.resolve<Ending>({})
    }
    for await (const _ of run({ vectors: all, find: (id) => byId.get(id), subject: one, level: 'required' }))
      break
    expect(closed).toBe(true)
  })
})

describe('what gates', () => {
  const excused = { reason: 'r', issue: 'TODO', expires: '2999-01-01' }
  const row = { vector: 'token/issue/x', requirements: ['TOKEN-VERSION'], millis: 0 }

  test.each<[string, Partial<Verdict> & Pick<Verdict, 'outcome' | 'level'>, boolean]>([
    ['a failure', { outcome: 'failed', level: 'required' }, true],
    ['one below the level', { outcome: 'failed', level: 'recommended' }, false],
    ['one that is excused', { outcome: 'failed', level: 'required', excused }, false],
    ['one that the lock does not know', { outcome: 'failed', level: 'required', lock: 'new' }, false],
    [
      'one that the lock knows with other contents',
      { outcome: 'failed', level: 'required', lock: 'changed' },
      false,
    ],
    // A crash may be charged to a vector that has nothing to do with it.
    ['an error', { outcome: 'errored', level: 'unspecified' }, true],
    ['an error on what the lock does not know', { outcome: 'errored', level: 'required', lock: 'new' }, true],
    ['a pass', { outcome: 'passed', level: 'required' }, false],
  ])('%s', (_, verdict, expected) => {
    expect(gates({ ...row, ...verdict }, 'required')).toBe(expected)
  })
})
