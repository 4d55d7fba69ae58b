import { describe, expect, test } from 'vitest'
import { TokenLeaks } from '../../runners/client/leaks.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import type { Answer, Question, Vector, Verdict } from '../../src/model/index.ts'
import { allVerdicts, gates } from '../../src/run.ts'
import { tokenSubject } from '../../src/variants/token/index.ts'
import { families } from '../../src/vectors/index.ts'
import { subjectOf } from '../support/client/watch.ts'

const SHIPPED = families()
  .flatMap(({ vectors }) => vectors)
  .filter(({ question }) => question.method.startsWith('token.'))
const METHODS = ['token.params', 'token.signature', 'token.issue', 'token.verify']
const GENERATED = [1, 2].flatMap((seed) => inOrder(generatedGroups({ count: 600, seed, methods: METHODS })))

const secretOf = ({ params }: Question): string => ('appSecret' in params ? params.appSecret : '')
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const ALL = [...SHIPPED, ...GENERATED]
/** A leak shows among a few: of thousands the search would take its time for each line. */
const SOME = ALL.filter((_, at) => at % 8 === 0)

/** What an SDK does beside answering rightly. */
interface Doing {
  /** Writes this to its standard error at each question. */
  readonly line?: (question: Question, at: number) => string
  /** Its answer is this line; absent: what it means is all that is seen. */
  readonly said?: (question: Question, answer: Answer) => string
}

/** The verdicts on an SDK that answers rightly, and leaks. */
async function verdictsOn(vectors: readonly Vector[], { line, said }: Doing): Promise<readonly Verdict[]> {
  const tokenLeaks = new TokenLeaks()
  const sdk = tokenSubject([], () => Date.now() / 1000)
  let at = 0
  const inner = {
    ...sdk,
    description: sdk.description,
    ask: async (question: Question) => {
      const text = line?.(question, at++) ?? ''
      if (text !== '') tokenLeaks.hear(`${text}\n`)
      const answer = await sdk.ask(question)
      return said ? { ...answer, said: said(question, answer) } : answer
    },
    call: () => Promise.reject(new Error('tokens only')),
    close: () => sdk.close(),
  }
  const subject = subjectOf(inner, { tokenLeaks })
  const byId = new Map(ALL.map((vector) => [vector.id, vector]))
  const find = (id: string): Vector | undefined => byId.get(id)
  const verdicts = await allVerdicts({ vectors, find, subject, level: 'recommended' })
  return verdicts.filter(({ outcome }) => outcome !== 'skipped')
}

const isLeaking = ({ reason = '' }: Verdict): boolean => reason.startsWith('secret-in-')
const failedIn = (verdicts: readonly Verdict[]): readonly Verdict[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed')

/** Of one question in the middle the secret, where it is long enough to be looked for; of the others something else. */
function once(otherwise: (at: number) => string): (question: Question, at: number) => string {
  let isDone = false
  return (question, at) => {
    if (isDone || at < 200 || secretOf(question).length < 20) return otherwise(at)
    isDone = true
    return secretOf(question)
  }
}

const sameSecret = (one: Vector, other: Vector): boolean =>
  secretOf(one.question) === secretOf(other.question)

/** Everything in a question but the secret, and the question's own token. */
const withoutSecret = (question: Question): string =>
  JSON.stringify(question, (name, value: unknown) => (name === 'appSecret' ? undefined : value))

describe('token code that writes to its standard error', () => {
  test.for<[string, (question: Question, at: number) => string]>([
    ['the secret', (question) => secretOf(question)],
    ['the whole question', (question) => JSON.stringify(question)],
    ['the base64 of it within other text', (question) => base64(`k=${secretOf(question)};`)],
    ['the hex of it', (question) => Buffer.from(secretOf(question)).toString('hex')],
    ['one secret among many lines', once((at) => `question ${at}`)],
    ['one secret and nothing else', once(() => '')],
  ])('fails with %s', async ([, line]) => {
    const failed = failedIn(await verdictsOn(SOME, { line }))
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThanOrEqual(10)
    for (const verdict of failed) {
      expect(verdict).toMatchObject({ reason: 'secret-in-output', rule: 'SDK-SECRET-NOT-LOGGED' })
      expect([gates(verdict, 'recommended'), gates(verdict, 'required')]).toEqual([true, false])
    }
  })

  test('fails at the question whose secret it wrote, and at no other', async () => {
    const own = SOME.filter((vector) => SOME.filter((one) => sameSecret(one, vector)).length === 1)
    const chosen = own
      .filter((vector) => vector !== SOME.at(-1))
      .findLast(({ question }) => secretOf(question).length > 20)!
    const line = (question: Question): string => (question === chosen.question ? secretOf(question) : 'x')
    const failed = failedIn(await verdictsOn(SOME, { line }))
    expect(failed.map(({ vector }) => vector)).toEqual([chosen.id])
  })

  test.for<[string, (question: Question) => string]>([
    ['nothing', () => ''],
    ['all but the secret', withoutSecret],
    ['all but the secret, in base64', (question) => base64(withoutSecret(question))],
    ['only the length of the secret', (question) => `key of ${secretOf(question).length} characters`],
  ])('is right with %s', async ([, line]) => {
    expect(failedIn(await verdictsOn(ALL, { line }))).toEqual([])
  })
})

describe('token code that answers with more than it is asked for', () => {
  const error = (message: string, data: object = {}): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 7, error: { code: 1, message, data } })

  test.for<[string, (question: Question, answer: Answer) => string]>([
    ['the secret in the message of an error', (question) => error(`invalid key ${secretOf(question)}`)],
    ['the base64 of it in the data', (question) => error('no', { key: base64(secretOf(question)) })],
    ['the question in the data of an error', (question) => error('no', { question })],
    ['the secret in the result', (question, answer) => JSON.stringify({ answer, key: secretOf(question) })],
    ['the bytes of the secret', (question) => error(`key [${Buffer.from(secretOf(question)).join(', ')}]`)],
  ])('fails with %s', async ([, said]) => {
    const failed = failedIn(await verdictsOn(SOME, { said }))
    expect(failed.length).toBeGreaterThan(20)
    for (const verdict of failed) {
      expect(verdict).toMatchObject({ reason: 'secret-in-error', rule: 'SDK-SECRET-NOT-IN-ERRORS' })
      expect([gates(verdict, 'recommended'), gates(verdict, 'required')]).toEqual([true, false])
    }
  })

  test.for<[string, (question: Question, answer: Answer) => string]>([
    ['its answer alone', (_, answer) => JSON.stringify(answer)],
    ['all but the secret', (question) => error(`failed: ${withoutSecret(question)}`)],
    ['a trace of the program', (_, answer) => error(`at sign (sdk.js:10:3) ${JSON.stringify(answer)}`)],
  ])('is right with %s', async ([, said]) => {
    expect((await verdictsOn(ALL, { said })).filter(isLeaking)).toEqual([])
  })
})

test('half a character and a secret of another type are not looked for', () => {
  const leaks = new TokenLeaks()
  for (const appSecret of ['\ud800 half a character', 5 as unknown as string])
    leaks.ask({ method: 'token.issue', params: { appId: 'a', appSecret, joinParams: {} } }, 'token/issue/a')
  leaks.hear('anything')
  expect(leaks.found).toEqual([])
})
