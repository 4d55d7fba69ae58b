import { isDeepStrictEqual } from 'node:util'
import { diagnoseIn, TRIED_FOR_ONE } from '../diagnose/index.ts'
import { faultById } from '../faults/catalogue.ts'
import type { FaultText } from '../faults/fault.ts'
import type { FaultId } from '../model/index.ts'
import { expiryOf, issueText, joinParamsViolations } from '../token/index.ts'
import { type Guess, guessesFor } from './guesses.ts'
import { HEX_DIGEST, standard } from './partChecks.ts'
import type { Subject } from './subject.ts'

/** Sets of faults each of which makes this very token out of what was asked for, and that. */
export interface Explained {
  readonly candidates: readonly (readonly FaultText[])[]
  readonly guess: Guess
}

/**
 * What right code, or code with some faults, would have been asked for to give this text as its token.
 * @param written faults in the way in which the token is written, each seen by itself
 */
export function explain(
  subject: Subject,
  appSecret: string,
  written: readonly FaultId[],
): Explained | undefined {
  const whole = explained(subject, subject.handed, appSecret)
  const token = inStandard(subject)
  if (whole || token === undefined || written.length === 0) return whole
  // Without what is seen of the writing one more fault can be found.
  const rest = explained(subject, token, appSecret)
  const seen = [...new Set(written)].flatMap((id) => faultById(id) ?? [])
  return (
    rest && {
      ...rest,
      candidates: (rest.candidates.length > 0 ? rest.candidates : [[]]).map((set) => [...seen, ...set]),
    }
  )
}

/** Pairs take a tenth of a second and more for each guess: only the likeliest ones are worth it. */
const WITH_PAIRS = 3

/** One fault by any guess before two by the likeliest. */
function explained(subject: Subject, token: string, appSecret: string): Explained | undefined {
  const guesses = guessesFor(subject)
  const by = (tries: number) => (guess: Guess) => {
    const question = { method: 'token.issue', params: { ...guess, appSecret } } as const
    const { right, candidates } = diagnoseIn(tries, question, { kind: 'accepted', output: { token } })
    return right || candidates.length > 0 ? { candidates, guess } : undefined
  }
  return firstOf(guesses, by(0)) ?? firstOf(guesses.slice(0, WITH_PAIRS), by(TRIED_FOR_ONE))
}

function firstOf<T, R>(items: readonly T[], make: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = make(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** The token with its parts in standard base64, whatever they stand in; undefined where it has no five parts. */
function inStandard({ parts }: Subject): string | undefined {
  if (!parts) return undefined
  const { version, appId, timestamp, params, signature } = parts
  const digest = HEX_DIGEST.test(signature)
    ? Buffer.from(signature.replaceAll('-', ''), 'hex').toString('base64')
    : standard(signature)
  return [version, appId, timestamp, standard(params), digest].join('.')
}

/** The right token in the place of a wrong one; or why there is none. */
export type Fixed = ({ readonly token: string } & Guess) | { readonly why: string }

/**
 * What right code makes of what was meant: for the ids that were given, and made now where the old one has expired.
 * @param meant what explains the wrong token, if something does
 */
export function fixed(subject: Subject, appSecret: string, meant?: Guess): Fixed {
  const { channelId, userId, appId, now } = subject.known
  const guess = meant ?? guessesFor(subject)[0]
  if (!guess) return { why: 'no appId can be read: give it with --app-id' }
  const joinParams = {
    ...guess.joinParams,
    ...(channelId !== undefined && { channelId }),
    ...(userId !== undefined && { userId }),
  }
  const violation = joinParamsViolations(joinParams)[0]
  if (violation)
    return { why: `${violation.message}; give --channel and --user, or repair what is asked for` }
  const isOver = now > expiryOf({ timestamp: String(guess.timestamp) }, joinParams)
  const right = {
    ...guess,
    appId: appId ?? guess.appId,
    joinParams,
    timestamp: isOver ? now : guess.timestamp,
  }
  return { token: issued(subject, right, appSecret), ...right }
}

/** With the JSON as it stands where it says the same: its order and its spaces are free. */
function issued({ json, content }: Subject, { joinParams, ...rest }: Guess, appSecret: string): string {
  const isSame = isDeepStrictEqual(content?.value, joinParams) && content?.inexact.length === 0
  return issueText(isSame && json !== undefined ? json : JSON.stringify(joinParams), { ...rest, appSecret })
}
