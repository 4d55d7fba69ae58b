import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Evidence } from '../../src/diagnose/evidence.ts'
import type { FaultyAnswer } from '../../src/faults/fault.ts'
import { stamped } from '../../src/faults/killMatrix.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { judge } from '../../src/judge/index.ts'
import type { Findings, QuestionOf } from '../../src/model/index.ts'
import { likelyText } from '../../src/report/diagnosis.ts'
import { right } from '../support/subjects.ts'

const QUESTIONS = inOrder(generatedGroups({ count: 800, seed: 1, methods: ['token.signature'] }))

/** What a run says of a signer that takes another secret. */
function findings(secretOf: (secret: string) => string): Findings {
  const evidence = new Evidence()
  for (const vector of QUESTIONS) {
    const { version, appId, timestamp, params, appSecret } = (
      vector.question as QuestionOf<'token.signature'>
    ).params
    const mac = createHmac('sha256', secretOf(appSecret)).update(`${version}${appId}${timestamp}${params}`)
    const signed = { kind: 'accepted', output: { signature: mac.digest('base64') } } as const
    const due = right(vector.question) as FaultyAnswer
    const given = stamped(due.kind === 'accepted' ? signed : due)
    evidence.add(vector, given, judge(vector, given, 'twin-accepted'))
  }
  return evidence.findings()
}

const nearIn = ({ likely = [] }: Findings) =>
  likely.map(({ fault, misses, predicts }) => [fault, misses.length + predicts.length > 0])

describe('a mistake that differs from the catalogue in a detail', () => {
  // The catalogue has other forms: trim() of all white space, letters one and all, each charset in full.
  test.each<[string, (secret: string) => string, string]>([
    [
      'cuts white space off its ends, but for every fifth length',
      (secret) => (secret.length % 5 === 0 ? secret : secret.trim()),
      'key-trimmed',
    ],
    [
      'makes letters small, but for an I',
      (secret) => secret.replaceAll(/[^I]/g, (letter) => letter.toLowerCase()),
      'key-case-changed',
    ],
  ])('%s: it gets the name as a likely one, and what differs', (_, secretOf, fault) => {
    const found = findings(secretOf)
    expect(found.causes).toEqual([])
    expect(found.unexplained.length).toBeGreaterThan(5)
    expect(nearIn(found)).toEqual([[fault, true]])
  })

  test.each<[string, (secret: string) => string]>([
    ['a letter more', (secret) => (/[^ -~]/.test(secret) ? `${secret}x` : secret)],
    ['comments that are cut off', (secret) => secret.replace(/#.*$/s, '')],
    ['one byte less than a block', (secret) => Buffer.from(secret).subarray(0, 63).toString()],
  ])('%s is like nothing', (_, secretOf) => {
    const found = findings(secretOf)
    expect(found.unexplained.length).toBeGreaterThan(5)
    expect(nearIn(found)).toEqual([])
  })

  test('a mistake of the catalogue is a cause, and no likely one', () => {
    const { causes, likely } = findings((secret) => secret.trim())
    expect(causes.map(({ faults }) => faults)).toEqual([['key-trimmed']])
    expect(likely).toEqual([])
  })
})

test('the words say how near it is, and where it differs', () => {
  const words = likelyText({
    certainty: 'likely',
    fault: 'key-trimmed',
    method: 'token.signature',
    explains: ['a', 'b', 'c'],
    misses: ['d'],
    predicts: ['e'],
  })
  expect(words).toBe(
    'likely, not proved: token.signature is most like key-trimmed: it explains 3 of 4, not d, and predicts 1 failure that did not happen: e',
  )
})
