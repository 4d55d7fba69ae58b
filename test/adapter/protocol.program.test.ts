import { describe, expect, test } from 'vitest'
import { readLine, replyOf, requestLine } from '../../runners/adapter/protocol.ts'
import { cli } from '../support/cli.ts'

const answer = (joinParams: string): string =>
  `{"jsonrpc":"2.0","id":2,"result":{"valid":true,"joinParams":${joinParams}}}`

function inexactIn(text: string): readonly string[] {
  const read = readLine({ bytes: Buffer.from(text) })
  if ('problem' in read) throw new Error(read.problem)
  const reply = replyOf('token.verify', read.message, read.text)
  return reply.kind === 'accepted' ? (reply.inexact ?? []) : [reply.kind]
}

/** TOKEN-PARAMS-INTEGER-TEXT: JSON.parse forgets that 60.0 is not written as 60. */
describe('numbers of verified join parameters', () => {
  test.each([
    ['{"size":60}', []],
    ['{"size":60.0}', ['/size']],
    ['{"size": 60.0}', ['/size']],
    ['{"size":\t6e1}', ['/size']],
    ['{"size":6E1}', ['/size']],
    ['{"size":-60.0}', ['/size']],
    ['{"size":[60.0,6e1]}', ['/size/0', '/size/1']],
    ['{"size":1,"duration":60.0,"channelId":"c1"}', ['/duration']],
    // An id that looks like a number, alone and beside one.
    ['{"channelId":"6e1","userId":"60.0"}', []],
    ['{"channelId":": 6e1","size":60.0}', ['/size']],
  ])('%s', (joinParams, inexact) => {
    expect(inexactIn(answer(joinParams))).toEqual(inexact)
  })
})

/** A right token.params, whose reader of lines breaks at all that Unicode takes for the end of one. */
const BREAKS_EVERYWHERE = `
  let rest = ''
  process.stdin.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split(/\\r\\n|[\\n\\v\\f\\r\\u0085\\u2028\\u2029]/)
    rest = lines.pop()
    for (const { id, method, params } of lines.map(JSON.parse))
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'describe' ? DESCRIPTION : answer(params) }))
  })
  const answer = ({ joinParamsJson }) => ({ params: Buffer.from(joinParamsJson).toString('base64') })
  const DESCRIPTION = { protocol: 1, sdk: { name: 'breaks', version: '1', language: 'JavaScript' },
    methods: ['token.params'], clock: 'system' }`

describe('a question is one line', () => {
  test('for every reader of lines', () => {
    const params = { joinParamsJson: 'a\u2028b\u2029c\u0085d\r\n\u0086' }
    expect(requestLine(2, 'token.params', params)).toBe(
      '{"jsonrpc":"2.0","id":2,"method":"token.params","params":' +
        '{"joinParamsJson":"a\\u2028b\\u2029c\\u0085d\\r\\n\u0086"}}\n',
    )
  })

  test('so that an SDK is not accused for that of its adapter', async () => {
    const { code, stdout } = await cli([
      'sdk',
      '--filter',
      'token/params/**',
      '--',
      process.execPath,
      '-e',
      BREAKS_EVERYWHERE,
    ])
    expect(stdout).not.toMatch(/^(?:FAILED|ERRORED)/m)
    expect(code).toBe(0)
  })
})
