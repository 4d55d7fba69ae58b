import { timelineFinding } from '../../src/judge/timeline.ts'
import { describe, expect, test } from 'vitest'
import { channelLifecycle } from '../../src/vectors/channel/lifecycle.ts'
import type { Json, Timeline, Vector } from '../../src/model/index.ts'
import { MODEL, runTimeline, type Model } from '../../src/service/timeline.ts'
import { FAULTY_CHANNELS } from '../support/service/faultyChannels.ts'
import { FAULTY_STREAMS } from '../support/service/faultyStreams.ts'

const FAULTY_MODELS = [...FAULTY_CHANNELS, ...FAULTY_STREAMS]

const { vectors } = channelLifecycle()
const required = vectors.filter(({ level }) => level === 'required')
const nameOf = ({ id }: Vector): string => id.split('/').at(-1)!
const timelineOf = ({ question }: Vector): Timeline => question.params as Timeline
const expected = ({ expect }: Vector): readonly Json[] =>
  expect.verdict === 'accept' && 'results' in expect.output ? expect.output.results : []

/** Names of the required vectors that a model does not answer as written down. */
const failedBy = (make: () => Model): string[] =>
  required
    .filter((vector) => timelineFinding(expected(vector), runTimeline(timelineOf(vector), make())))
    .map(nameOf)

describe('channel/lifecycle', () => {
  test.for(vectors)('$title', (vector) => {
    expect(timelineFinding(expected(vector), runTimeline(timelineOf(vector)))).toBeUndefined()
  })

  test('the reference fails no vector', () => {
    expect(failedBy(() => MODEL)).toEqual([])
  })
})

describe('a model fails where', () => {
  test.for(FAULTY_MODELS)('$name', ({ make, fails }) => {
    expect(failedBy(make)).toEqual(expect.arrayContaining([...fails]))
  })

  test.for(required.map(nameOf))('%s is failed by some of them', (name) => {
    expect(FAULTY_MODELS.some(({ fails }) => fails.includes(name))).toBe(true)
  })
})
