import { describe, expect, test } from 'vitest'
import { shareOf } from '../../runners/selfCheck/kills.ts'
import { families } from '../../src/vectors/index.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { killsOf, outputKills, summaryOf } from '../../src/faults/killMatrix.ts'
import type { Vector, Verdict } from '../../src/model/index.ts'
import {
  makeMatrixReport,
  matrixText,
  matrixShortcomings,
  type MatrixReport,
  matrixHtml,
} from '../../src/report/matrix.ts'

const all = families().flatMap(({ vectors }) => vectors)
const fault = (id: string) => OUTPUT_FAULTS.find((row) => row.id === id)!
const vector = (id: string, more: Partial<Vector> = {}): Vector => {
  const { catches: _, ...rest } = all.find((row) => row.id === id)!
  return { ...rest, ...more }
}

const VARIANT = {
  kind: 'token',
  id: 'json-spaced',
  section: '4.5',
  open: 'White space.',
  does: 'It writes <spaces>.',
  departs: [],
}
const RIGHT = { subject: 'json-compact', failed: [] }
const GREEN = { subject: 'adapter-null', judged: 3, passed: [] }

/** A self-check of few vectors and faults. */
function report(
  vectors: readonly Vector[],
  ids: readonly string[],
  more: Partial<MatrixReport> = {},
): MatrixReport {
  const faults = ids.map(fault)
  const kills = faults.map((row) => outputKills(row, vectors))
  const summary = summaryOf(kills, vectors, faults)
  const suite = { version: '0', vectors: { digest: 'd'.repeat(64), count: vectors.length } }
  return makeMatrixReport(
    { suite, summary, variants: [VARIANT], right: [RIGHT], sample: 1, falseGreen: [GREEN], ...more },
    faults,
    kills,
    vectors,
  )
}

const ALPHABET = vector('token/params/alphabet-shift-1', { catches: ['b64-urlsafe'] })
const PLAIN = vector('token/params/length-45')

describe('a self-check', () => {
  test('holds where every fault is killed and every vector fails what it names', () => {
    const found = report([ALPHABET, PLAIN], ['b64-urlsafe'])
    expect(matrixShortcomings(found)).toEqual([])
    expect(found.holds).toBe(true)
    expect(found.faults[0]!.killedBy).toEqual([ALPHABET.id])
    expect(found.summary.single).toEqual([{ fault: 'b64-urlsafe', vector: ALPHABET.id }])
  })

  test.for<[string, MatrixReport, RegExp]>([
    ['a fault that nothing kills', report([PLAIN], ['b64-urlsafe']), /no vector fails the fault b64-urlsafe/],
    [
      'a vector that does not kill what it names',
      report([ALPHABET, vector(PLAIN.id, { catches: ['b64-urlsafe'] })], ['b64-urlsafe']),
      /length-45 names b64-urlsafe and does not fail it/,
    ],
    [
      'a vector that names a fault which does not exist',
      report([ALPHABET, vector(PLAIN.id, { catches: ['no-such-fault'] })], ['b64-urlsafe']),
      /length-45 names no-such-fault/,
    ],
    [
      'a right subject that fails',
      report([ALPHABET], ['b64-urlsafe'], { right: [{ subject: 'json-spaced', failed: [ALPHABET.id] }] }),
      /json-spaced is right and is accused by 1 vector, such as/,
    ],
    [
      'a subject that can do nothing and passes',
      report([ALPHABET], ['b64-urlsafe'], { falseGreen: [{ ...GREEN, passed: [ALPHABET.id] }] }),
      /adapter-null can do nothing and passes 1 vectors/,
    ],
    [
      'a subject that was asked nothing',
      report([ALPHABET], ['b64-urlsafe'], { falseGreen: [{ ...GREEN, judged: 0 }] }),
      /adapter-null was not judged at all/,
    ],
  ])('does not hold for %s', ([, found, why], { expect }) => {
    expect(found.holds).toBe(false)
    expect(matrixText(found)).toMatch(why)
    expect(matrixText(found)).toContain('does not hold: 1 shortcomings')
  })

  test('says how many questions right subjects were asked', () => {
    expect(matrixText(report([ALPHABET], ['b64-urlsafe'], { sample: 3 }))).toContain(
      '1 subjects, asked one of 3 questions each: 0 accused',
    )
    expect(matrixText(report([ALPHABET], ['b64-urlsafe']))).toContain('1 subjects: 0 accused')
  })

  test('asks subjects in a row shares that are everything together, and another one first after a change', () => {
    const share = (digest: string, sample: number, at: number) =>
      shareOf(all, { digest }, sample, at).map(({ id }) => id)
    const shares = [0, 1, 2].map((at) => share('00000000', 3, at))
    const ids = all.map(({ id }) => id)
    expect(shares.flat().sort()).toEqual(ids.toSorted())
    expect(share('00000001', 3, 0)).toEqual(shares[1])
    expect(share('00000001', 1, 0)).toEqual(ids)
  })

  test('puts faults that answer everything alike into one class', () => {
    const faults = [fault('b64-urlsafe'), { ...fault('b64-urlsafe'), id: 'same-by-another-name' }]
    expect(summaryOf([], [ALPHABET], faults).classes).toEqual([['b64-urlsafe', 'same-by-another-name']])
  })
})

describe('the rules that faults prove', () => {
  // What is encoded in the URL-safe alphabet breaks one rule.
  const rules = summaryOf(
    [outputKills(fault('b64-urlsafe'), [ALPHABET])],
    [ALPHABET],
    [fault('b64-urlsafe')],
    ['TOKEN-PARAMS-ALPHABET', 'TOKEN-VERSION'],
  ).rules

  test('are those without whose check a wrong answer would pass', () => {
    expect(rules).toEqual({ proved: ['TOKEN-PARAMS-ALPHABET'], unproved: ['TOKEN-VERSION'] })
  })

  test('are not those that a wrong answer breaks together', () => {
    const both = {
      vector: ALPHABET.id,
      level: 'required',
      requirements: ['TOKEN-PARAMS-BASE64'],
      outcome: 'failed',
      rule: 'TOKEN-VERSION',
      findings: [{ rule: 'TOKEN-PARAMS-BASE64', level: 'required', reason: 'r', message: 'm' }],
      millis: 0,
    } as const
    const required = ['TOKEN-PARAMS-BASE64', 'TOKEN-VERSION']
    const rulesOf = (...verdicts: readonly Verdict[]) =>
      summaryOf([killsOf('b64-urlsafe', verdicts)], [], [], required).rules
    expect(rulesOf(both)).toEqual({ proved: [], unproved: required })
    const { findings: _, ...version } = both
    expect(rulesOf(both, version)).toEqual({
      proved: ['TOKEN-VERSION'],
      unproved: ['TOKEN-PARAMS-BASE64'],
    })
    // Without a rule of its own a failure breaks the first of its vector.
    const { rule: __, ...first } = version
    expect(rulesOf(first).proved).toEqual(['TOKEN-PARAMS-BASE64'])
    // A crash cites no rule.
    expect(rulesOf({ ...version, outcome: 'errored' }).unproved).toEqual(required)
  })

  test('stand in the report, which does not hold without a proof', () => {
    const found = report([ALPHABET], ['b64-urlsafe'])
    const text = matrixText({ ...found, summary: { ...found.summary, rules } })
    expect(text).toContain('rules without whose check a fault would pass  1 of 2 required ones')
    expect(text).toContain('wrong: without the check of TOKEN-VERSION no wrong answer would pass')
  })
})

describe('the page of the matrix', () => {
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'
  const page = matrixHtml(
    report([vector(ALPHABET.id, { catches: ['b64-urlsafe'] }), { ...PLAIN, id: hostile }], ['b64-urlsafe']),
  )

  test('holds data as text, which cannot end its element', () => {
    expect(page).not.toContain('<img')
    expect(page.match(/<\/script>/g)).toHaveLength(2)
    expect(page).toContain('\\u003c/script>\\u003cscript>alert(1)')
  })

  test('lets no script run but its own, and loads nothing', () => {
    expect(page).toMatch(
      /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'"/,
    )
    expect(page).not.toMatch(/<\w+[^>]* (?:src|href)=/)
  })
})
