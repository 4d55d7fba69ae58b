/** Endpoints whose signature only its signer knows: what is altered in it must be refused all the same (section 5). */
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { verdictsWith } from '../../runners/selfCheck/faultyService.ts'
import { APPS, type WaitingAlteration } from '../../src/faults/service/serviceFault.ts'
import { NEEDS, type ToSign } from '../../src/model/index.ts'
import { headerOf, standIn } from '../../src/service/index.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { exchangesOf } from '../support/live/generated.ts'
import { endpointVectors, failed } from '../support/live/service.ts'

const FILE = rootFile('test/support/live/hexSigner.mjs')
const MODULE = `module:${FILE}`
const { default: sign } = (await import(pathToFileURL(FILE).href)) as {
  readonly default: (request: ToSign, secret: string) => string
}
const signatureOf = (request: ToSign, secret: string): string => sign(request, secret).split(':')[1]!
/** About the Authorization, without what needs the stand-in: as a run asks them. */
const QUESTIONS = [
  ...endpointVectors,
  ...exchangesOf(
    1,
    NEEDS.filter((need) => need !== 'stand-in'),
  ),
].filter(({ id }) => /^(?:endpoint\/auth\/|generated\/endpoint-authorization)/.test(id))

type Compare = (given: string, right: string) => boolean

/** A service that takes this signature, and hands on what it has found right as the embedded one wants it. */
const verifying =
  (isRight: Compare): WaitingAlteration =>
  (request, right, now) => {
    const [, scheme = '', appId = '', given = ''] =
      /^(\S+)(?: +(?:([^:]+):)?(.*))?$/.exec(headerOf(request, 'authorization') ?? '') ?? []
    const app = APPS.find((one) => one.appId === appId)
    const signed = { ...request, appId, body: Buffer.from(request.body).toString('utf8') }
    const isTaken = app !== undefined && isRight(given, signatureOf(signed, app.appSecret))
    if (appId === '' || (app && !isTaken))
      return right(withAuthorization(request, `${scheme} active.${now}.x`))
    const whole = standIn({ appId, appSecret: app?.appSecret ?? '' }, now, scheme)
    return right(withAuthorization(request, whole))
  }

const withAuthorization = ({ headers }: Parameters<WaitingAlteration>[0], value: string) => ({
  headers: [
    ...headers.filter(([name]) => name.toLowerCase() !== 'authorization'),
    // Without a scheme there is none to refuse it for.
    ...(value.startsWith(' ') ? [] : [['Authorization', value] as const]),
  ],
})

const failures = async (isRight: Compare, encoding = 'hex'): Promise<string[]> => {
  const settings = { authorization: MODULE, signatureEncoding: encoding }
  return failed(await verdictsWith(verifying(isRight), QUESTIONS, { settings }))
}

const inBytes: Compare = (given, right) =>
  /^[0-9a-f]{64}$/i.test(given) && Buffer.from(given, 'hex').equals(Buffer.from(right, 'hex'))
const half = (text: string): string => text.slice(0, 32)

describe('a signature that only its signer knows', () => {
  test.for([
    ['compared as text', (given, right) => given === right],
    ['compared in bytes', inBytes],
  ] as const satisfies [string, Compare][])('is right %s', async ([, isRight]) => {
    expect(await failures(isRight)).toEqual([])
  })

  test('is right where nobody has said that it is hex', async () => {
    expect(await failures(inBytes, 'base64')).toEqual([])
  })

  test.for([
    ['is not compared', () => true],
    ['is compared in its first half', (given, right) => half(given) === half(right)],
    ['is compared as far as it was sent', (given, right) => right.startsWith(given)],
  ] as const satisfies [string, Compare][])('fails where it %s', async ([, isRight]) => {
    expect(await failures(isRight)).not.toEqual([])
  })

  test('is not altered where nobody knows how it writes its bytes', async () => {
    const alone = QUESTIONS.filter(({ needs }) => needs?.includes('signature-bytes'))
    const settings = { authorization: MODULE, signatureEncoding: 'none' }
    const verdicts = await verdictsWith(
      verifying(() => true),
      alone,
      { settings },
    )
    expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']))
    // Three of the token, one of each streaming operation, one cut off, one under small letters, one of a stop of all, and
    // two that are open; where the stand-in is left out, some are asked twice.
    expect(verdicts.length).toBeGreaterThanOrEqual(11)
  })
})
