import type { JsonObject, Question } from '../../../src/model/index.ts'

export const SECRET = '00a1B2c3D4e5F60718293a4b5C6d7E8f'
export const NOW = 1700000000
/** Of `{"channelId":"c1","userId":"u1"}`. */
export const PARAMS = 'eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0='
/** The right signature of `signing()`. */
export const RIGHT = 'JpBiduoZk8pU+nTs2vxTsv5CUh3jOyxkfOihcDphBVk='

/** The text of a fault's only output, computed without the code under test. */
export type Figure = readonly [fault: string, question: Question, text: string]

export const ofText = (joinParamsJson: string): Question => ({
  method: 'token.params',
  params: { joinParamsJson },
})

export const signing = (appSecret = SECRET, params = PARAMS): Question => ({
  method: 'token.signature',
  params: { version: '02', appId: 'app', timestamp: NOW, params, appSecret },
})

export const issuing = (
  joinParams: JsonObject = { channelId: 'c1', userId: 'u1' },
  timestamp = NOW,
  appId = 'app',
): Question => ({
  method: 'token.issue',
  params: { appId, appSecret: SECRET, joinParams, timestamp },
})

export const verifying = (token: string, now = NOW + 60): Question => ({
  method: 'token.verify',
  params: { token, appId: 'app', appSecret: SECRET, now },
})
