import { describe, expect, test } from 'vitest'
import type { OwnReply } from '../runners/library/check.ts'
import type { AgainOptions } from '../src/again.ts'
import type { Ending, Question, Subject, Vector, Verdict } from '../src/model/index.ts'
import { gates, run, type RunOptions } from '../src/run.ts'
import { families } from '../src/vectors/index.ts'
import { right, subject } from './support/subjects.ts'

const all = families()
  .flatMap((family) => family.vectors)
  .filter(({ question }) => question.method.startsWith('token.'))
const byId = new Map(all.map((vector) => [vector.id, vector]))
const only = (...ids: string[]): Vector[] => ids.map((id) => byId.get(id)!)

const WRONG: OwnReply = { kind: 'failed', message: 'another thread was here' }
const wrong = (question: Question): OwnReply | undefined =>
  question.method === 'token.issue' ? WRONG : undefined

async function verdicts(
  fresh: AgainOptions['fresh'],
  { again: more, ...options }: Partial<Omit<RunOptions, 'again'>> & { again?: Partial<AgainOptions> } = {},
): Promise<Verdict[]> {
  const again = { seconds: 30, now: () => 0, ...more, fresh }
  const seen: Verdict[] = []
  for await (const verdict of run({
    vectors: only('token/issue/minimal'),
    find: (id) => byId.get(id),
    subject: subject(wrong),
    level: 'required',
    ...options,
    again,
  }))
    seen.push(verdict)
  return seen
}

const told = ({ outcome, reason, unsteady }: Verdict): string =>
  [outcome, reason, unsteady && 'unsteady'].filter(Boolean).join(' ')

const sure = (reply: OwnReply): AgainOptions['fresh'] => {
  return () => Promise.resolve(subject(() => reply))
}
const fresh = (): Promise<Subject> => Promise.resolve(subject())

describe('a failed question that is asked again', () => {
  test.each<[string, AgainOptions['fresh'], string]>([
    ['and answered rightly is unsteady', fresh, 'failed failed-without-reason unsteady'],
    ['and fails again is a failure like others', sure(WRONG), 'failed failed-without-reason'],
    [
      'and is refused, as wrong as before, is a failure like others',
      sure({ kind: 'refused', reason: 'malformed' }),
      'failed failed-without-reason',
    ],
    [
      'and crashes is errored: a crash is never lost',
      sure({ kind: 'broken', reason: 'crash', message: 'gone' }),
      'errored crash',
    ],
    [
      'of what then stops stays as it was',
      sure({ kind: 'broken', reason: 'not-asked', message: 'stopped' }),
      'failed failed-without-reason',
    ],
    [
      'of what does not offer it then stays as it was',
      sure({ kind: 'unsupported', why: 'not now' }),
      'failed failed-without-reason',
    ],
    [
      'of what does not start again stays as it was',
      () => Promise.resolve(undefined),
      'failed failed-without-reason',
    ],
  ])('%s', async (_, second, expected) => {
    expect((await verdicts(second)).map(told)).toEqual([expected])
  })

  test('shows both answers where they differ', async () => {
    const [verdict] = await verdicts(fresh)
    const { first, second } = verdict!.answers!
    expect(first).toBe('failed: another thread was here')
    expect(second).toMatch(/^accepted: \{"token":"02\./)
    expect(verdict!.message).toMatch(/the failure is unsteady/)
  })

  test('gates at every level, whatever its own', () => {
    const row = { vector: 'token/issue/x', requirements: ['TOKEN-VERSION'], millis: 0 }
    const verdict: Verdict = { ...row, outcome: 'failed', level: 'recommended' }
    expect(gates(verdict, 'required')).toBe(false)
    expect(gates({ ...verdict, unsteady: true }, 'required')).toBe(true)
  })

  test('makes unsteady the refusals too that hang by it', async () => {
    const refusal = 'token/refusal/size-text'
    const twin = byId.get(refusal)!.twin!
    const isTwin = (question: Question): boolean => question.params === byId.get(twin)!.question.params
    const shaky = subject((question) => (isTwin(question) ? WRONG : undefined))
    const seen = await verdicts(fresh, { vectors: only(refusal, twin), subject: shaky })
    expect(seen.map(told)).toEqual([
      'failed twin-not-accepted unsteady',
      'failed failed-without-reason unsteady',
    ])
    // The refusal was answered alike both times.
    expect(seen[0]!.answers).toBeUndefined()
  })

  test('is asked alone: after all that is under way, and one after the other', async () => {
    let open = 0
    const openBeside: number[] = []
    const counted = (inner: Subject, seen: number[]): Subject => ({
      description: inner.description,
      close: () => inner.close(),
      ask: async (question) => {
        seen.push(open++)
        await new Promise(setImmediate)
        const answer = await inner.ask(question)
        open--
        return answer
      },
    })
    const again = (): Promise<Subject> => Promise.resolve(counted(subject(), openBeside))
    const seen = await verdicts(again, { vectors: all, subject: counted(subject(wrong), []) })
    expect(new Set(openBeside)).toEqual(new Set([0]))
    expect(seen.map(({ vector }) => vector)).toEqual(all.map(({ id }) => id))
    expect(seen.filter(({ outcome }) => outcome === 'failed').map(({ unsteady }) => unsteady)).not.toContain(
      undefined,
    )
  })

  test('is not begun after the limit, and the limit is one for all', async () => {
    // Each answer takes ten seconds by this clock: three questions begin within 30, and none of the later ones.
    let clock = 0
    const slow = (): Promise<Subject> =>
      Promise.resolve(
        subject((question) => {
          clock += 10
          return right(question)
        }),
      )
    const fails = subject(() => WRONG)
    const seen = await verdicts(slow, { vectors: all, subject: fails, again: { now: () => clock } })
    expect(seen.filter(({ unsteady }) => unsteady)).toHaveLength(3)
    expect(seen.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThan(256)
  })

  test('is judged as it was asked where the SDK has a clock of its own', async () => {
    const asked: Question[] = []
    const system = (): Promise<Subject> =>
      Promise.resolve(
        subject(
          (question) => {
            asked.push(question)
            return right({
              ...question,
              params: { ...question.params, timestamp: Math.floor(Date.now() / 1000) },
            } as Question)
          },
          { clock: 'system' },
        ),
      )
    const seen = await verdicts(system, { subject: subject(wrong, { clock: 'system' }) })
    expect(seen.map(told)).toEqual(['failed failed-without-reason unsteady'])
    expect(asked[0]!.params).not.toHaveProperty('timestamp')
  })

  test('closes every subject that it starts, also at a signal', async () => {
    let [started, closed] = [0, 0]
    const stopper = new AbortController()
    const counted = (answer: () => OwnReply | undefined): Subject => {
      const inner = subject(answer)
      started++
      inner.close = () => {
        closed++
        return Promise.resolve<Ending>({})
      }
      return inner
    }
    await verdicts(() => Promise.resolve(counted(() => undefined)))
    expect([started, closed]).toEqual([1, 1])
    const aborts = (): OwnReply => {
      stopper.abort()
      return { kind: 'broken', reason: 'not-asked', message: 'ended' }
    }
    await verdicts(() => Promise.resolve(counted(aborts)), { signal: stopper.signal })
    expect(started).toBe(2)
    expect(closed).toBeGreaterThanOrEqual(2)
  })

  test('a run without failures starts nothing again', async () => {
    const none = (): never => {
      throw new Error('started')
    }
    expect(await verdicts(none, { vectors: all, subject: subject() })).toHaveLength(all.length)
  })
})
