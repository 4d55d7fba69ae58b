import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { RARE_FAULTS } from '../../src/faults/token/rare.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import type { Alteration } from '../../src/faults/fault.ts'
import {
  answerFor,
  canShow,
  explains,
  formsOf,
  isSame,
  observe,
  predicted,
} from '../../src/diagnose/predict.ts'
import { sign } from '../../src/token/index.ts'
import type { QuestionOf, Vector } from '../../src/model/index.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { diagnosed, mistake, VECTORS } from '../support/diagnose/tokens.ts'

/** Some of the questions, with the answers of some faults. */
const QUESTIONS = VECTORS.filter((_, at) => at % 19 === 0).map(({ question }) => question)
const FAULTS = OUTPUT_FAULTS.filter((_, at) => at % 7 === 0)
const FORMS = formsOf(OUTPUT_FAULTS).filter(({ place }) => place % 5 === 0)

describe('a fault is not played where it cannot show', () => {
  test('which changes nothing of what it explains', () => {
    let pruned = 0
    for (const question of QUESTIONS)
      for (const { alteration } of FAULTS) {
        const answer = answerFor(answerOf(sdkWith([alteration]), question) ?? { kind: 'crashed' })
        if (!answer) continue
        const given = observe(question, answer)
        if (explains([], given)) continue
        for (const form of FORMS) {
          const played = given.seen.some((reading) => {
            const made = predicted([form], question, reading)
            return made !== undefined && isSame(made, answer)
          })
          expect([form.id, explains([form], given)]).toEqual([form.id, played])
          if (!given.seen.some((_, at) => canShow([form], given, at))) pruned++
        }
      }
    // Otherwise nothing was tried.
    expect(pruned).toBeGreaterThan(300)
  })
})

/** HMAC over another key for some of the secrets, as no fault of the catalogue makes it. */
const unknownKey: Alteration = (sdk) => ({
  key: (appSecret) =>
    appSecret.length % 2 === 0 ? sdk.key(appSecret) : createHmac('sha256', 'salt').update(appSecret).digest(),
})

/** Tokens that are no right base64, signed with a secret whose key is unknown. */
const RESIGNED = VECTORS.filter(({ id }) =>
  ['token/verify/params-url-safe', 'token/verify/params-unpadded'].includes(id),
).map((vector): Vector => {
  const asked = vector.question.params as QuestionOf<'token.verify'>['params']
  const appSecret = `${asked.appSecret}x`
  const parts = asked.token.split('.').slice(0, 4)
  const [version = '', appId = '', timestamp = '', params = ''] = parts
  const token = [...parts, sign({ version, appId, timestamp, params }, appSecret)].join('.')
  const question = { method: 'token.verify', params: { ...asked, token, appSecret } } as const
  return { ...vector, id: `${vector.id}-odd`, question }
})
const METHODS = ['token.signature', 'token.verify'] as const
const ASKED = [
  ...VECTORS,
  ...RESIGNED,
  ...inOrder(generatedGroups({ count: 400, seed: 1, methods: METHODS })),
]
const channelDurationCounts = RARE_FAULTS.find(
  ({ id }) => id === 'verify-channel-duration-counts',
)!.alteration

describe('code that signs in an unknown way', () => {
  const found = (...alterations: Alteration[]) =>
    diagnosed((vector) => answerOf(sdkWith(alterations), vector.question), ASKED)
  const namesOf = ({ causes }: ReturnType<typeof found>): string[] =>
    causes.flatMap(({ candidates }) => candidates.map((set) => set.join(' + ')))

  test('has a name for what it refuses or lets through beside that', () => {
    expect(namesOf(found(unknownKey, channelDurationCounts))).toEqual(['verify-channel-duration-counts'])
    // It refuses other such tokens for their signature, as right code does for their base64.
    const lenient = found(unknownKey, mistake('base64-lenient'))
    expect(namesOf(lenient)).toEqual(['base64-lenient'])
    expect(lenient.causes[0]!.explains).toContain('token/verify/params-url-safe')
  })

  test('and none where nothing else is wrong', () => {
    expect(namesOf(found(unknownKey))).toEqual([])
  })
})

test('a token that has ended is not taken for one with wrong join parameters', () => {
  // Some of those that ended look like another unit of the duration; all of them together do not.
  const { causes } = diagnosed(
    (vector) => answerOf(sdkWith([mistake('expiry-unchecked')]), vector.question),
    VECTORS,
    OUTPUT_FAULTS.filter(({ id }) => id !== 'expiry-unchecked'),
  )
  expect(causes).toEqual([])
})
