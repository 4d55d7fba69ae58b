import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { troubleOf } from '../../src/judge/trouble.ts'
import { check, cli, temporary } from '../support/cli.ts'

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
        if (error.constructor.name === 'Unsupported')
          return { jsonrpc: '2.0', id, error: { code: 2, message: 'no such type' } }
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

/** An error of this class is code 2. */
const UNSUPPORTED = 'class Unsupported extends Error {}'

const doctor = (command: readonly string[], ...flags: string[]) =>
  cli(['doctor', '--start-timeout', '20000', ...flags, '--', ...command])

describe('channelproof doctor', () => {
  test('finds nothing wrong with a right adapter, and names what it looked at', async () => {
    const { code, stdout } = await doctor(adapter({}))
    expect(stdout).not.toMatch(/^(?:WRONG|note)/m)
    expect(stdout).toMatch(/nothing is wrong with the adapter; now: npx channelproof sdk -- .*node/)
    for (const about of ['token.params', 'token.signature', 'token.issue', 'token.verify', 'client.call'])
      expect(stdout).toMatch(new RegExp(`^right  ${about} `, 'm'))
    expect(stdout).toMatch(/^right {2}members +each of 16 optional ones of bodies/m)
    expect(code).toBe(0)
  })

  test('asks a client for the members alone that it says it can set', async () => {
    const few = adapter({
      more: "{ methods: ['client.call'], members: { 'auth.token': ['duration'], 'streaming.start': [], 'streaming.update': ['url'] } }",
      start: UNSUPPORTED,
      methods: `{ 'client.call': ({ operation, body, ...client }) => {
        const [entry = {}] = body.streamList ?? []
        if ('size' in body || 'fps' in entry || 'layout' in entry) throw new Unsupported()
        return call(client, operation, body)
      } }`,
    })
    const { code, stdout } = await doctor(few)
    // duration, url, and streamId of a stop.
    expect(stdout).toMatch(/^right {2}members +each of 3 optional ones of bodies/m)
    expect(code).toBe(0)
  })

  /** For adapters that no time would make right; a busy machine has started them by then. */
  const SOON = ['--start-timeout', '10000']

  const WITHOUT = (member: string): string =>
    `{ ...METHODS, 'client.call': async (p) => { const { ${member}, ...rest } = await METHODS['client.call'](p); return rest } }`

  test.each([
    [
      'bytes without a line feed',
      { reply: 'process.stdout.write(JSON.stringify(message))' },
      3,
      /no line feed/,
      SOON,
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
      SOON,
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
      1,
      /the adapter: it is an error.*\n.*A call that fails is a result/,
      [],
    ],
    [
      'null that ends it',
      {
        methods:
          "{ 'token.issue': (p) => { if (p.joinParams === null) process.exit(1); return METHODS['token.issue'](p) } }",
      },
      1,
      /null and lists +the adapter: token\/refusal\/whole-null: .*exit code 1/,
      [],
    ],
    [
      'a list that is an error',
      {
        methods:
          "{ 'token.issue': (p) => { if (Array.isArray(p.joinParams?.size)) throw new TypeError(); return METHODS['token.issue'](p) } }",
      },
      1,
      /null and lists +the adapter: token\/refusal\/size-array.*\n.*error code 2/,
      [],
    ],
    [
      'a long text that is an error',
      {
        methods:
          "{ 'token.params': (p) => { if (p.joinParamsJson.length > 4096) throw new RangeError(); return METHODS['token.params'](p) } }",
      },
      1,
      /long and odd text +the adapter: token\/params\/length-10240.*\n.*of any length/,
      [],
    ],
    [
      'an operation that is forgotten',
      {
        methods:
          "{ 'client.call': (p) => { if (p.operation === 'streaming.update') throw new Error('no'); return METHODS['client.call'](p) } }",
      },
      1,
      /WRONG {2}streaming\.update +the adapter: .*\n/,
      [],
    ],
    [
      'a wrong answer of the SDK',
      { methods: "{ 'token.issue': () => ({ token: 'none' }) }" },
      1,
      /WRONG {2}token\.issue +the SDK: [^]*nothing is wrong with the adapter, 1 answer of the SDK is/,
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
          "{ 'token.issue': (p) => { const { size, ...rest } = p.joinParams ?? {}; return METHODS['token.issue']({ ...p, joinParams: rest }) } }",
      },
      0,
      /"joinParams": \["channelId","userId","privileges","channelDuration","duration","delayClose"\]/,
      [],
    ],
    [
      'members of bodies that cannot be set',
      {
        start: UNSUPPORTED,
        methods: `{ 'client.call': ({ operation, body, ...client }) => {
          if ('size' in body || body.streamList?.some((entry) => 'layout' in entry)) throw new Unsupported()
          const { delayClose, ...rest } = body
          return call(client, operation, rest)
        } }`,
      },
      0,
      /auth\.token with size, delayClose; streaming\.start with layout; streaming\.update with layout: code 2,[^]*"members": \{"auth\.token":\["channelId","userId","privileges","channelDuration","duration"\],"streaming\.start":\["channelId","streamList","streamId","url","flag","type","userId","fps","watermarks","delayClose"\],"streaming\.update":\[[^\]]*\],"layout":false\}/,
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

  const PROJECTED = `{ 'token.issue': (p) => {
    if (p.joinParams === null || typeof p.joinParams !== 'object' || Array.isArray(p.joinParams)) throw new Unsupported()
    return METHODS['token.issue'](p)
  } }`

  test.each([
    ['right', adapter({}), 0],
    ['typed: code 2 for what is no object', adapter({ start: UNSUPPORTED, methods: PROJECTED }), 0],
    [
      'that throws for a list',
      adapter({
        methods: `{ 'token.issue': (p) => {
          if (Array.isArray(p.joinParams)) throw new TypeError('no')
          return METHODS['token.issue'](p)
        } }`,
      }),
      1,
    ],
  ] as const)('what it calls right is no trouble in a run: an adapter %s', async (_, command, exit) => {
    expect((await doctor(command)).code).toBe(exit)
    const { report } = await check(command, ['--start-timeout', '20000', '--filter', 'token/**'])
    const troubles = report!.verdicts.filter((verdict) => troubleOf(verdict) !== undefined)
    expect(troubles.length > 0).toBe(exit === 1)
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
    [['no-such-program-here'], [], 'could not be started: there is no such file'],
    // Node throws here instead of telling an event.
    [['/etc/passwd/adapter'], [], 'could not be started: a part of its path is no folder'],
  ])('%j could not be asked: exit code 3', async (command, flags, says) => {
    const { code, stdout } = await doctor(command, ...flags)
    expect(stdout).toContain(says)
    expect(code).toBe(3)
  })
})
