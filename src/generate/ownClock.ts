/**
 * Questions for an SDK that reads its own clock: what was asked at the beginning, and what is asked when a clock that
 * stands would show, at least two seconds later. An SDK may give an earlier token for equal arguments as long as it is
 * valid (section 2.1), so a new question shows the clock, and a token that has expired meanwhile shows a cache.
 */
import { integer, tuple } from 'fast-check'
import { textIn } from '../json.ts'
import type { Vector } from '../model/index.ts'
import { settable } from './classes.ts'
import { plainId } from './texts.ts'
import { issueVector, withJoinParams, type Issued, type Plainly } from './tokens.ts'
import { refused, rightVector } from './verify.ts'
import { suffixed, type Questions } from './generated.ts'

/** Ends the id of a question that waits. */
const LATER = '-later'

export const isLater = ({ id }: Pick<Vector, 'id'>): boolean => id.endsWith(LATER)

const PAIRS = 3

/** The same question again: an earlier token is right while it is valid. */
const repeated = (one: Issued): readonly Vector[] => [issueVector(one, '-in-1'), issueVector(one, LATER)]

/** A question that was never asked needs a new token. */
const another = (one: Issued, userId: string): Vector =>
  issueVector(withJoinParams(one, { userId: `${textIn(one.joinParams, 'userId')}${userId}` }), LATER)

export const issuedLater = (drawing: Plainly): Questions[] => {
  const isShort = settable(drawing).includes('duration') && drawing.limits?.duration === undefined
  return Array.from({ length: PAIRS }, () =>
    tuple(drawing.plain, plainId).map(([one, userId]) => [
      ...repeated(one),
      ...(isShort ? repeated(withJoinParams(one, { duration: 1, channelId: userId })) : []),
      another(one, userId),
    ]),
  )
}

/** A token that is right at the beginning of the run, and has expired when it is asked. */
export const verifiedLater = (drawing: Plainly, now: number): Questions[] =>
  Array.from({ length: PAIRS }, () => expiring(drawing, now))

const expiring = (drawing: Plainly, now: number): Questions =>
  tuple(drawing.plain, integer({ min: 2, max: 3600 })).map(([one, age]) => {
    const right = rightVector({ ...one, later: 0 }, drawing)
    const short = withJoinParams(one, { duration: age + 1 })
    const { question } = rightVector({ ...short, later: age }, drawing)
    const { token, appId, appSecret } = question.params
    const late = { method: 'token.verify', params: { token, appId, appSecret, now: now + 2 } } as const
    const beside = { twin: right.id, needs: ['system-clock'] } as const
    const wrong = refused(late, 'TOKEN-VERIFY-EXPIRED', 'expired meanwhile', beside)
    return [right, suffixed(wrong, LATER)]
  })
