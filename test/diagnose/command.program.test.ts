import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { diagnose } from '../../src/diagnose/index.ts'
import { junitReport } from '../../src/report/junit.ts'
import { built, check, cli } from '../support/cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'channelproof-diagnose-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, value: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

// 7e 7e 7e 3f 3f 3f is fn5+Pz8/ in base64 (RFC 4648 section 4) and fn5-Pz8_ in its URL-safe alphabet (section 5).
const QUESTION = { method: 'token.params', params: { joinParamsJson: '~~~???' } } as const
const question = file('question.json', QUESTION)
const run = (answer: unknown, asked = question) =>
  cli(['diagnose', '--question', asked, '--answer', file('answer.json', answer)])

describe('channelproof diagnose', () => {
  test.for<[unknown, number, RegExp]>([
    [{ params: 'fn5+Pz8/' }, 0, /^right$/m],
    [{ params: 'fn5-Pz8_' }, 1, /^wrong\nb64-urlsafe\n {2}what/],
    [{ jsonrpc: '2.0', id: 1, result: { params: 'fn5-Pz8_' } }, 1, /b64-urlsafe/],
    [{ params: 'something' }, 1, /no known fault explains it/],
    [{ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'broken' } }, 1, /^wrong/],
  ])('of %j ends with %i', async ([answer, code, words], { expect }) => {
    const ran = await run(answer)
    expect(ran.stdout).toMatch(words)
    expect(ran.code).toBe(code)
    expect(ran.stderr).toBe('')
  })

  test('takes a question as it stood on the wire, without a timestamp', async () => {
    const [secret, params] = [
      'DO-NOT-USE-on-the-wire',
      Buffer.from('{"channelId":"c","userId":"u"}').toString('base64'),
    ]
    const signed = (message: string) =>
      `02.a.1795000000.${params}.${createHmac('sha256', secret).update(message).digest('base64')}`
    const asked = file('wire.json', {
      jsonrpc: '2.0',
      id: 4,
      method: 'token.issue',
      params: { appId: 'a', appSecret: secret, joinParams: { channelId: 'c', userId: 'u' } },
    })
    const right = await run({ token: signed(`02a1795000000${params}`) }, asked)
    expect([right.stdout, right.code]).toEqual(['right\n', 0])
    const dotted = await run({ token: signed(`02.a.1795000000.${params}`) }, asked)
    expect([dotted.stdout.split('\n')[1], dotted.code]).toEqual(['message-dotted', 1])
  })

  test.for<[string, unknown, unknown]>([
    ['a question without a method', { params: {} }, { params: '' }],
    ['a method that no fault answers', { method: 'client.call', params: {} }, { params: '' }],
    ['a question without its params', { method: 'token.signature', params: {} }, { signature: '' }],
    ['an answer that is none', QUESTION, { something: 1 }],
    ['text that is no JSON', '{', { params: '' }],
  ])('refuses %s with exit code 2', async ([, asked, answer], { expect }) => {
    const ran = await run(answer, file('other.json', asked))
    expect(ran.code).toBe(2)
    expect(ran.stderr).not.toMatch(/ {4}at /)
    expect(ran.stderr).toMatch(/(?:other|answer)\.json/)
  })
})

describe('the library function', () => {
  test('says what is right, what is wrong and why, and nothing where nothing explains it', () => {
    const given = (params: string) => diagnose(QUESTION, { kind: 'accepted', output: { params } })
    expect(given('fn5+Pz8/')).toEqual({ right: true, candidates: [] })
    expect(given('fn5-Pz8_').candidates.map((set) => set.map(({ id }) => id))).toEqual([['b64-urlsafe']])
    expect(given('fn5')).toEqual({ right: false, candidates: [] })
  })
})

describe('channelproof inspect', () => {
  const secret = '00a1B2c3D4e5F60718293a4b5C6d7E8f'
  const params = 'eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0='
  const signed = (key: Buffer): string => {
    const signature = createHmac('sha256', key).update(`02app1700000000${params}`).digest('base64')
    return `02.app.1700000000.${params}.${signature}`
  }
  const inspect = (token: string) =>
    cli(['inspect', token, '--now', '1700000010'], { env: { CHANNELPROOF_APP_SECRET: secret } })

  test('says which mistake would have made a token', async () => {
    const ran = await inspect(signed(Buffer.from(secret, 'base64')))
    expect(ran.stdout).toMatch(/the token fits if this is so:\n {2}key-base64-decoded\n/)
    expect(ran.stdout).not.toContain(secret)
    expect(ran.code).toBe(1)
  })

  test('names nothing for a token that is right, or that nothing explains', async () => {
    const [right, other] = [
      await inspect(signed(Buffer.from(secret))),
      await inspect(signed(Buffer.from('other'))),
    ]
    expect(right.code).toBe(0)
    expect(`${right.stdout}${other.stdout}`).not.toContain('the token fits if')
    expect(other.code).toBe(1)
  })
})

describe('a run that failed', () => {
  test('reports its cause first, in text and as data', async () => {
    const command = [process.execPath, rootFile('test/mutants/node/sdk.mjs'), 'base64url']
    const { report, stdout } = await check(command)
    const faults = ['b64-unpadded', 'b64-urlsafe']
    expect(report!.diagnosis).toMatchObject([{ faults }])
    expect(report!.diagnosis![0]!.explains).toHaveLength(report!.totals.failed)
    expect(
      report!.verdicts.find(({ vector }) => vector === 'token/params/alphabet-shift-1')!.diagnosis,
    ).toEqual(faults)
    expect(stdout.indexOf('two causes together: b64-unpadded, b64-urlsafe')).toBeLessThan(
      stdout.indexOf('FAILED'),
    )
    expect(junitReport(report!, () => '')).toContain('message="b64-unpadded, b64-urlsafe: params is')
  })

  test('of a client names what was seen on the wire', async () => {
    const command = [
      process.execPath,
      built('runners/selfCheck/faultyClientAdapter.js'),
      'tracking-id-dashed',
    ]
    const { report } = await check(command, ['--filter', 'client/request/*-minimal'])
    expect(report!.diagnosis).toMatchObject([{ faults: ['tracking-id-dashed'] }])
  })

  test('looks for no cause where no answer came: the verdicts say what happened', async () => {
    const command = [process.execPath, built('runners/selfCheck/protocolAdapter.js'), 'adapter-crash']
    const { report, stdout } = await check(command, ['--filter', 'token/params/*'])
    // No method is asked more than its plainest question where that ends without an answer.
    expect(report!.totals.errored).toBeGreaterThan(0)
    expect(report!.diagnosis).toEqual([])
    expect(report!.unexplained).toBeUndefined()
    expect(stdout).not.toContain('no known fault')
  })

  test('explains a fault by its id', async () => {
    const { stdout, code } = await cli(['explain', 'key-trimmed'])
    expect(code).toBe(0)
    expect(stdout).toContain('caught by')
    expect(stdout).toContain('token/signature/secret-with-trailing-space')
  })
})
