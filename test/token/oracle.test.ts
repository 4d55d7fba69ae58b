import { hmac as nobleHmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { spawnSync } from 'node:child_process'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readText } from '../../runners/suite/files.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { families } from '../../src/vectors/index.ts'
import type { QuestionParams, Intermediates, JsonObject } from '../../src/model/index.ts'
import {
  decodeBase64,
  encodeBase64,
  encodeParams,
  hmac,
  issue,
  issueText,
  trace,
} from '../../src/token/index.ts'
import { readYaml } from '../../src/vectors/format/read.ts'
import { needsTool } from '../support/programs.ts'

interface Published {
  readonly hmacSha256: readonly { name: string; keyHex: string; dataHex: string; hmacHex: string }[]
  readonly base64: readonly { text: string; base64: string }[]
}

const published = (name: string): Published =>
  readYaml<Published>(readText('vectors', 'published', name), name, schemaCheck('published'))

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')
const hexOf = (octets: Uint8Array): string => Buffer.from(octets).toString('hex')

const RFC4231 = published('rfc4231.yaml').hmacSha256
const RFC4648 = published('rfc4648.yaml').base64
const vectors = families().flatMap((family) => family.vectors)

type Read = (
  intermediates: Intermediates,
  asked: Partial<QuestionParams['token.signature']>,
  output: JsonObject,
) => unknown

/** What `read` makes of every vector of a method that gives its intermediates, by id. */
const steps = (method: string, read: Read): Record<string, unknown> =>
  Object.fromEntries(
    vectors.flatMap(({ id, question, expect }) =>
      question.method === method && expect.verdict !== 'refuse' && expect.intermediates
        ? [
            [
              id,
              read(
                expect.intermediates,
                question.params as Partial<QuestionParams['token.signature']>,
                expect.output,
              ),
            ],
          ]
        : [],
    ),
  )

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

const run = (args: readonly string[], input: Uint8Array): Buffer =>
  spawnSync('openssl', args, { input }).stdout
const openssl = (keyHex: string, message: Uint8Array): Buffer =>
  run(['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${keyHex}`, '-binary'], message)

describe.skipIf(!needsTool('openssl'))('the openssl program', () => {
  test.each(RFC4231)('gives RFC 4231 $name', ({ keyHex, dataHex, hmacHex }) => {
    expect(hexOf(openssl(keyHex, bytes(dataHex))).slice(0, hmacHex.length)).toBe(hmacHex)
  })

  test('agrees with every signature of token.signature', () => {
    const expected = steps('token.signature', ({ keyHex = '', message = '' }) => {
      const signature = openssl(keyHex, utf8(message)).toString('base64')
      return [signature, signature]
    })
    const given = steps('token.signature', ({ signature }, _, output) => [signature, output['signature']])
    expect(given).toEqual(expected)
  })

  test('agrees with the params of every JSON of token.params', () => {
    const expected = steps('token.params', (_, asked) => {
      const { joinParamsJson } = asked as QuestionParams['token.params']
      const params = run(['base64', '-A'], utf8(joinParamsJson)).toString('latin1')
      return [joinParamsJson, params, params]
    })
    const given = steps('token.params', ({ joinParamsJson, params }, _, output) => [
      joinParamsJson,
      params,
      output['params'],
    ])
    expect(given).toEqual(expected)
  })

  test('would show an encoder that breaks lines', () => {
    expect(run(['base64'], Buffer.alloc(49)).toString('latin1')).not.toBe(encodeParams('\0'.repeat(49)))
  })
})

describe('a tool that is not installed', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test('is skipped on the machine of a user', () => {
    vi.stubEnv('CI', '')
    // It is no tool that this machine lacks.
    vi.stubEnv('CHANNELPROOF_MISSING', '')
    expect(needsTool('no-such-tool-anywhere')).toBe(false)
  })

  test('fails in CI', () => {
    vi.stubEnv('CI', 'true')
    expect(() => needsTool('no-such-tool-anywhere')).toThrow('CI must have no-such-tool-anywhere')
  })
})
