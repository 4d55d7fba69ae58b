import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VERIFY_REASONS } from '../../src/model/index.ts'
import { TOKEN_FORMAT } from '../../src/interface/tokenFormat.ts'
import { decodeBase64, issue, parse, sign, verify } from '../../src/token/index.ts'
import { anyText, appId, issuer, joinParams } from '../support/token/arbitraries.ts'

describe('a token', () => {
  test('parses into what it was issued from', () => {
    fc.assert(
      fc.property(joinParams, issuer, (params, by) => {
        const parts = parse(issue(params, by))
        expect(parts).toMatchObject({ version: '02', appId: by.appId, timestamp: String(by.timestamp) })
        expect(JSON.parse(Buffer.from(decodeBase64(parts.params)).toString('utf8'))).toEqual(params)
        expect(parts.signature).toMatch(/^[A-Za-z0-9+/]{43}=$/)
      }),
    )
  })

  test('is accepted from its timestamp to the last second of its duration', () => {
    fc.assert(
      fc.property(joinParams, issuer, fc.nat(), (params, by, later) => {
        const now = by.timestamp + (later % ((params.duration ?? 86400) + 1))
        expect(verify(issue(params, by), { ...by, now })).toEqual({ valid: true, joinParams: params })
      }),
    )
  })

  test('is refused as expired after its duration', () => {
    fc.assert(
      fc.property(joinParams, issuer, fc.nat(), (params, by, later) => {
        const now = by.timestamp + (params.duration ?? 86400) + 1 + later
        expect(verify(issue(params, by), { ...by, now })).toMatchObject({ valid: false, reason: 'expired' })
      }),
    )
  })

  test('is refused under any other secret', () => {
    fc.assert(
      fc.property(joinParams, issuer, fc.string({ minLength: 1 }), (params, by, other) => {
        // HMAC fills keys with NULs up to 64 bytes, so these two secrets are one.
        fc.pre(other.replace(/\0+$/, '') !== by.appSecret.replace(/\0+$/, ''))
        const verification = verify(issue(params, by), { ...by, appSecret: other, now: by.timestamp })
        expect(verification).toMatchObject({ valid: false, reason: 'signature' })
      }),
    )
  })
})

test('a digit moved from appId to timestamp keeps the signature: refused for the app, valid as the other app', () => {
  const digit = fc.integer({ min: 1, max: 9 })
  fc.assert(
    fc.property(appId, digit, joinParams, issuer, (stem, moved, params, by) => {
      const app = { ...by, appId: `${stem}${moved}` }
      const parts = parse(issue(params, app))
      const timestamp = `${moved}${parts.timestamp}`
      const token = [TOKEN_FORMAT.version, stem, timestamp, parts.params, parts.signature].join('.')
      const now = Number(timestamp)
      expect(sign({ ...parts, appId: stem, timestamp }, by.appSecret)).toBe(parts.signature)
      expect(verify(token, { ...app, now })).toMatchObject({ valid: false, reason: 'app' })
      expect(verify(token, { ...by, appId: stem, now })).toEqual({ valid: true, joinParams: params })
    }),
  )
})

const outcome = (token: string, by: { appId: string; appSecret: string; timestamp: number }): string => {
  const verification = verify(token, { ...by, now: by.timestamp })
  return verification.valid ? 'valid' : verification.reason
}

describe('verify never throws and always gives a reason of the list', () => {
  test('for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText(),
          fc.string(),
          fc.array(fc.string()).map((parts) => parts.join('.')),
        ),
        issuer,
        (text, by) => {
          expect(VERIFY_REASONS).toContain(outcome(text, by))
        },
      ),
    )
  })

  test('for a token with any part replaced by any text', () => {
    fc.assert(
      fc.property(joinParams, issuer, fc.nat(4), anyText(), (params, by, place, text) => {
        const token = issue(params, by).split('.').with(place, text).join('.')
        fc.pre(token !== issue(params, by))
        expect(VERIFY_REASONS).toContain(outcome(token, by))
      }),
    )
  })

  test('for any params, signed rightly', () => {
    fc.assert(
      fc.property(fc.uint8Array(), issuer, (octets, by) => {
        const params = Buffer.from(octets).toString('base64')
        const signature = sign({ version: TOKEN_FORMAT.version, ...by, params }, by.appSecret)
        const token = [TOKEN_FORMAT.version, by.appId, by.timestamp, params, signature].join('.')
        expect(outcome(token, by)).toBe(octets.length === 0 ? 'malformed' : 'params')
      }),
    )
  })
})
