import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Evidence } from '../../src/diagnose/evidence.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { commonText } from '../../src/report/diagnosis.ts'
import { judge } from '../../src/judge/index.ts'
import { objectOrNothing } from '../../src/members.ts'
import type { Json, JsonObject, Question, QuestionOf, Vector } from '../../src/model/index.ts'
import type { FaultyAnswer } from '../../src/faults/fault.ts'
import { stamped } from '../../src/faults/killMatrix.ts'
import type { Verdict } from '../../src/model/index.ts'
import { generate, type GeneratedRun } from '../../runners/generated/questions.ts'
import { smallestFailures } from '../../runners/generated/smallest.ts'
import type { Variation } from '../../src/diagnose/common.ts'
import { right, subject } from '../support/subjects.ts'

type Signed = QuestionOf<'token.signature'>['params']

/** A signer of our own, which does something else with some of the inputs. */
const signer =
  (secretOf: (params: Signed) => string) =>
  ({ method, params }: Question) => {
    if (method !== 'token.signature') return undefined
    const { version, appId, timestamp, params: text } = params
    const mac = createHmac('sha256', secretOf(params)).update(`${version}${appId}${timestamp}${text}`)
    return { kind: 'accepted', output: { signature: mac.digest('base64') } } as const
  }

/** What a run of this SDK says of the failures that have no name. */
function common(answer: ReturnType<typeof signer>, vectors: readonly Vector[]): string[] {
  const evidence = new Evidence()
  for (const vector of vectors) {
    const given = stamped(answer(vector.question) ?? (right(vector.question) as FaultyAnswer))
    evidence.add(vector, given, judge(vector, given, 'twin-accepted'))
  }
  return evidence.findings().common!.map(({ has }) => has)
}

const QUESTIONS = [1, 2, 3].flatMap((seed) =>
  inOrder(generatedGroups({ count: 400, seed, methods: ['token.signature'] })),
)

describe('what failures have in common is said where no mistake has a name', () => {
  test('a bound of the length of the secret', () => {
    const [line] = common(
      signer(({ appSecret }) => (Buffer.byteLength(appSecret) > 64 ? appSecret.slice(1) : appSecret)),
      QUESTIONS,
    )
    expect(line).toMatch(/^an appSecret in bytes: (?:6[5-9]|7[0-9]) or more; up to 6[0-4] is right$/)
  })

  test('a character in the secret', () => {
    const altered = signer(({ appSecret }) =>
      /[\u0080-\u{10ffff}]/u.test(appSecret) ? `${appSecret}x` : appSecret,
    )
    expect(common(altered, QUESTIONS)).toEqual(['a character outside ASCII in appSecret'])
  })

  test('a remainder of the message length', () => {
    const altered = signer(({ version, appId, timestamp, params, appSecret }) =>
      Buffer.byteLength(`${version}${appId}${timestamp}${params}`) % 64 === 55 ? `${appSecret}x` : appSecret,
    )
    expect(common(altered, QUESTIONS)).toEqual(['the length of the signed message modulo 64 is 55'])
  })

  test('the second secret of an app', () => {
    const first = new Map<string, string>()
    const remembering = signer(({ appId, appSecret }) => {
      if (!first.has(appId)) first.set(appId, appSecret)
      return first.get(appId)!
    })
    // Each of another app: in a group all have one.
    const byApp = new Map(QUESTIONS.map((vector) => [(vector.question.params as Signed).appId, vector]))
    const signed = [...byApp.values()].slice(0, 60)
    const again = signed.map((vector, at): Vector => {
      const { params } = signed[(at + 7) % signed.length]!.question as QuestionOf<'token.signature'>
      const question = {
        method: 'token.signature',
        params: { ...(vector.question.params as Signed), appSecret: params.appSecret },
      } as const
      const answer = signer(({ appSecret }) => appSecret)(question)!
      return {
        ...vector,
        id: `${vector.id}-second`,
        question,
        expect: { verdict: 'accept', output: answer.output },
      }
    })
    expect(common(remembering, [...signed, ...again])).toEqual([
      'an appId that was asked before with another secret',
    ])
    // Then the first ones once more, which it signs rightly.
    first.clear()
    const thirds = signed.map((vector) => ({ ...vector, id: `${vector.id}-third` }))
    expect(common(remembering, [...signed, ...again, ...thirds])).toEqual([
      'an appId that was asked first with another secret',
    ])
  })

  test('a signature that is kept by the params alone', () => {
    const kept = new Map<string, FaultyAnswer>()
    const keeping = (question: Question): ReturnType<ReturnType<typeof signer>> => {
      const { params } = question.params as Signed
      const answer = signer(({ appSecret }) => appSecret)(question)!
      if (!kept.has(params)) kept.set(params, answer)
      return kept.get(params) as typeof answer
    }
    const [first] = QUESTIONS
    const sameParams = QUESTIONS.map((vector, at): Vector => {
      const params = { ...(vector.question.params as Signed), params: `e30${'='.repeat(at % 40)}` }
      const question = { method: 'token.signature', params } as const
      const { output } = signer(({ appSecret }) => appSecret)(question)!
      return { ...first!, id: `${vector.id}-${at}`, question, expect: { verdict: 'accept', output } }
    })
    expect(common(keeping, sameParams)).toEqual(['the same params as another question that was asked before'])
  })

  test('and nothing where some of the right answers have it too', () => {
    let turn = 0
    const now = signer(({ appSecret }) => (turn++ % 17 === 3 ? `${appSecret}x` : appSecret))
    expect(common(now, QUESTIONS)).toEqual([])
  })

  test('and nothing of one failure', () => {
    const [only] = QUESTIONS.slice(40)
    const one = signer((params) => (params === only!.question.params ? 'x' : params.appSecret))
    expect(common(one, QUESTIONS)).toEqual([])
  })
})

describe('several properties, each of some failures', () => {
  const ASKED = [1, 2, 3].flatMap((seed) =>
    inOrder(generatedGroups({ count: 400, seed, methods: ['token.params'] })),
  )
  const refused = { kind: 'refused', reason: 'malformed' } as const
  const memberOf = ({ question }: Vector): JsonObject =>
    (question.method === 'token.params' && objectOrNothing(question.params.joinParamsJson)) || {}
  const saidOf = (answer: (joinParams: JsonObject) => FaultyAnswer | undefined): readonly string[] => {
    const evidence = new Evidence()
    for (const vector of ASKED) {
      const given = stamped(answer(memberOf(vector)) ?? (right(vector.question) as FaultyAnswer))
      evidence.add(vector, given, judge(vector, given, 'twin-accepted'))
    }
    return evidence.findings().common!.map(commonText)
  }

  test('ids that are too long, or hold other than letters and digits', () => {
    const isOdd = (id: Json | undefined): boolean => typeof id === 'string' && !/^\w{0,47}$/.test(id)
    const [line] = saidOf(({ channelId, userId }) =>
      isOdd(channelId) || isOdd(userId) ? refused : undefined,
    )
    expect(line).toMatch(
      /^all \d+ in token.params refused instead of made have, and none that is made rightly has: a character other than ASCII letters, digits and _ in channelId or userId, or a channelId or userId in bytes: more than 4[0-7]$/,
    )
  })

  test('where some are refused and others made wrongly', () => {
    const lines = saidOf(({ size, userId }) => {
      if (size === undefined) return refused
      const isOdd = typeof userId === 'string' && /[^\0-\u007f]/.test(userId)
      return isOdd ? { kind: 'accepted', output: { params: 'eyJ4IjoxfQ==' } } : undefined
    })
    expect(lines).toEqual([
      expect.stringMatching(
        /refused instead of made have, and none that is made rightly has: no member size$/,
      ),
      expect.stringMatching(/with a wrong value have, .* has: a character outside ASCII in userId$/),
    ])
  })

  test('and nothing where right answers have each of them too', () => {
    let turn = 0
    expect(saidOf(() => (++turn % 5 === 0 ? refused : undefined))).toEqual([])
  })
})

/** One failure shares too much with itself: its smaller forms, asked to make it small, tell what it takes. */
describe('near variations of one failure', () => {
  const wrong = signer(({ appSecret }) => (appSecret.includes('%') ? appSecret.slice(1) : appSecret))

  /** A run in which one secret alone holds a percent sign. */
  async function runOf(): Promise<{ run: GeneratedRun; vectors: readonly Vector[]; failing: Vector }> {
    const run = await generate(
      { seed: 5, count: 400, now: 0 },
      { methods: ['token.signature'], clock: 'injected' },
    )
    const holds = ({ question }: Vector): boolean => (question.params as Signed).appSecret.includes('%')
    const failing = run.vectors.find((vector) => holds(vector) && !vector.id.endsWith('-again'))!
    return { run, failing, vectors: run.vectors.filter((vector) => vector === failing || !holds(vector)) }
  }

  test('say what only that failure has', async () => {
    const { run, vectors, failing } = await runOf()
    const evidence = new Evidence()
    const verdicts = new Map<string, Verdict>()
    for (const vector of vectors) {
      const given = stamped((wrong(vector.question) ?? right(vector.question)) as FaultyAnswer)
      const verdict = judge(vector, given, 'twin-accepted')
      verdicts.set(vector.id, verdict)
      evidence.add(vector, given, verdict)
    }
    const variations: Variation[] = []
    await smallestFailures([{ verdict: verdicts.get(failing.id)!, run }], {
      start: () => Promise.resolve(subject(wrong)),
      find: () => undefined,
      signal: new AbortController().signal,
      now: () => 0,
      tried: (from, { id, question }, { outcome }) =>
        void variations.push({ from, id, question, isRight: outcome === 'passed' }),
    })
    expect(evidence.findings().common).toEqual([])
    expect(evidence.findings(undefined, variations).common).toEqual([
      {
        method: 'token.signature',
        has: 'a percent sign in appSecret',
        vectors: [failing.id],
      },
    ])
  })
})
