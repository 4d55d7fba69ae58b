import { describe, expect, it } from 'vitest'
import { issuing, ofText, PARAMS, RIGHT, SECRET, signing, verifying } from '../support/faults/questions.ts'
import { answerBy } from '../support/faults/faultById.ts'

/** Figures computed with Python's base64, hashlib and hmac. */
describe.each([
  // 7e 7e 7e 3f 3f 3f
  ['b64-urlsafe', ofText('~~~???'), { params: 'fn5-Pz8_' }],
  ['b64-plus-to-space', ofText('~~~???'), { params: 'fn5 Pz8/' }],
  ['b64-unpadded', ofText('u'), { params: 'dQ' }],
  ['b64-wrapped-76', ofText('u'.repeat(60)), { params: `${'dXV1'.repeat(19)}\ndXV1\n` }],
  ['b64-wrapped-64', ofText('u'.repeat(51)), { params: `${'dXV1'.repeat(16)}\ndXV1` }],
  ['b64-wrapped-60', ofText('u'.repeat(45)), { params: `${'dXV1'.repeat(15)}\n` }],
  ['b64-newline-on-signature', signing(), { signature: `${RIGHT}\n` }],
  [
    'signature-hex',
    signing(),
    { signature: '26906276ea1993ca54fa74ecdafc53b2fe42521de33b2c647ce8a1703a610559' },
  ],
  [
    'b64-of-hex',
    signing(),
    { signature: 'MjY5MDYyNzZlYTE5OTNjYTU0ZmE3NGVjZGFmYzUzYjJmZTQyNTIxZGUzM2IyYzY0N2NlOGExNzAzYTYxMDU1OQ==' },
  ],
  ['params-latin1', ofText('é'), { params: '6Q==' }],
  ['params-bom', ofText('{}'), { params: '77u/e30=' }],

  ['key-extra-newline', signing(), { signature: 'Xkt5xMu2Gpls1EBZbfCKms5wpGgtFsUDqAseIYbmoWo=' }],
  ['key-trimmed', signing(` ${SECRET}\n`), { signature: RIGHT }],
  ['key-base64-decoded', signing(), { signature: '+8xWd5r4vCL91+3SDLM2mFyGDX+Ur71pE6TVtEAHg10=' }],
  [
    'key-platform-charset',
    signing('DO-NOT-USE-🔑'),
    { signature: 'PxnzhF2mM9cEQavqQbcFs2/J9eoztUcfVCg+kE6YjGE=' },
  ],
  [
    'key-high-bytes-mangled',
    signing('DO-NOT-USE-clé-señal'),
    { signature: 'qyz0J4lLk5dUi7qiJkwy8Rmt5iSgGN3STpS/8rSIQPs=' },
  ],
  [
    'key-over-block-truncated',
    signing('x'.repeat(65)),
    { signature: 'GPSvLXzJp4njMHKiLB28exvc1vA2cDCNDQoJynO9rNQ=' },
  ],
  [
    'key-of-one-block-hashed',
    signing('x'.repeat(64)),
    { signature: 'wWOBXokyuS58eGXcjLMmShVUWezveSv2/4XLQyzXECo=' },
  ],
  ['hmac-arguments-swapped', signing(), { signature: 'NvuW8g8HC1eRPGnXbajupMkYaJ/7DXDVH96Zzj83QqU=' }],
  ['hash-not-hmac', signing(), { signature: 'NGnig2SE53smHU0itI34nBCoD7+NSc+jZhZn8RfcQUo=' }],

  ['message-dotted', signing(), { signature: 'sq7apj4ENlzvnIjpbk5L2wMqZ/02QNPjMPOl3+EawPI=' }],
  ['message-raw-json', signing(), { signature: 'qpuoH9QyWoOwzBR2nq6SKsR9QkKZS5D8ELSFuFAo2aI=' }],
  ['message-without-params', signing(), { signature: '2QcKn1jpXSac7GkfbZ5HV4B3CruCI95EdbbSlKbnyuk=' }],
  ['message-reordered', signing(), { signature: 'HS1virn7wW2InCcUqLj+ipRaZuNGZa9czI9wotcKfy8=' }],

  [
    'timestamp-milliseconds',
    issuing(),
    { token: `02.app.1700000000000.${PARAMS}.5bO9fCwwXkfSFVdeNvVYbTjqsreyycwfcEIX/Sf1Yrs=` },
  ],
  [
    'timestamp-local-time',
    issuing(),
    { token: `02.app.1700020700.${PARAMS}.imjw3Lq2CYM67cevNEaf3La2TM9biIACqbumtvzvm1E=` },
  ],
  [
    'timestamp-exponent',
    issuing(),
    { token: `02.app.1.7E+09.${PARAMS}.MLxsl1q4wy7DMqvrTLtcFE0ytrG97bwjnFCTiwEnVc8=` },
  ],

  [
    'json-key-case',
    issuing(),
    {
      token:
        '02.app.1700000000.eyJjaGFubmVsX2lkIjoiYzEiLCJ1c2VyX2lkIjoidTEifQ==.kDNlQaq/wvAeAhSHPD+X6oQwfOenP98FtdTG54LbdiI=',
    },
  ],
  [
    'json-userid-as-number',
    issuing({ channelId: 'c1', userId: '7' }),
    {
      token:
        '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6N30=.LdeDvnfRanhSXHveV+xRXnRy1BMonEWClpeaUp6nZb4=',
    },
  ],
  [
    'json-concatenated',
    issuing({ channelId: 'c1', userId: 'a"b' }),
    {
      token:
        '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6ImEiYiJ9.Rg+ioZ6FkswYfOlBvaDwehxxWcRG0j0K/NgkWoaRwr4=',
    },
  ],
  [
    'json-failed-encode-ignored',
    issuing({ channelId: 'c1', userId: '😀' }),
    { token: '02.app.1700000000..2QcKn1jpXSac7GkfbZ5HV4B3CruCI95EdbbSlKbnyuk=' },
  ],
  // Signed compact, sent as json.dumps spaces it.
  [
    'json-serialised-twice',
    issuing(),
    { token: `02.app.1700000000.eyJjaGFubmVsSWQiOiAiYzEiLCAidXNlcklkIjogInUxIn0=.${RIGHT}` },
  ],

  [
    'base64-lenient',
    verifying(`02.app.1700000000.${PARAMS}.${RIGHT}\n`),
    { joinParams: { channelId: 'c1', userId: 'u1' } },
  ],
  [
    'parse-crash',
    verifying(`02.app.1700000000.${PARAMS}.${RIGHT}.`),
    { joinParams: { channelId: 'c1', userId: 'u1' } },
  ],
] as const)('%s', (id, question, output) => {
  it(`gives ${JSON.stringify(output)} for ${question.method}`, () => {
    expect(answerBy(id, question)).toEqual({ kind: 'accepted', output })
  })
})

describe('answers that accept nothing', () => {
  it('crashes on a token without dots', () => {
    expect(answerBy('parse-crash', verifying('token'))).toEqual({ kind: 'crashed' })
  })

  it('fails as btoa does on characters beyond Latin-1', () => {
    expect(answerBy('params-latin1', ofText('中')).kind).toBe('failed')
  })

  it('takes the default duration for 24 minutes', () => {
    const token = `02.app.1700000000.${PARAMS}.${RIGHT}`
    expect(answerBy('expiry-wrong', verifying(token, 1700001440)).kind).toBe('accepted')
    expect(answerBy('expiry-wrong', verifying(token, 1700001441))).toEqual({
      kind: 'refused',
      reason: 'expired',
    })
  })

  it('refuses a delayClose that a stream may not have', () => {
    const question = issuing({ channelId: 'c1', userId: 'u1', delayClose: 601 })
    expect(answerBy('delayclose-bounds-confused', question)).toEqual({
      kind: 'refused',
      reason: 'out-of-range',
    })
  })
})
