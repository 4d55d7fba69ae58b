import { describe, expect, it } from 'vitest'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { faultById, FAULTS, OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import { families } from '../../src/vectors/index.ts'
import { JOIN_PARAMS } from '../../src/interface/joinParams.ts'
import { isCaught, isRight, outputFault } from '../support/faults/faultById.ts'

const VECTORS = families()
  .flatMap(({ vectors }) => vectors)
  .filter(({ question: { method } }) => method.startsWith('token.') || method === 'body.validate')

const ROWS = [...OUTPUT_FAULTS, ...SERVICE_FAULTS, ...CLIENT_FAULTS]
const IDS = ROWS.map(({ id }) => id)

/** The mistakes that were known before the catalogue was written: none of them may get lost, or another name. */
const SEEDS = `
  b64-wrapped-76 b64-wrapped-64 b64-wrapped-60 b64-newline-on-signature b64-urlsafe b64-unpadded b64-plus-to-space
  b64-of-hex signature-hex params-latin1 params-bom

  key-platform-charset key-base64-decoded key-trimmed key-extra-newline key-over-block-truncated
  key-high-bytes-mangled key-empty-accepted hmac-arguments-swapped hash-not-hmac hmac-sha1 hmac-sha512

  message-dotted message-newlines message-raw-json message-without-version message-without-appid
  message-without-timestamp message-without-params message-reordered message-trailing-newline json-serialised-twice

  timestamp-milliseconds timestamp-millisecond-part timestamp-local-time timestamp-fraction timestamp-exponent
  timestamp-int32 duration-absolute

  json-failed-encode-ignored json-surrogate-lost json-concatenated json-null-optional json-number-as-string
  json-userid-as-number json-key-case text-trimmed text-normalised text-lowercased text-html-escaped zero-dropped
  duration-unbounded delayclose-bounds-confused

  parse-crash base64-lenient version-unchecked expiry-wrong verify-reserialises

  tracking-id-dashed tracking-id-short tracking-id-rune authorization-malformed update-as-post url-join
  json-injection redirect-leaks-authorization redirect-becomes-get

  error-body-lost non-json-masks-status empty-success-fails refused-connection-panics error-swallowed no-timeout

  secret-logged secret-in-exception
`
  .trim()
  .split(/\s+/)

/** Begins with a capital, or with a member of section 2.1, whose case is its own. */
const SENTENCE = new RegExp(`^(?:[A-Z]|(?:${JOIN_PARAMS.map(({ name }) => name).join('|')})\\b).*\\.$`)

const ISSUE = /^[\w.-]+\/[\w.-]+#\d+$/
const isReference = (text: string): boolean => text.split(', ').every((part) => ISSUE.test(part))

describe('rows of the catalogue', () => {
  it('have ids of their own, whatever is faulty', () => {
    expect(IDS.filter((id, at) => IDS.indexOf(id) !== at)).toEqual([])
    expect(IDS.filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([])
  })

  it('say everything in whole sentences', () => {
    const texts = ROWS.flatMap(({ does, origin, repair }) => [does, origin, repair])
    expect(texts.filter((text) => !SENTENCE.test(text))).toEqual([])
    expect(['no capital.', 'No full stop', ''].filter((text) => SENTENCE.test(text))).toEqual([])
  })

  it('say where the fault was seen, or nothing', () => {
    expect(
      ROWS.filter(({ reference }) => reference !== undefined && !isReference(reference)).map(({ id }) => id),
    ).toEqual([])
    expect(['', 'owner/name', 'known default', 'known default, owner/name#1'].filter(isReference)).toEqual([])
  })

  it('are found by their ids', () => {
    expect(FAULTS.filter((fault) => faultById(fault.id) !== fault)).toEqual([])
    expect(faultById('no-such-fault')).toBeUndefined()
  })

  it.each(SEEDS)('are there for %s', (id) => {
    expect(IDS).toContain(id)
  })
})

describe('the SDK behind the catalogue', () => {
  it.each(VECTORS)('answers $id rightly without mistakes', (vector) => {
    expect(isRight(vector, answerOf(sdkWith([]), vector.question)!)).toBe(true)
  })

  it('stacks mistakes', () => {
    const alterations = ['b64-urlsafe', 'b64-unpadded'].map((id) => outputFault(id).alteration)
    const question = { method: 'token.params', params: { joinParamsJson: '~~~????' } } as const
    // 3f3f3f3f: Pz8/Pw==
    expect(answerOf(sdkWith(alterations), question)).toEqual({
      kind: 'accepted',
      output: { params: 'fn5-Pz8_Pw' },
    })
  })
})

describe('faults and vectors', () => {
  /** For the message: which vectors could name it. The self-check asks each fault every vector. */
  const catching = (id: string): string[] =>
    VECTORS.filter((vector) => isCaught(id, vector)).map((vector) => vector.id)

  it.each(OUTPUT_FAULTS)('$id is named by a vector that catches it', ({ id }) => {
    const naming = VECTORS.filter(({ catches }) => catches?.includes(id))
    if (naming.some((vector) => isCaught(id, vector))) return
    const some = catching(id).slice(0, 5).join(', ')
    expect.fail(`in src/vectors/catches, name ${id} at a vector that catches it, such as ${some || 'none'}`)
  })

  it.each(VECTORS.filter(({ catches }) => catches))('$id catches what it names', (vector) => {
    const untrue = vector.catches?.filter((id) => isCaught(id, vector) !== true)
    expect(untrue, `${vector.id} does not catch these: take them out in src/vectors/catches`).toEqual([])
  })
})
