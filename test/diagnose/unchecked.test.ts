import { describe, expect, test } from 'vitest'
import { DECODER_NAMES, readBase64 } from '../../src/faults/forms/encodings.ts'
import { anyObject, readingParts } from '../../src/faults/token/reading.ts'
import { TRIM_NAMES, trimOf } from '../../src/faults/forms/text.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import type { Alteration } from '../../src/faults/fault.ts'
import { diagnosed, mistake, VECTORS } from '../support/diagnose/tokens.ts'

const MAY_BE_REFUSED = new Set(
  VECTORS.filter(({ expect: expected }) => expected.verdict !== 'accept').map(({ id }) => id),
)

/** Refuses half of what it should, by no rule that anybody would write: the catalogue has no name for it. */
const checksHalf: Alteration = (sdk) => ({
  check: (joinParams) => {
    if (JSON.stringify(joinParams).length % 2 === 0) sdk.check(joinParams)
  },
})
const diagnosedWith = (...alterations: Alteration[]) =>
  diagnosed((vector) => answerOf(sdkWith(alterations), vector.question))

describe('code that does not check what it gets keeps the name of what it makes wrongly', () => {
  test.each(['message-dotted', 'message-without-version', 'b64-urlsafe', 'b64-unpadded', 'key-trimmed'])(
    '%s',
    (id) => {
      const { causes, unexplained } = diagnosedWith(mistake(id), checksHalf)
      expect(causes.map(({ candidates }) => candidates)).toEqual([[[id]]])
      expect(unexplained.length).toBeGreaterThan(0)
      expect(unexplained.filter((vector) => !MAY_BE_REFUSED.has(vector))).toEqual([])
    },
  )

  test('and what checks nothing comes after it', () => {
    const { causes } = diagnosedWith(mistake('key-trimmed'), mistake('join-params-unchecked'))
    expect(causes.map(({ candidates }) => candidates)).toEqual([
      [['key-trimmed']],
      [['join-params-unchecked']],
    ])
  })

  test('what is not in the catalogue has no name, whatever is checked', () => {
    const other: Alteration = (sdk) => ({ key: (secret) => sdk.key(`${secret}!`) })
    expect(diagnosedWith(other, checksHalf).causes).toEqual([])
  })
})

describe('the trim of each language has the name of the fault', () => {
  test.each(TRIM_NAMES)('%s', (name) => {
    const trims: Alteration = (sdk) => ({ key: (secret) => sdk.key(trimOf(name)(secret)) })
    expect(diagnosedWith(trims).causes.map(({ candidates }) => candidates)).toEqual([[['key-trimmed']]])
  })

  test('but not what cuts off something else', () => {
    const cuts: Alteration = (sdk) => ({ key: (secret) => sdk.key(secret.replace(/^\w/, '')) })
    expect(diagnosedWith(cuts).causes).toEqual([])
  })
})

describe('the base64 decoder of each language has the name of the fault', () => {
  // Ruby's strict one lets nothing through.
  test.each(DECODER_NAMES.filter((name) => name !== 'Ruby strict_decode64'))('%s', (name) => {
    const read = (text: string): string => readBase64(name, text) ?? text
    const decodes: Alteration = (sdk, seen) => ({
      ...readingParts({ params: read, signature: read })(sdk, seen),
      decode: (text) => sdk.decode(read(text)),
    })
    const { causes, unexplained } = diagnosedWith(decodes)
    expect(causes.map(({ candidates }) => candidates)).toEqual([[['base64-lenient']]])
    expect(unexplained).toEqual([])
  })

  test('also where the join parameters of a token are hardly checked', () => {
    const read = (text: string): string => readBase64('Go StdEncoding', text) ?? text
    // Half of them, by no rule that anybody would write.
    const reads: Alteration = (sdk, seen) => ({
      ...readingParts({ params: read, signature: read })(sdk, seen),
      decode: (text) => sdk.decode(read(text)),
      readJoinParams: (bytes) => (bytes.length % 2 === 0 ? sdk.readJoinParams(bytes) : anyObject(bytes)),
    })
    const { causes } = diagnosedWith(reads)
    expect(causes.map(({ candidates }) => candidates)).toEqual([[['base64-lenient']]])
  })

  test('but not one that reads a comma', () => {
    const read = (text: string): string => text.replaceAll(/[,-]/g, '+')
    const decodes: Alteration = (sdk, seen) => ({
      ...readingParts({ params: read })(sdk, seen),
      decode: (text) => sdk.decode(read(text)),
    })
    expect(diagnosedWith(decodes).causes).toEqual([])
  })
})

/** As code writes JSON whose integers have no bound, or 64 bits; beyond them a text stays one. */
const sendsDigits =
  (isSent: (digits: string) => boolean): Alteration =>
  (sdk) => ({
    serialise: (joinParams) =>
      sdk
        .serialise(joinParams)
        .replace(/:"([0-9]+)"/g, (whole: string, digits: string) =>
          isSent(digits) ? `:${digits.replace(/^0+(?=.)/, '')}` : whole,
        ),
  })

describe('digits that are sent as whole numbers, without loss, have the name of the fault', () => {
  test.each<[string, (digits: string) => boolean]>([
    ['of any size, as Python', () => true],
    // The largest of 64 bits, 2^63 - 1, has 19 digits.
    ['of 64 bits, as Go and Java', (digits) => digits.length < 19 || digits <= '9223372036854775807'],
  ])('%s', (_, isSent) => {
    const { causes, unexplained } = diagnosedWith(sendsDigits(isSent))
    expect(causes.map(({ candidates }) => candidates)).toEqual([[['json-userid-as-number']]])
    expect(unexplained).toEqual([])
  })

  test('but not digits that are cut', () => {
    expect(diagnosedWith(sendsDigits((digits) => digits.length < 3)).causes).toEqual([])
  })
})
