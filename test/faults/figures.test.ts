import { describe, expect, it } from 'vitest'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { JSON_FIGURES } from '../support/faults/figures/json.ts'
import { PARAMS_FIGURES } from '../support/faults/figures/params.ts'
import { SIGNATURE_FIGURES } from '../support/faults/figures/signature.ts'
import { TOKEN_FIGURES } from '../support/faults/figures/token.ts'
import { answerBy } from '../support/faults/faultById.ts'

const FIGURES = [...JSON_FIGURES, ...PARAMS_FIGURES, ...SIGNATURE_FIGURES, ...TOKEN_FIGURES]

/** The name of the only output of a method. */
const OUTPUT: Readonly<Record<string, string>> = {
  'token.params': 'params',
  'token.signature': 'signature',
  'token.issue': 'token',
}

/** Computed with Python's base64, hashlib, hmac, json, struct, unicodedata and urllib. */
describe.each(FIGURES)('%s', (id, question, text) => {
  it(`gives ${JSON.stringify(text)} for ${question.method}`, () => {
    expect(answerBy(id, question)).toEqual({
      kind: 'accepted',
      output: { [OUTPUT[question.method]!]: text },
    })
  })

  it('is not what right code answers', () => {
    expect(answerOf(sdkWith([]), question)).not.toEqual(answerBy(id, question))
  })
})
