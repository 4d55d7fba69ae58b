import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verify } from '../../src/token/index.ts'
import { NOW, SECRET, send } from '../support/service/requests.ts'

describe('an issued token', () => {
  test('is one of section 4.5 that the secret verifies from now on', () => {
    const { token } = send({ body: '{"channelId":"c1","userId":"u1","duration":60,"size":5}' })
    const verifier = { appId: 'app', appSecret: SECRET }
    const joinParams = { channelId: 'c1', userId: 'u1', duration: 60, size: 5 }
    expect(verify(token!, { ...verifier, now: NOW + 60 })).toEqual({ valid: true, joinParams })
    expect(verify(token!, { ...verifier, now: NOW + 61 })).toMatchObject({ valid: false, reason: 'expired' })
  })

  test('holds 60 where the body says 60.0: a token with 60.0 would be refused', () => {
    const { token } = send({ body: '{"channelId":"c1","userId":"u1","duration":60.0}' })
    const joinParams = { channelId: 'c1', userId: 'u1', duration: 60 }
    expect(verify(token!, { appId: 'app', appSecret: SECRET, now: NOW })).toEqual({ valid: true, joinParams })
  })

  test('holds any id that JSON can hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (channelId, userId) => {
        const { token } = send({ body: JSON.stringify({ channelId, userId }) })
        const found = verify(token!, { appId: 'app', appSecret: SECRET, now: NOW })
        expect(found).toEqual({ valid: true, joinParams: { channelId, userId } })
      }),
    )
  })
})

describe('the service never throws', () => {
  const paths = fc.constantFrom('/auth/token', '/streaming/start', '/streaming/update', '/streaming/stop')
  const documented = [200, 400, 401, 403, 404, 405, 406]

  test('whatever bytes the body holds', () => {
    fc.assert(
      fc.property(paths, fc.uint8Array({ maxLength: 200 }), (path, body) => {
        const method = path === '/streaming/update' ? 'PUT' : 'POST'
        expect(documented).toContain(send({ method, path, body }).status)
      }),
    )
  })

  test('whatever JSON the body holds', () => {
    fc.assert(
      fc.property(paths, fc.json(), (path, body) => {
        const method = path === '/streaming/update' ? 'PUT' : 'POST'
        expect(documented).toContain(send({ method, path, body }).status)
      }),
    )
  })

  test('whatever the Authorization holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, hasScheme) => {
        const authorization = hasScheme ? `SvcSign ${text}` : text
        expect([403, 404, 406]).toContain(send({ authorization }).status)
      }),
    )
  })
})
