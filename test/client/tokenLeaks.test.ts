import { describe, expect, test } from 'vitest'
import { LeakDetector, TokenLeaks } from '../../runners/client/leaks.ts'
import { clientOptions, DEFAULT_CLIENT_FLAGS } from '../../runners/client/options.ts'
import { ClientSubject } from '../../runners/client/subject.ts'
import { Secrets } from '../../runners/terminal/secrets.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import type { Question, Vector, Verdict } from '../../src/model/index.ts'
import { gates, run } from '../../src/run.ts'
import { tokenSubject } from '../../src/variants/token/index.ts'
import { families } from '../../src/vectors/index.ts'

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

/** The last verdict on an SDK that writes this to its standard error at each question. */
async function lastVerdict(
  vectors: readonly Vector[],
  line: (question: Question, at: number) => string,
): Promise<Verdict> {
  const tokenLeaks = new TokenLeaks()
  const sdk = tokenSubject([], () => Date.now() / 1000)
  let at = 0
  const inner = {
    ...sdk,
    description: sdk.description,
    ask: (question: Question) => {
      const text = line(question, at++)
      if (text !== '') tokenLeaks.hear(`${text}\n`)
      return sdk.ask(question)
    },
    call: () => Promise.reject(new Error('tokens only')),
    close: () => sdk.close(),
  }
  const options = { ...clientOptions(DEFAULT_CLIENT_FLAGS), leakDetector: new LeakDetector(), tokenLeaks }
  const subject = new ClientSubject(inner, { ...options, secrets: new Secrets() })
  const byId = new Map(ALL.map((vector) => [vector.id, vector]))
  const find = (id: string): Vector | undefined => byId.get(id)
  let last: Verdict | undefined
  for await (const verdict of run({ vectors, find, subject, level: 'recommended' }))
    if (verdict.outcome !== 'skipped') last = verdict
  return last!
}

/** Of one question in the middle the secret, where it is long enough to be looked for; of the others something else. */
function once(otherwise: (at: number) => string): (question: Question, at: number) => string {
  let isDone = false
  return (question, at) => {
    if (isDone || at < 200 || secretOf(question).length < 20) return otherwise(at)
    isDone = true
    return secretOf(question)
  }
}

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
    const last = await lastVerdict(SOME, line)
    expect(last).toMatchObject({
      outcome: 'failed',
      reason: 'secret-in-output',
      rule: 'SDK-SECRET-NOT-LOGGED',
    })
    expect([gates(last, 'recommended'), gates(last, 'required')]).toEqual([true, false])
  })

  test.for<[string, (question: Question) => string]>([
    ['nothing', () => ''],
    ['all but the secret', withoutSecret],
    ['all but the secret, in base64', (question) => base64(withoutSecret(question))],
    ['only the length of the secret', (question) => `key of ${secretOf(question).length} characters`],
  ])('is right with %s', async ([, line]) => {
    expect(await lastVerdict(ALL, line)).toMatchObject({ outcome: 'passed' })
  })
})

test('half a character and a secret of another type are not looked for', () => {
  const leaks = new TokenLeaks()
  for (const appSecret of ['\ud800 half a character', 5 as unknown as string])
    leaks.ask({ method: 'token.issue', params: { appId: 'a', appSecret, joinParams: {} } })
  leaks.hear('anything')
  expect(leaks.isFound).toBe(false)
})
