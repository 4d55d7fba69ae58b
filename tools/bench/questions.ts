import type { Vector } from '../../src/model/index.ts'

/** So many different `token.issue` vectors, made one by one. */
export function* issueVectors(count: number): Generator<Vector> {
  for (let index = 0; index < count; index++) {
    const joinParams = {
      channelId: `channel-${index % 100}`,
      userId: `user-${index}`,
      duration: 3600,
      size: 50,
    }
    yield {
      id: `bench/issue/number-${index}`,
      title: 'Issues a token',
      requirements: ['TOKEN-PARAMS-VALUES'],
      level: 'required',
      question: {
        method: 'token.issue',
        params: { appId: 'app', appSecret: 'DO-NOT-USE-bench', joinParams, timestamp: 1700000000 + index },
      },
      expect: { verdict: 'accept', output: { joinParams } },
    }
  }
}
