import { describe, expect, test } from 'vitest'
import { readLine, replyOf } from '../../runners/adapter/protocol.ts'

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
