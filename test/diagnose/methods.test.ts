import { describe, expect, test } from 'vitest'
import { habits } from '../../src/diagnose/habits.ts'
import type { Observed } from '../../src/diagnose/predict.ts'
import { Evidence } from '../../src/diagnose/evidence.ts'
import type { Diagnosis } from '../../src/diagnose/index.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import type { Alteration, FaultyAnswer } from '../../src/faults/fault.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { stamped } from '../../src/faults/killMatrix.ts'
import { judge } from '../../src/judge/index.ts'
import type { Vector } from '../../src/model/index.ts'
import { families } from '../../src/vectors/index.ts'

const VECTORS = families()
  .flatMap(({ vectors }) => vectors)
  .filter(({ question }) => question.method.startsWith('token.'))

const mistake = (id: string): Alteration => OUTPUT_FAULTS.find((fault) => fault.id === id)!.alteration
const answerWith = (vector: Vector, ...ids: string[]): FaultyAnswer =>
  answerOf(sdkWith(ids.map(mistake)), vector.question)!

/** A run in which each vector is answered as one likes. */
function diagnosed(answer: (vector: Vector) => FaultyAnswer | undefined): Diagnosis {
  const evidence = new Evidence()
  for (const vector of VECTORS) {
    const given = answer(vector)
    if (given) evidence.add(vector, stamped(given), judge(vector, stamped(given), 'twin-accepted'))
  }
  return evidence.diagnosis()
}

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

describe('what an SDK always writes', () => {
  /** Privileges 0 and all defaults, in every token. */
  const always: Alteration = (sdk) => ({
    prepare: (joinParams, timestamp) => ({
      privileges: 0,
      channelDuration: 0,
      duration: 86400,
      size: 100,
      delayClose: 0,
      ...sdk.prepare(joinParams, timestamp),
    }),
  })
  const habitual = (...ids: string[]) =>
    diagnosed(({ question }) => answerOf(sdkWith([always, ...ids.map(mistake)]), question))

  test('is no mistake', () => {
    expect(habitual()).toMatchObject({ causes: [], unexplained: [] })
  })

  test.for(['signature-hex', 'b64-urlsafe', 'key-trimmed', 'json-key-case', 'json-number-as-string'])(
    'hides no %s',
    (id) => {
      const { causes, unexplained } = habitual(id)
      expect(causes.map(({ candidates }) => candidates)).toEqual([[[id]]])
      expect(unexplained).toEqual([])
    },
  )

  test('is written always: once in a while it is no habit', () => {
    const asked = { appId: 'app', appSecret: 'secret', joinParams: { channelId: 'c1', userId: 'u1' } }
    const shown = (json: string): Observed => ({
      question: { method: 'token.issue', params: asked },
      answer: { kind: 'accepted', output: { token: '' } },
      seen: [{ json }],
    })
    const [plain, zero] = [shown('{"channelId":"c1"}'), shown('{"channelId":"c1", "privileges": 0}')]
    expect(habits([zero, zero])(plain).seen).toEqual([{ json: '{"channelId":"c1"}', privileges: 0 }])
    expect(habits([zero, plain])(plain)).toBe(plain)
  })
})

describe('a duration that nobody asked for', () => {
  /** An SDK that sends a duration of its own where the question has none. */
  const sending = (durationOf: (at: number) => number): Diagnosis => {
    let at = 0
    const own: Alteration = (sdk) => ({
      prepare: (joinParams, timestamp) => ({
        duration: durationOf(at++),
        ...sdk.prepare(joinParams, timestamp),
      }),
    })
    return diagnosed(({ question }) =>
      question.method === 'token.issue' ? answerOf(sdkWith([own]), question) : undefined,
    )
  }

  test('is a default of the SDK where it is always the same', () => {
    expect(sending(() => 3600).causes.map(({ candidates }) => candidates)).toEqual([[['json-own-defaults']]])
  })

  test('is none where it changes within the run: the SDK remembers that of another token', () => {
    expect(sending((at) => 60 + at).causes).toEqual([])
  })
})
