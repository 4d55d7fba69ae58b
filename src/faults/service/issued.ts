import { issueText } from '../../token/index.ts'
import { SECRET, type FaultyResponse } from './serviceFault.ts'

/** What a service answers that issues a token for these join parameters, whatever they hold. @param now Unix seconds */
export const issued = (joinParamsJson: string, now: number): FaultyResponse => ({
  status: 200,
  body: { token: issueText(joinParamsJson, { appId: 'active', appSecret: SECRET, timestamp: now }) },
})
