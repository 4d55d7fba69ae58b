import { describe, expect, test } from 'vitest'
import { built, cli } from '../support/cli.ts'

const CLIENT = [process.execPath, built('runners/selfCheck/faultyClientAdapter.js')]

describe('--trace', () => {
  test('shows requests and answers as they were sent, with secrets masked', async () => {
    const { code, stderr } = await cli(
      [
        'sdk',
        '--trace',
        '--filter',
        'client/request/auth-token-minimal',
        '--authorization',
        'env',
        '--',
        ...CLIENT,
      ],
      { env: { CHANNELPROOF_AUTHORIZATION: 'SvcSign CANARY' } },
    )
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /> POST \/auth\/token\n> Content-Type: application\/json\n> Authorization: SvcSign \[value\]/,
    )
    expect(stderr).toMatch(
      /> \{"channelId":"c1","userId":"u1[0-9a-f]{8}"\}\n< 200\n< \{"token":"\[token\]"\}\nreported: \{"ok":true,"status":200,"token":"\[token\]"\}/,
    )
    expect(stderr).not.toMatch(/CANARY|DONOTUSE|02\.app/)
  })
})

describe('the Authorization value of a compatible service', () => {
  test.for([
    ['SvcSign CANARY', [], 0],
    ['Other CANARY', ['--scheme', 'Other'], 0],
    ['Other CANARY', [], 1],
  ] as const)('%s %j ends with %i, and is shown nowhere', async ([value, flags, exit], { expect }) => {
    const { code, stdout, stderr } = await cli(
      [
        'sdk',
        '--filter',
        'client/request/streaming-stop-*',
        '--authorization',
        'env',
        ...flags,
        '--',
        ...CLIENT,
      ],
      { env: { CHANNELPROOF_AUTHORIZATION: value } },
    )
    expect(stdout + stderr).not.toContain('CANARY')
    expect(code).toBe(exit)
  })

  test('is refused at once where it cannot be had', async () => {
    const { code, stderr } = await cli(['sdk', '--authorization', 'nothing', '--', ...CLIENT])
    expect(stderr).toMatch(/invalid --authorization "nothing": use stand-in/)
    expect(code).toBe(2)
  })
})
