import { describe, expect, test } from 'vitest'
import { Evidence } from '../../src/diagnose/evidence.ts'
import type { Diagnosis } from '../../src/diagnose/index.ts'
import type { Alteration, FaultyAnswer } from '../../src/faults/fault.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { stamped } from '../../src/faults/killMatrix.ts'
import { judge } from '../../src/judge/index.ts'
import type { Vector } from '../../src/model/index.ts'
import { answerWith, diagnosed, mistake, VECTORS } from '../support/diagnose/tokens.ts'

const verifies = ({ question }: Vector): boolean => question.method === 'token.verify'
const named = ({ causes }: Diagnosis): unknown =>
  causes.map(({ candidates, methods, right }) => ({ candidates, methods, right }))

describe('code that signs and code that verifies may be two', () => {
  test('a right verification does not forbid the name of what is signed wrong', () => {
    const found = diagnosed((vector) => answerWith(vector, ...(verifies(vector) ? [] : ['message-dotted'])))
    expect(named(found)).toEqual([
      {
        candidates: [['message-dotted']],
        methods: ['token.signature', 'token.issue'],
        right: ['token.verify'],
      },
    ])
    expect(found.unexplained).toEqual([])
  })

  test('a wrong verification alone is named, and the rest is right', () => {
    const found = diagnosed((vector) => answerWith(vector, ...(verifies(vector) ? ['message-dotted'] : [])))
    expect(found.causes.every(({ methods }) => String(methods) === 'token.verify')).toBe(true)
  })

  test('each has a cause of its own where each has a mistake of its own', () => {
    const found = diagnosed((vector) =>
      answerWith(vector, verifies(vector) ? 'expiry-unchecked' : 'signature-hex'),
    )
    expect(named(found)).toEqual([
      { candidates: [['signature-hex']], methods: ['token.signature', 'token.issue'], right: [] },
      { candidates: [['expiry-unchecked']], methods: ['token.verify'], right: [] },
    ])
  })

  test('a right answer of the same method still contradicts', () => {
    const one = 'token/signature/plain'
    const found = diagnosed((vector) => answerWith(vector, ...(vector.id === one ? [] : ['message-dotted'])))
    expect(found.causes.flatMap(({ methods }) => methods)).not.toContain('token.signature')
  })
})

describe('a verifier', () => {
  /** As adapters answer: `valid` stands beside the join parameters. */
  const saying = (answer: FaultyAnswer): FaultyAnswer =>
    answer.kind === 'accepted' ? { ...answer, output: { valid: true, ...answer.output } } : answer

  test.for(['expiry-unchecked', 'version-unchecked', 'app-unchecked', 'signature-case-ignored'])(
    'that says more than a mistake makes has %s all the same',
    (id) => {
      const found = diagnosed((vector) => (verifies(vector) ? saying(answerWith(vector, id)) : undefined))
      expect(found.causes.map(({ candidates }) => candidates)).toEqual([[[id]]])
      expect(found.unexplained).toEqual([])
    },
  )

  test('that signs with the function that is wrong has the mistake too', () => {
    const hex: Alteration = () => ({
      signatureFits: (own, received) => Buffer.from(own, 'base64').toString('hex') === received,
    })
    const found = diagnosed(({ question }) => answerOf(sdkWith([mistake('signature-hex'), hex]), question))
    expect(named(found)).toEqual([
      {
        candidates: [['signature-hex']],
        methods: ['token.signature', 'token.issue', 'token.verify'],
        right: [],
      },
    ])
  })

  test('that breaks has no mistake: what it still refuses is refused rightly', () => {
    const evidence = new Evidence()
    for (const vector of VECTORS.filter(verifies)) {
      const right = answerWith(vector)
      // An empty part is wrong before it is malformed.
      const [, part] = /(version|app)-(?:id-)?empty/.exec(vector.id) ?? []
      const refused: FaultyAnswer = part ? { kind: 'refused', reason: part } : right
      const given = stamped(right.kind === 'accepted' ? { kind: 'failed', message: 'undefined' } : refused)
      evidence.add(vector, given, judge(vector, given, 'no-twin'))
    }
    expect(evidence.diagnosis().causes).toEqual([])
  })
})

describe('answers that a cause does not explain', () => {
  const issues = VECTORS.filter(({ question }) => question.method === 'token.issue').map(({ id }) => id)
  const nonsense: FaultyAnswer = { kind: 'accepted', output: { token: '02.x.1.e30=.e30=' } }
  const oddly = (odd: readonly string[]) => (vector: Vector) =>
    odd.includes(vector.id) ? nonsense : answerWith(vector, 'signature-hex')

  test('are listed, and take its name from no other', () => {
    const odd = [issues[1]!, issues[40]!, issues[70]!]
    const { causes, unexplained } = diagnosed(oddly(odd))
    expect(causes.map(({ candidates }) => candidates)).toEqual([[['signature-hex']]])
    expect(unexplained).toEqual(odd)
  })

  test('leave it no name where they are most of the answers', () => {
    const { causes } = diagnosed(oddly(issues.slice(0, -3)))
    expect(causes.flatMap(({ methods }) => methods)).not.toContain('token.issue')
  })
})
