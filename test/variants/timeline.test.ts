import { describe, expect, test } from 'vitest'
import { timelineFinding } from '../../src/judge/timeline.ts'
import type { Json, Timeline, Vector } from '../../src/model/index.ts'
import { MODEL, runTimeline, type Model } from '../../src/service/timeline.ts'
import { without } from '../../src/members.ts'
import { changingEntries } from '../../src/variants/timeline/models.ts'
import { TIMELINE_VARIANTS } from '../../src/variants/timeline/index.ts'
import { channelLifecycle } from '../../src/vectors/channel/lifecycle.ts'

const { vectors } = channelLifecycle()
const required = vectors.filter(({ level }) => level === 'required')

const timelineOf = ({ question }: Vector): Timeline => question.params as Timeline
const expected = ({ expect }: Vector): readonly Json[] =>
  expect.verdict === 'accept' && 'results' in expect.output ? expect.output.results : []
/** Vectors that a model fails. */
const failed = (make: (timeline: Timeline) => Model, of = required): string[] =>
  of
    .filter((vector) =>
      timelineFinding(expected(vector), runTimeline(timelineOf(vector), make(timelineOf(vector)))),
    )
    .map(({ id }) => id)

describe('a right model fails no vector of channel/lifecycle', () => {
  test.for(TIMELINE_VARIANTS)('$id: $does', ({ make }) => {
    expect(failed(make)).toEqual([])
  })

  test('and a wrong one does', () => {
    expect(failed(() => changingEntries('update', (entry) => without(entry, 'fps')))).toEqual([
      'channel/lifecycle/update-what-can-be-updated',
      'channel/lifecycle/update-does-not-change-the-user-of-a-single-stream',
    ])
    expect(failed(() => ({ ...MODEL, leave: (state) => state }))).not.toEqual([])
  })
})

describe('what the text leaves open', () => {
  const open = vectors.filter(({ level }) => level === 'unspecified')

  test.for(open)('$id is decided by some variant', ({ requirements }) => {
    const decided = TIMELINE_VARIANTS.flatMap(({ decides = [] }) => decides)
    expect(decided).toEqual(expect.arrayContaining([...requirements]))
  })
})
