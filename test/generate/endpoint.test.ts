import { describe, expect, test } from 'vitest'
import { verdictsWith } from '../../runners/selfCheck/faultyService.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { requirementIds } from '../support/requirementIds.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import { questionsBefore, walkGroups } from '../../src/generate/index.ts'
import {
  NEEDS,
  OPERATIONS,
  type EarlierRequest,
  type EndpointRequest,
  type Exchange,
  type Need,
  type Vector,
} from '../../src/model/index.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { exchangesOf, isFoundBySeed } from '../support/live/generated.ts'
import { accusedOfSeed } from '../support/variants/accused.ts'

const exchangeOf = ({ question }: Vector): Exchange => question.params as Exchange
const ALL = [1, 2, 3].flatMap((seed) => exchangesOf(seed))
const without = (...needs: readonly Need[]): Need[] => NEEDS.filter((need) => !needs.includes(need))
/** Every request of a vector. */
const requests = (vector: Vector): EndpointRequest[] => [
  ...(exchangeOf(vector).before ?? []),
  exchangeOf(vector),
]

const isStart = ({ operation }: EndpointRequest): boolean => operation === 'streaming.start'

describe('generated exchanges', () => {
  test('are the same for the same seed, and others for another', () => {
    expect(exchangesOf(1)).toEqual(exchangesOf(1))
    expect(exchangesOf(1)).not.toEqual(exchangesOf(2))
  })

  test('are three hundred and fifty-five, and a few again at the end', () => {
    const vectors = exchangesOf(4)
    expect(vectors.filter(({ id }) => !id.endsWith('-again'))).toHaveLength(355)
    expect(vectors.filter(({ id }) => id.endsWith('-again'))).toHaveLength(21)
  })

  test('are vectors as the schema has them, of rules that there are', () => {
    const check = schemaCheck('vectors#/$defs/vector')
    const named = ALL.map((vector) => ({ ...vector, id: 'endpoint/token/x' }))
    expect(named.flatMap((vector) => check(JSON.parse(JSON.stringify(vector))))).toEqual([])
    expect(check({ ...named[0], question: { method: 'endpoint.exchange', params: {} } })).not.toEqual([])
    const rules = ALL.flatMap(({ requirements }) => requirements)
    expect(rules.filter((rule) => !requirementIds.has(rule))).toEqual([])
  })

  test('reach every operation, rightly asked and refused', () => {
    for (const operation of OPERATIONS)
      expect(ALL.filter((vector) => exchangeOf(vector).operation === operation).length).toBeGreaterThan(5)
    expect(new Set(ALL.map(({ id }) => id.split('/')[1]))).toEqual(
      new Set(
        ['token', 'token-refusal', 'authorization', 'streaming', 'streaming-refusal', 'sequence'].map(
          (name) => `endpoint-${name}`,
        ),
      ),
    )
  })
})

describe('what generated exchanges may do', () => {
  test('without an open channel they touch none, and start only what must be refused, as a rule with 404', () => {
    const asked = [1, 2, 3].flatMap((seed) => exchangesOf(seed, without('open-channel', 'exclusive-channel')))
    expect(asked.length).toBeGreaterThan(140)
    const starts = asked.filter((vector) => requests(vector).some(isStart))
    expect(starts.length).toBeGreaterThan(60)
    expect(new Set(starts.map(({ expect: due }) => JSON.stringify('output' in due && due.output)))).toEqual(
      new Set(['{"answers":[{"status":404}]}', '{"answers":[{"status":404},{"status":"4xx","open":true}]}']),
    )
    expect(asked.filter((vector) => exchangeOf(vector).channel === 'open')).toEqual([])
    // With one they are carried out.
    expect(ALL.some((vector) => exchangeOf(vector).channel === 'open' && isStart(exchangeOf(vector)))).toBe(
      true,
    )
  })

  test('in a channel of others they fill it with no more than two streams, and stop none but their own', () => {
    const asked = [1, 2, 3].flatMap((seed) => exchangesOf(seed, without('exclusive-channel')))
    const bodies = asked.flatMap(requests)
    expect(bodies.filter(({ body }) => /\{\{stream[3-7]\}\}/.test(body))).toEqual([])
    const stops = asked.flatMap(requests)
    expect(
      stops.filter(({ operation, body }) => operation === 'streaming.stop' && !body.includes('{{stream')),
    ).toEqual([])
    expect(ALL.flatMap(requests).some(({ body }) => /\{\{stream4\}\}/.test(body))).toBe(true)
  })

  test('no push outlives its stop: a start that must be carried out has no delayClose but 0', () => {
    const carriedOut = ALL.flatMap((vector) => {
      const isRight = JSON.stringify(vector.expect).includes('"answers":[{"status":200')
      return isRight ? requests(vector) : (exchangeOf(vector).before ?? [])
    }).filter(({ operation }) => operation === 'streaming.start')
    expect(carriedOut.length).toBeGreaterThan(10)
    expect(carriedOut.filter(({ body }) => /"delayClose"\s*:\s*[^0\s]/.test(body))).toEqual([])
    expect(ALL.some((vector) => /delayClose\\"\s*:\s*6[0-9][0-9]/.test(JSON.stringify(vector)))).toBe(true)
  })

  test('every id is made by the runner, so that nothing of others is named', () => {
    const named = ALL.flatMap(requests).flatMap(
      ({ body }) => body.match(/"(?:channelId|streamId)"\s*:\s*("[^"]*"|[0-9]+)/g) ?? [],
    )
    expect(named.length).toBeGreaterThan(100)
    expect(
      named.filter(
        (text) =>
          !/"\{\{(?:channel(?:\}\}(?:Ab|Z|-Q7|aZ|B|x|-none)|\}\})|stream[1-7]\}\})"$|"streamId"\s*:\s*0$/.test(
            text,
          ),
      ),
    ).toEqual([])
  })
})

describe('a right service passes', () => {
  test.for([1, 2, 3])('every question of seed %i', async (seed) => {
    const verdicts = await verdictsWith((_, right) => right(), exchangesOf(seed))
    expect(verdicts.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  })

  // Every 48th; endpointAll.test.ts asks all of them more.
  test.for(SERVICE_VARIANTS.filter((_, at) => at % 48 === 0))('and so does $id', async (variant) => {
    expect(await accusedOfSeed(variant, 4)).toEqual([])
  })

  test('and one that departs from a rule of the interface does not', async () => {
    const [variant] = SERVICE_VARIANTS
    const alteration = () => ({ status: 200 })
    expect(await accusedOfSeed({ ...variant!, alteration }, 4)).not.toEqual([])
  })
})

describe('a wrong service is found', () => {
  // Every ninth of the faults that vectors do not see; endpointAll.test.ts asks all of them several.
  test.for(SERVICE_FAULTS.filter(({ by }) => by).filter((_, at) => at % 9 === 0))(
    '$id: $does',
    async ({ alteration }) => {
      expect(await isFoundBySeed(alteration, 107)).toBe(true)
    },
  )
})

describe('what must come before a sequence', () => {
  const of = (vector: Vector): readonly EarlierRequest[] => exchangeOf(vector).before ?? []
  const sequences = walkGroups({ count: 60, seed: 1, meets: NEEDS }).flatMap(({ vectors }) => vectors)

  test('is asked from the first request on, each after those before it, where it must be carried out', () => {
    const long = sequences.find((vector) => of(vector).length > 3 && of(vector).some(({ open }) => open))!
    const asked = questionsBefore(long).map(exchangeOf)
    const due = of(long).flatMap((one, at) => (one.open ? [] : [[one.body, at]]))
    expect(due.length).toBeGreaterThan(1)
    expect(asked.map(({ body, before = [] }) => [body, before.length])).toEqual(due)
    expect(questionsBefore(long).map(({ expect: it }) => it)).toEqual(
      due.map(() => ({ verdict: 'accept', output: { answers: [{ status: 200 }] } })),
    )
  })

  test('is nothing where nothing comes before', () => {
    expect(ALL.filter((one) => of(one).length === 0).flatMap(questionsBefore)).toEqual([])
  })
})
