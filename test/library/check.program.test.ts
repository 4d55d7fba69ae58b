import { describe, expect, test } from 'vitest'
import type * as Library from '../../runners/library/index.ts'
import type { Question, Vector } from '../../src/model/index.ts'
import { built, cli } from '../support/cli.ts'
import { right } from '../support/subjects.ts'

// As it is shipped: the vectors lie beside the built library.
const library = (await import(built('runners/library/index.js'))) as typeof Library
const { check, Refused, Unsupported, vectors } = library

/** The result object that the adapter protocol has for what right code answers. */
function ask(question: Question): unknown {
  const reply = right(question)
  if (reply.kind === 'accepted') return { valid: true, recognises: true, ...reply.output }
  if (reply.kind === 'failed') throw new Error(reply.message)
  const { reason = '' } = reply as { reason?: string }
  if (question.method === 'token.verify' || question.method === 'body.validate')
    return { valid: false, reason }
  throw new Refused(reason)
}

const one = (id: string): Vector => vectors(id)[0]!
const REFUSAL = one('token/refusal/user-id-missing')
const ALPHABET = one('token/params/alphabet-shift-1')

describe('vectors', () => {
  test('without a glob: all that can be judged, and nothing else', () => {
    expect(new Set(vectors().map(({ question }) => question.method))).toEqual(
      new Set([
        'token.params',
        'token.signature',
        'token.issue',
        'token.verify',
        'body.validate',
        'sdk.minimumVersion',
      ]),
    )
  })

  test('of globs: what fits one of them, once', async () => {
    const ids = vectors('token/issue/*', 'token/issue/min*', 'body/**').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const { stdout } = await cli(['list', 'vectors', '--filter', 'token/issue/*', '--filter', 'body/**'])
    expect(ids).toEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    )
    expect(vectors('**/minimal').map(({ id }) => id)).toContain('token/issue/minimal')
    expect(vectors('tok**/minimal').map(({ id }) => id)).toContain('token/issue/minimal')
  })

  test('a glob that fits nothing is refused: a test of nothing would be green', () => {
    expect(() => vectors('token/issue/*', 'token/isue/*')).toThrow(
      expect.objectContaining({ code: 'no-vector' }),
    )
  })
})

describe('check', () => {
  test('right code passes, and what the interface leaves open is observed', async () => {
    const outcomes = new Set<string>()
    for (const vector of vectors('token/**')) outcomes.add((await check(vector, ask)).outcome)
    expect([...outcomes].sort()).toEqual(['observed', 'passed'])
  })

  test('a difference is told as the judge tells it, with its cause', async () => {
    const wrong = (): unknown => ({ params: urlSafe(ALPHABET) })
    const failed = check(ALPHABET, wrong)
    await expect(failed).rejects.toThrow(/rule {6}TOKEN-PARAMS-ALPHABET \(4\.5\)/)
    await expect(failed).rejects.toThrow(/expected {2}eyJ[^\n]*\+[\s\S]*got[\s\S]*-[\s\S]*URL-safe alphabet/)
    await expect(failed).rejects.toThrow(/one cause: b64-urlsafe[\s\S]*repair/)
  })

  test('a refusal counts only beside its twin', async () => {
    expect(await check(REFUSAL, ask)).toMatchObject({ outcome: 'passed' })
    const refusing = (): never => {
      throw new Refused('missing-field')
    }
    await expect(check(REFUSAL, refusing)).rejects.toThrow('twin-not-accepted')
  })

  test('any other error is a failure, and the way out is said', async () => {
    const throwing = (): never => {
      throw new TypeError('userId of undefined')
    }
    await expect(check(REFUSAL, throwing)).rejects.toThrow(/userId of undefined[\s\S]*new Refused\(reason\)/)
  })

  test('what cannot be asked is skipped, and the caller sees it', async () => {
    const lacking = (): never => {
      throw new Unsupported('no such function')
    }
    expect(await check(ALPHABET, lacking)).toMatchObject({ outcome: 'skipped', message: 'no such function' })
  })

  test.each([[undefined], [null], ['token'], [{}], [{ params: 1 }]])(
    'the result %j is an error',
    async (result) => {
      await expect(check(ALPHABET, () => result)).rejects.toThrow(/ERRORED[\s\S]*the result of token\.params/)
    },
  )

  test('with a clock of its own: no timestamp is given, and a fixed time is not asked for', async () => {
    const own = ({ method, params }: Question): unknown => {
      expect(params).not.toHaveProperty('timestamp')
      const timestamp = Math.floor(Date.now() / 1000)
      return ask({ method, params: { ...params, timestamp } } as Question)
    }
    const issue = vectors('token/issue/*')
    const outcomes = await Promise.all(issue.map((vector) => check(vector, own, { clock: 'system' })))
    expect(outcomes.map(({ outcome }) => outcome)).toContain('passed')
    expect(outcomes.filter(({ message = '' }) => message.includes('fixed time')).length).toBeGreaterThan(0)
  })

  test('bodies are answered with yes or no', async () => {
    const bodies = vectors('body/auth-token/*')
    const yes = bodies.find(({ expect }) => expect.verdict === 'accept')!
    const no = bodies.find(({ expect, level }) => expect.verdict === 'refuse' && level === 'required')!
    expect(await check(yes, () => ({ valid: true }))).toMatchObject({ outcome: 'passed' })
    await expect(check(yes, () => ({ valid: false }))).rejects.toThrow('refused-good-input')
    await expect(check(no, () => ({ valid: true }))).rejects.toThrow('accepted-bad-input')
    await expect(check(no, () => ({ valid: false }))).rejects.toThrow('twin-not-accepted')
    const validator = ({ params }: Question): unknown => ({
      valid: params === yes.question.params || isTwin(params, no),
    })
    await expect(check(no, validator)).resolves.toMatchObject({ outcome: 'passed' })
    await expect(check(yes, () => ({}))).rejects.toThrow('must be { valid: true } or { valid: false }')
  })

  test('what needs a recorder is refused', async () => {
    const [call] = vectors('client/request/*')
    await expect(check(call!, () => ({ ok: true, status: 200 }))).rejects.toMatchObject({
      code: 'not-askable',
    })
  })
})

const isTwin = (params: unknown, { twin }: Vector): boolean =>
  JSON.stringify(params) === JSON.stringify(one(twin!).question.params)

function urlSafe({ expect }: Vector): string {
  const { params } = (expect as unknown as { output: { params: string } }).output
  return params.replaceAll('+', '-').replaceAll('/', '_')
}
