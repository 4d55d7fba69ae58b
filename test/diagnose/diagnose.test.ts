import { describe, expect, test } from 'vitest'
import { runWith } from '../../tools/measure/catalogue.ts'
import { diagnose, diagnoseRun, type Diagnosis, type Passed, type Wrong } from '../../src/diagnose/index.ts'
import { families } from '../../src/vectors/index.ts'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import type { Alteration, OutputFault } from '../../src/faults/fault.ts'
import type { Answer, Output, Question } from '../../src/model/index.ts'

const TIMES = { askedAt: 1700000000.2, answeredAt: 1700000000.7 }
const accepted = (output: Output) => ({ ...TIMES, kind: 'accepted', output }) as const

const SECRET = '00a1B2c3D4e5F60718293a4b5C6d7E8f'
const PARAMS = 'eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0='
/** Computed with Python's hashlib, hmac and base64. */
const SIGNATURE = 'JpBiduoZk8pU+nTs2vxTsv5CUh3jOyxkfOihcDphBVk='
const SIGNATURE_HEX = '26906276ea1993ca54fa74ecdafc53b2fe42521de33b2c647ce8a1703a610559'

const asksParams = (joinParamsJson: string): Question => ({
  method: 'token.params',
  params: { joinParamsJson },
})
const ASKS_SIGNATURE: Question = {
  method: 'token.signature',
  params: { version: '02', appId: 'app', timestamp: 1700000000, params: PARAMS, appSecret: SECRET },
}
const ASKS_JOIN_PARAMS: Question = {
  method: 'token.verify',
  params: {
    token: `02.app.1700000000.${PARAMS}.${SIGNATURE}`,
    appId: 'app',
    appSecret: SECRET,
    now: 1700000060,
  },
}

describe('one answer', () => {
  test.for([
    // 7e 7e 7e 3f 3f 3f is fn5+Pz8/ in the standard alphabet.
    ['b64-urlsafe', asksParams('~~~???'), { params: 'fn5-Pz8_' }],
    ['signature-hex', ASKS_SIGNATURE, { signature: SIGNATURE_HEX }],
  ] as const)('%s is named', ([id, question, output]) => {
    const { right, candidates } = diagnose(question, accepted(output))
    expect(right).toBe(false)
    expect(candidates.map((set) => set.map((fault) => fault.id))).toEqual([[id]])
  })

  test.for([
    ['is right', asksParams('~~~???'), { params: 'fn5+Pz8/' }, true],
    ['is right in every part', ASKS_SIGNATURE, { signature: SIGNATURE }, true],
    ['is like nothing in the catalogue', asksParams('~~~???'), { params: 'nonsense' }, false],
  ] as const)('that %s has no fault named', ([, question, output, right]) => {
    expect(diagnose(question, accepted(output))).toEqual({ right, candidates: [] })
  })
})

describe('a whole run', () => {
  const VECTORS = families()
    .flatMap(({ vectors }) => vectors)
    .filter(({ question }) => question.method.startsWith('token.'))
  const mistakeOf = (id: string): Alteration => OUTPUT_FAULTS.find((fault) => fault.id === id)!.alteration
  const ranWith = (...ids: string[]): ReturnType<typeof runWith> => runWith(ids.map(mistakeOf), VECTORS)
  const wrongIn = ({ wrong }: ReturnType<typeof runWith>): string[] =>
    wrong.split('\n').map((line) => line.split(' ')[0]!)

  test.for([
    ['b64-urlsafe'],
    ['timestamp-milliseconds'],
    ['key-trimmed'],
    ['json-key-case'],
    ['hmac-arguments-swapped'],
    ['expiry-wrong'],
    ['b64-unpadded', 'timestamp-milliseconds'],
  ])('of an SDK with %j names that, for all that is wrong', (ids) => {
    const ran = ranWith(...ids)
    expect(ran.wrong).not.toBe('')
    const { causes, unexplained, faultsOf } = ran.evidence.diagnosis()
    expect(causes).toMatchObject([{ candidates: [ids], right: [] }])
    expect([...causes[0]!.explains].sort()).toEqual(wrongIn(ran).sort())
    expect(unexplained).toEqual([])
    expect([...faultsOf.keys()].sort()).toEqual(wrongIn(ran).sort())
    expect(new Set([...faultsOf.values()].flat())).toEqual(new Set(ids))
  })

  test('of a right SDK names nothing', () => {
    expect(runWith([], VECTORS).wrong).toBe('')
    expect(runWith([], VECTORS).evidence.diagnosis()).toMatchObject({
      causes: [],
      unexplained: [],
      likely: [],
      faultsOf: new Map(),
    })
  })

  test('names nothing where the fault is not in the catalogue', () => {
    const ran = ranWith('key-trimmed')
    const rest = OUTPUT_FAULTS.filter(({ id }) => id !== 'key-trimmed')
    const { likely, ...diagnosis } = ran.evidence.diagnosis(rest)
    expect(diagnosis).toMatchObject({ causes: [], unexplained: wrongIn(ran), faultsOf: new Map() })
    // A fault that does the same to the ends is said to be near, with what tells them apart.
    expect(likely.map(({ fault }) => fault)).toEqual(likely.map(() => 'key-white-space-removed'))
    expect(likely.flatMap(({ predicts }) => predicts)).toContain('token/signature/secret-with-inner-spaces')
  })
})

/** Faults of which everybody sees what comes out: each writes its letter at the end. */
const fault = (id: string, alteration: Alteration): OutputFault => ({
  id,
  does: '',
  origin: '',
  repair: '',
  reference: '',
  group: 'base64',
  shows: 'output',
  alteration,
  answer: () => undefined,
})
const params =
  (letter: string): Alteration =>
  (sdk) => ({ encodeParams: (bytes, base64) => sdk.encodeParams(bytes, base64) + letter })
const signature =
  (letter: string): Alteration =>
  (sdk) => ({ encodeSignature: (mac, base64) => sdk.encodeSignature(mac, base64) + letter })
const verified =
  (letter: string): Alteration =>
  (sdk) => ({
    readJoinParams: (bytes) => {
      const { seen = '', ...rest } = sdk.readJoinParams(bytes)
      return { ...rest, seen: `${seen as string}${letter}` }
    },
  })
const all =
  (...alterations: Alteration[]): Alteration =>
  (sdk, seen) =>
    Object.assign({}, ...alterations.map((alteration) => alteration(sdk, seen)))

/** The byte 78 is eA== in base64. */
const wrongParams = (ending: string, id = 'params'): Wrong => ({
  id,
  question: asksParams('x'),
  answer: accepted({ params: `eA==${ending}` }),
})
const wrongSignature = (ending: string): Wrong => ({
  id: 'signature',
  question: ASKS_SIGNATURE,
  answer: accepted({ signature: SIGNATURE + ending }),
})
const verifiedAs = (seen: string): Output => ({ joinParams: { channelId: 'c1', userId: 'u1', seen } })
const wrongVerify = (seen: string): Wrong => ({
  id: 'verify',
  question: ASKS_JOIN_PARAMS,
  answer: accepted(verifiedAs(seen)),
})

const passedParams: Passed = {
  id: 'passed',
  question: asksParams('y'),
  answer: { kind: 'accepted', output: { params: 'eQ==' } },
  seen: [{}],
  passes: (answer) =>
    answer.kind === 'accepted' && 'params' in answer.output && answer.output.params === 'eQ==',
}

const told = ({ causes, unexplained, faultsOf }: Diagnosis): unknown => ({
  causes: causes.map(
    ({ candidates, explains }) =>
      `${candidates.map((set) => set.join('+')).join(' or ')}: ${explains.join(' ')}`,
  ),
  unexplained,
  faultsOf: Object.fromEntries(faultsOf),
})

describe('causes', () => {
  const P = fault('p', params('p'))
  const Q = fault('q', params('q'))
  const S = fault('s', signature('s'))

  test('right answers contradict a fault that would have shown in them', () => {
    const onlyX = fault('only-x', (sdk) => ({
      encodeParams: (bytes, base64) => sdk.encodeParams(bytes, base64) + (bytes[0] === 0x78 ? 'p' : ''),
    }))
    const wrong = [wrongParams('p')]
    expect(told(diagnoseRun(wrong, [], [P, onlyX]))).toMatchObject({ causes: ['p or only-x: params'] })
    expect(told(diagnoseRun(wrong, [passedParams], [P, onlyX]))).toMatchObject({
      causes: ['only-x: params'],
    })
    expect(told(diagnoseRun(wrong, [passedParams], [P]))).toMatchObject({
      causes: [],
      unexplained: ['params'],
    })
  })

  test('one of several is not said of an answer', () => {
    const same = fault('same', params('p'))
    expect(told(diagnoseRun([wrongParams('p')], [], [P, same]))).toEqual({
      causes: ['p or same: params'],
      unexplained: [],
      faultsOf: {},
    })
  })

  test('of two faults each shows where it makes the answer another one', () => {
    const both = fault('s', all(params('s'), signature('s')))
    const wrong = [wrongParams('ps'), wrongSignature('s')]
    expect(told(diagnoseRun(wrong, [], [P, both]))).toEqual({
      causes: ['p+s: params signature'],
      unexplained: [],
      faultsOf: { params: ['p', 's'], signature: ['s'] },
    })
    expect(told(diagnoseRun([wrongParams('pq')], [], [P, Q]))).toMatchObject({
      causes: ['p+q: params'],
      faultsOf: { params: ['p', 'q'] },
    })
  })

  test('faults stack in the order of the catalogue, and in no other', () => {
    expect(told(diagnoseRun([wrongParams('pq')], [], [Q, P]))).toMatchObject({
      causes: [],
      unexplained: ['params'],
    })
  })

  test('an answer as right code gives it is unexplained, and does not stand in the way of others', () => {
    expect(told(diagnoseRun([wrongSignature(''), wrongParams('p')], [], [P, S]))).toEqual({
      causes: ['p: params'],
      unexplained: ['signature'],
      faultsOf: { params: ['p'] },
    })
    expect(told(diagnoseRun([wrongSignature('')], [], [P, S]))).toEqual({
      causes: [],
      unexplained: ['signature'],
      faultsOf: {},
    })
  })

  test('so is an answer that never came', () => {
    const late: Answer = { ...TIMES, kind: 'broken', reason: 'timeout', message: 'late' }
    const wrong = [{ id: 'late', question: ASKS_SIGNATURE, answer: late }, wrongParams('p')]
    expect(told(diagnoseRun(wrong, [], [P, S]))).toEqual({
      causes: ['p: params'],
      unexplained: ['late'],
      faultsOf: { params: ['p'] },
    })
  })

  test('are found method by method where nothing explains everything', () => {
    const wrong = [wrongSignature('s'), wrongVerify('?'), wrongParams('p'), wrongParams('p', 'again')]
    expect(told(diagnoseRun(wrong, [], [P, Q, S]))).toEqual({
      causes: ['p: params again', 's: signature'],
      unexplained: ['verify'],
      faultsOf: { signature: ['s'], params: ['p'], again: ['p'] },
    })
  })

  test('explain most of the wrong answers of a method, or nothing is named', () => {
    const wrong = [wrongParams('p'), wrongParams('?', 'odd'), wrongSignature('s')]
    expect(told(diagnoseRun(wrong, [], [P, Q, S]))).toEqual({
      causes: ['s: signature'],
      unexplained: ['params', 'odd'],
      faultsOf: { signature: ['s'] },
    })
  })

  test('of which there are more than five are not told', () => {
    const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => fault(id, params('p')))
    expect(told(diagnoseRun([wrongParams('p')], [], six.slice(1)))).toMatchObject({
      causes: ['b or c or d or e or f: params'],
    })
    expect(told(diagnoseRun([wrongParams('p')], [], six))).toMatchObject({
      causes: [],
      unexplained: ['params'],
    })
  })
})

describe('three faults', () => {
  const P = fault('p', params('p'))
  const Q = fault('q', params('q'))
  const S = fault('s', signature('s'))

  test('two that explain one method and one that explains another are two causes', () => {
    const wrong = [wrongParams('pq'), wrongSignature('s')]
    expect(told(diagnoseRun(wrong, [], [P, Q, S]))).toEqual({
      causes: ['s: signature', 'p+q: params'],
      unexplained: [],
      faultsOf: { params: ['p', 'q'], signature: ['s'] },
    })
  })

  test('two that explain one method, and one that shows beside them only', () => {
    const [a, b, c] = [
      fault('a', all(params('a'), verified('a'))),
      fault('b', all(params('b'), verified('b'))),
      fault('c', verified('c')),
    ]
    expect(told(diagnoseRun([wrongParams('ab'), wrongVerify('abc')], [], [a, b, c]))).toEqual({
      causes: ['a+b+c: params verify'],
      unexplained: [],
      faultsOf: { params: ['a', 'b'], verify: ['a', 'b', 'c'] },
    })
  })

  test('stack in the order of the catalogue, whichever method shows them', () => {
    const [a, b, c] = [
      fault('a', all(params('a'), verified('a'))),
      fault('b', all(signature('b'), verified('b'))),
      fault('c', all(params('c'), signature('c'), verified('c'))),
    ]
    const wrong = [wrongParams('ac'), wrongSignature('bc'), wrongVerify('abc')]
    expect(told(diagnoseRun(wrong, [], [a, b, c]))).toMatchObject({
      causes: ['a+b+c: params signature verify'],
      unexplained: [],
    })
    const other = [wrongParams('ac'), wrongSignature('bc'), wrongVerify('acb')]
    expect(told(diagnoseRun(other, [], [a, b, c]))).toMatchObject({
      causes: ['a+c: params', 'b+c: signature'],
      unexplained: ['verify'],
    })
  })

  test('have alternatives where each of two explains the rest', () => {
    const once =
      (letter: string): Alteration =>
      (sdk) => ({
        encodeParams: (bytes, base64) => {
          const text = sdk.encodeParams(bytes, base64)
          return text.endsWith(letter) ? text : text + letter
        },
      })
    const [a, c, b] = [fault('a', once('p')), fault('c', once('p')), fault('b', params('q'))]
    expect(told(diagnoseRun([wrongParams('pq')], [], [a, c, b]))).toMatchObject({
      causes: ['a+b or b+c: params'],
      unexplained: [],
    })
  })

  test('in more than five ways are not told, and take no name from another method', () => {
    const ways = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => fault(id, verified('v')))
    const wrong = [wrongParams('pq'), wrongVerify('v')]
    expect(told(diagnoseRun(wrong, [], [P, Q, ...ways.slice(1)]))).toMatchObject({
      causes: ['b or c or d or e or f: verify', 'p+q: params'],
    })
    expect(told(diagnoseRun(wrong, [], [P, Q, ...ways]))).toMatchObject({
      causes: ['p+q: params'],
      unexplained: ['verify'],
    })
  })
})
