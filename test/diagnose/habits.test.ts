import { describe, expect, test } from 'vitest'
import { habits, type Observed } from '../../src/diagnose/predict.ts'
import type { Diagnosis } from '../../src/diagnose/index.ts'
import type { Alteration } from '../../src/faults/fault.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { diagnosed, mistake } from '../support/diagnose/tokens.ts'

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
