import { hmac as nobleHmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { decodeBase64, encodeBase64, hmac, issue, issueText, trace } from '../../src/token/index.ts'
import { bytes, hexOf, RFC4231, RFC4648, steps, utf8 } from '../support/token/oracle.ts'

const METHODS = ['token.signature', 'token.issue', 'token.verify']

describe('the check figure', () => {
  const issuer = { appId: 'app', appSecret: '00a1B2c3D4e5F60718293a4b5C6d7E8f', timestamp: 1700000000 }
  const token =
    '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0=.JpBiduoZk8pU+nTs2vxTsv5CUh3jOyxkfOihcDphBVk='

  test('is the token that issue, issueText and trace give', () => {
    const json = '{"channelId":"c1","userId":"u1"}'
    expect(issue({ channelId: 'c1', userId: 'u1' }, issuer)).toBe(token)
    expect(issueText(json, issuer)).toBe(token)
    expect(trace(json, issuer).token).toBe(token)
  })

  test.each([
    ['another secret', { ...issuer, appSecret: issuer.appSecret.toLowerCase() }],
    ['another app', { ...issuer, appId: 'App' }],
    ['another second', { ...issuer, timestamp: 1700000001 }],
  ])('is not the token of %s', (_, other) => {
    expect(issue({ channelId: 'c1', userId: 'u1' }, other).split('.')[4]).not.toBe(token.split('.')[4])
  })
})

describe('published figures', () => {
  // The others have keys or data that are no UTF-8 text, and src/token takes text.
  const ofText = RFC4231.filter(({ keyHex, dataHex }) => /^[0-7]/.test(keyHex) && /^([0-7].)+$/.test(dataHex))

  test('cases 1, 2 and 5 of RFC 4231 are text', () => {
    expect(ofText.map(({ name }) => name)).toEqual(['Test Case 1', 'Test Case 2', 'Test Case 5'])
  })

  test.each(ofText)('hmac gives RFC 4231 $name', ({ keyHex, dataHex, hmacHex }) => {
    const mac = hmac(bytes(keyHex).toString('utf8'), bytes(dataHex).toString('utf8'))
    expect(mac).toHaveLength(32)
    expect(hexOf(mac).slice(0, hmacHex.length)).toBe(hmacHex)
  })

  test.each(RFC4231)('@noble/hashes gives RFC 4231 $name', ({ keyHex, dataHex, hmacHex }) => {
    const mac = hexOf(nobleHmac(sha256, bytes(keyHex), bytes(dataHex)))
    expect(mac.slice(0, hmacHex.length)).toBe(hmacHex)
  })

  test.each(RFC4648)('base64 of $text is $base64 (RFC 4648 section 10)', ({ text, base64 }) => {
    expect(encodeBase64(utf8(text))).toBe(base64)
    expect(Buffer.from(decodeBase64(base64)).toString()).toBe(text)
  })
})

const noble = (key: string, message: string): Buffer =>
  Buffer.from(nobleHmac(sha256, bytes(key), utf8(message)))

describe('@noble/hashes', () => {
  test.each(METHODS)('agrees with every HMAC of %s', (method) => {
    const expected = steps(method, ({ keyHex = '', message = '' }) => hexOf(noble(keyHex, message)))
    expect(Object.keys(expected).length).toBeGreaterThan(20)
    expect(steps(method, ({ hmacHex }) => hmacHex)).toEqual(expected)
  })

  test.each(METHODS)('leads to every token of %s', (method) => {
    const expected = steps(
      method,
      ({ joinParamsJson = '', keyHex = '', message = '' }, { appId, timestamp }) => {
        const params = utf8(joinParamsJson).toString('base64')
        const second = timestamp ?? message.slice(`02${appId}`.length, -params.length)
        expect(message).toBe(`02${appId}${second}${params}`)
        return `02.${appId}.${second}.${params}.${noble(keyHex, message).toString('base64')}`
      },
    )
    expect(steps(method, ({ token }) => token)).toEqual(expected)
  })

  test.each(METHODS)('is given the bytes of the secret of %s', (method) => {
    const expected = steps(method, (_, { appSecret = '' }) => hexOf(utf8(appSecret)))
    expect(steps(method, ({ keyHex }) => keyHex)).toEqual(expected)
  })
})
