import { describe, expect, test } from 'vitest'
import { CLIENT_PAIRS, CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import type { ClientVariant } from '../../src/variants/client/clientVariant.ts'
import { accusations } from '../../src/variants/variant.ts'
import { expectLawful, some, SUITE, VECTORS, watch } from '../support/client/watch.ts'

/** Every so many rows; the self-check asks all of them everything. */
const EVERY = 12
const sample = (rows: readonly ClientVariant[]): (ClientVariant & { turn: number })[] =>
  rows.filter((_, at) => at % EVERY === 0).map((row, turn) => ({ ...row, turn }))

describe('no vector accuses a right client', () => {
  test.for(sample([...CLIENT_VARIANTS, ...CLIENT_PAIRS]))('$id', async ({ turn, ...row }) => {
    expectLawful(row, await watch(row.id, some(turn)))
  })

  /** Rows that do not say what they depart from, and wrong clients: the law sees each. */
  const LAWLESS: readonly (readonly [name: string, filter: RegExp, reason: string])[] = [
    ['json-byte-order-mark', /auth-token-encoding$/, 'byte-order-mark'],
    ['base-url-concatenated', /auth-token-base-slash$/, 'wrong-path'],
    ['tells-success-only-silently', /auth-token-500-server-error-status$/, 'status-lost'],
    ['tracking-id-dashed', /auth-token-minimal$/, 'wrong-tracking-id'],
    ['error-swallowed', /auth-token-500-server-error$/, 'failure-reported-as-success'],
  ]
  test.for(LAWLESS)('but %s without a word of it', async ([name, filter, reason]) => {
    const { verdicts } = await watch(
      name,
      VECTORS.filter(({ id }) => filter.test(id)),
    )
    expect(accusations(verdicts, []).map((verdict) => verdict.reason)).toEqual([reason])
  })

  test('a departure from a required rule stays an accusation', async () => {
    const { verdicts } = await watch(
      'tracking-id-dashed',
      VECTORS.filter(({ id }) => id.endsWith('auth-token-minimal')),
    )
    expect(
      accusations(verdicts, [{ ...CLIENT_VARIANTS[0]!, departs: ['HEADER-TRACKING-ID-FORMAT'] }]),
    ).toHaveLength(1)
  })
})

describe('the table', () => {
  const decided = new Set(CLIENT_VARIANTS.flatMap(({ decides = [] }) => decides))

  test('decides every rule that the client vectors leave open', () => {
    const open = VECTORS.filter(({ level }) => level === 'unspecified').flatMap(
      ({ requirements }) => requirements,
    )
    expect(open.length).toBeGreaterThan(0)
    expect(open.filter((id) => !decided.has(id))).toEqual([])
  })

  test('decides what the interface leaves to a client', () => {
    const CLIENTS =
      /^(?:HEADER-CONTENT-TYPE-PARAMETER|HEADER-TRACKING-ID-(?:REQUIRED|CASE)|AUTH-(?:SIGNATURE-(?!FORM)|APP-)\w+|PARAM-\w+-(?:NAMING|FORMAT|EMPTY|VALUES|MEANING|UNASKED)|STREAM-(?:STREAMID-VALUES|URL-RTMPS|LAYOUT-FIELDS|WATERMARKS-FIELDS)|\w+-RESPONSE-(?:BODY|OTHER-MEMBERS)|ERROR-BODY-SHAPE|ERROR-STREAMING-CODES|LIMIT-RATE|API-UNLISTED-MEMBER-ANSWER)$/
    const open = SUITE.requirements.filter(({ id, level }) => level === 'unspecified' && CLIENTS.test(id))
    expect(open.length).toBeGreaterThan(20)
    expect(open.map(({ id }) => id).filter((id) => !decided.has(id))).toEqual([])
  })
})
