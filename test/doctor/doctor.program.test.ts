import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { cli, temporary } from '../support/cli.ts'

const SDK = rootFile('runners/adapters/typescript')

/** An adapter over the sample SDK; `lines` takes and gives lines, `more` changes what it describes. */
function adapter({ reply = 'answer', start = '', more = '{}', methods = 'METHODS' }): string[] {
  const file = join(temporary(), 'adapter.mjs')
  const code = `
    import * as token from '${SDK}/token.ts'
    import { verify } from '${SDK}/verify.ts'
    import { call } from '${SDK}/client.ts'
    const METHODS = {
      'token.params': ({ joinParamsJson }) => ({ params: token.encodeParams(joinParamsJson) }),
      'token.signature': ({ appSecret, ...signed }) => ({ signature: token.sign(signed, appSecret) }),
      'token.issue': ({ joinParams, ...issuer }) => ({ token: token.issue(joinParams, issuer) }),
      'token.verify': ({ token: text, ...verifier }) => verify(text, verifier),
      'client.call': ({ operation, body, ...client }) => call(client, operation, body),
    }
    const methods = ${methods}
    const DESCRIBED = { protocol: 1, sdk: { name: 'x', version: '1', language: 'js' }, clock: 'injected',
      authorization: 'given', methods: Object.keys(methods), ...${more} }
    ${start}
    const answer = async ({ id, method, params }) => {
      try {
        if (method === 'describe') return { jsonrpc: '2.0', id, result: DESCRIBED }
        if (!methods[method]) return { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }
        return { jsonrpc: '2.0', id, result: await methods[method](params) }
      } catch (error) {
        const refused = error instanceof token.Refused
        return { jsonrpc: '2.0', id, error: refused
          ? { code: 1, message: 'refused', data: { reason: error.reason } }
          : { code: 3, message: error.name } }
      }
    }
    const send = (message) => process.stdout.write(JSON.stringify(message) + '\\n')
    let open = ''
    process.stdin.setEncoding('utf8').on('data', (chunk) => {
      const lines = (open + chunk).split('\\n')
      open = lines.pop()
      for (const line of lines) handle(JSON.parse(line))
    })
    const handle = async (question) => { const message = await answer(question); ${reply === 'answer' ? 'send(message)' : reply} }
  `
  writeFileSync(file, code)
  return [process.execPath, '--import', import.meta.resolve('tsx'), file]
}

const doctor = (command: readonly string[], ...flags: string[]) =>
  cli(['doctor', '--start-timeout', '20000', ...flags, '--', ...command])

describe('channelproof doctor', () => {
  test('finds nothing wrong with a right adapter, and names what it looked at', async () => {
    const { code, stdout } = await doctor(adapter({}))
    expect(stdout).not.toMatch(/^(?:WRONG|note)/m)
    expect(stdout).toContain('nothing is wrong with the adapter')
    for (const about of ['token.params', 'token.signature', 'token.issue', 'token.verify', 'client.call'])
      expect(stdout).toMatch(new RegExp(`^right  ${about} `, 'm'))
    expect(code).toBe(0)
  })

  const WITHOUT = (member: string): string =>
    `{ ...METHODS, 'client.call': async (p) => { const { ${member}, ...rest } = await METHODS['client.call'](p); return rest } }`

  test.each([
    [
      'bytes without a line feed',
      { reply: 'process.stdout.write(JSON.stringify(message))' },
      3,
      /no line feed/,
      ['--start-timeout', '1500'],
    ],
    [
      'text on standard output',
      { start: "process.stdout.write('SDK ready\\n')" },
      3,
      /SDK ready.*\n.*print to standard error/,
      [],
    ],
    [
      'an id that became text',
      { reply: 'send({ ...message, id: String(message.id) })' },
      3,
      /id "1" to id 1/,
      [],
    ],
    ['a misspelt member', { more: '{ maxInFlihgt: 1 }' }, 1, /maxInFlihgt.*"maxInFlight"/, []],
    [
      'a misspelt method',
      { methods: "{ ...METHODS, 'token.isue': () => ({}) }" },
      1,
      /token\.isue.*token\.issue/,
      [],
    ],
    [
      'an unknown method that is answered otherwise',
      {
        reply:
          'send(message.error?.code === -32601 ? { ...message, error: { code: 3, message: "?" } } : message)',
      },
      1,
      /error code -32601/,
      [],
    ],
    [
      'an answer at the end of the input',
      { reply: "process.stdin.on('end', () => send(message))" },
      3,
      /buffered/,
      ['--start-timeout', '1500'],
    ],
    [
      'a refusal without a reason',
      { reply: 'delete message.error?.data; send(message)' },
      1,
      /data\.reason/,
      [],
    ],
    [
      'a verification that throws',
      {
        methods:
          "{ ...METHODS, 'token.verify': (p) => { const r = METHODS['token.verify'](p); if (!r.valid) throw new Error('no'); return r } }",
      },
      1,
      /An invalid token is a result/,
      [],
    ],
    [
      'a call that throws',
      {
        methods:
          "{ ...METHODS, 'client.call': async (p) => { const r = await METHODS['client.call'](p); if (!r.ok) throw new Error('no'); return r } }",
      },
      0,
      /A call that fails is a result/,
      [],
    ],
    ['a status that is not told', { methods: WITHOUT('status') }, 0, /"tells": \{"status": false\}/, []],
    ['a code that is not told', { methods: WITHOUT('code') }, 0, /"tells": \{"code": false\}/, []],
    [
      'a member that is always needed',
      {
        methods:
          "{ 'token.issue': (p) => { if (!('privileges' in p.joinParams)) throw new token.Refused('missing-field', 'privileges'); return METHODS['token.issue'](p) } }",
      },
      1,
      /"always": \["privileges"\]/,
      [],
    ],
    [
      'a member that cannot be set',
      {
        methods:
          "{ 'token.issue': ({ joinParams: { size, ...rest }, ...p }) => METHODS['token.issue']({ joinParams: rest, ...p }) }",
      },
      0,
      /"joinParams": \["channelId","userId","privileges","channelDuration","duration","delayClose"\]/,
      [],
    ],
    [
      'a word of its own',
      {
        more: "{ authorization: 'own' }",
        methods:
          "{ 'client.call': ({ operation, body, ...client }) => call({ ...client, authorization: 'Channel ' + client.authorization }, operation, body) }",
      },
      1,
      /--scheme Channel/,
      [],
    ],
  ] as const)('says what to do about %s', async (_, wrong, exit, says, flags) => {
    const { code, stdout } = await doctor(adapter(wrong), ...flags)
    expect(stdout).toMatch(says)
    expect(code).toBe(exit)
  })

  test('says that one answer at a time needs nothing', async () => {
    const slow = [process.execPath, rootFile('test/support/oneAtATime.mjs'), ...adapter({})]
    const { code, stdout } = await doctor(slow)
    expect(stdout).toContain('answers one question at a time')
    expect(code).toBe(0)
  })

  test.each([
    [['sleep', '60'], ['--start-timeout', '500'], 'it answers nothing'],
    [['false'], [], 'it ended with exit code 1'],
    [['no-such-program-here'], [], 'could not be started'],
    // Node throws here instead of telling an event.
    [['/etc/passwd/adapter'], [], 'could not be started (ENOTDIR)'],
  ])('%j could not be asked: exit code 3', async (command, flags, says) => {
    const { code, stdout } = await doctor(command, ...flags)
    expect(stdout).toContain(says)
    expect(code).toBe(3)
  })
})
