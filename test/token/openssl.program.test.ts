import { spawnSync } from 'node:child_process'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { QuestionParams } from '../../src/model/index.ts'
import { encodeParams } from '../../src/token/index.ts'
import { needsTool } from '../support/programs.ts'
import { bytes, hexOf, RFC4231, steps, utf8 } from '../support/token/oracle.ts'

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
