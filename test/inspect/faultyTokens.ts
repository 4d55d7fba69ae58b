import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { answerOf, sdkWith, showsIn } from '../../src/faults/faultySdk/index.ts'
import type { Alteration } from '../../src/faults/fault.ts'
import type { QuestionOf } from '../../src/model/index.ts'
import { NOW, SECRET } from './tokens.ts'

// ~~~??? gives + and / in base64, and ü is no ASCII.
const QUESTION: QuestionOf<'token.issue'> = {
  method: 'token.issue',
  params: {
    appId: 'appId1',
    appSecret: SECRET,
    timestamp: NOW,
    joinParams: { channelId: 'room~~???', userId: 'user-ü', duration: 3600, size: 7 },
  },
}

/** The token that an SDK with these alterations makes; undefined where it makes none. */
export function madeBy(alterations: readonly Alteration[]): string | undefined {
  const answer = answerOf(sdkWith(alterations), QUESTION)
  const token = answer?.kind === 'accepted' && 'token' in answer.output ? answer.output.token : undefined
  return typeof token === 'string' ? token : undefined
}

const RIGHT = madeBy([])!

/** The token of each fault that shows in one. */
export const WRONG = OUTPUT_FAULTS.filter(({ alteration }) => showsIn(alteration, 'token.issue')).flatMap(
  ({ id, alteration }) => {
    const token = madeBy([alteration])
    return token === undefined || token === RIGHT ? [] : [{ id, token }]
  },
)
