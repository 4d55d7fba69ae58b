/** `sdk --clock`: the adapter reads another time, and the suite reckons with it. */
import { ChannelproofError } from '../../src/errors.ts'
import { questionFor } from '../../src/ask.ts'
import type { Answer, Subject, Vector } from '../../src/model/index.ts'
import { fakeClock } from './faketime.ts'
import { isoOf } from './flag.ts'

/** The clock that an adapter reads. */
export interface SubjectClock {
  /** In Unix seconds. */
  readonly now: () => number
  /** What its environment needs for that. */
  readonly env: Readonly<Record<string, string>>
  /** The subject with the times of its answers by that clock. */
  readonly timed: <S extends Subject>(subject: S) => Subject
  /** What the report says of it; absent: it is that of the machine. */
  readonly facts?: { readonly clock: string }
}

const realNow = (): number => Date.now() / 1000

const REAL: SubjectClock = { now: realNow, env: {}, timed: (subject) => subject }

/**
 * A clock that shows this second now, and runs on.
 * @param at Unix seconds; absent: the clock of the machine
 * @throws ChannelproofError `faketime-missing` (exit code 3)
 */
export function clockAt(at: number | undefined): SubjectClock {
  if (at === undefined) return REAL
  // Whole: then both clocks change their second together.
  const ahead = at - Math.floor(realNow())
  return {
    now: () => realNow() + ahead,
    env: fakeClock(ahead),
    timed: (subject) => (ahead === 0 ? subject : shifted(subject, ahead)),
    facts: { clock: isoOf(at) },
  }
}

function shifted(subject: Subject, ahead: number): Subject {
  const later = (answer: Answer): Answer => ({
    ...answer,
    askedAt: answer.askedAt + ahead,
    answeredAt: answer.answeredAt + ahead,
  })
  return {
    description: subject.description,
    ask: async (question, turn) => later(await subject.ask(question, turn)),
    matches: (expression, text) => subject.matches?.(expression, text) ?? true,
    close: () => subject.close(),
  }
}

/** A token that is so many seconds from both clocks says nothing of which it follows. */
const NEAR = 60

/**
 * @param plain a plain question of `token.issue`
 * @throws ChannelproofError `clock-not-seen` (exit code 3) where the token has the time of the machine
 */
export async function checkClockSeen(subject: Subject, plain: Vector, { now }: SubjectClock): Promise<void> {
  const { description } = subject
  const isAhead = Math.abs(now() - realNow()) > 2 * NEAR
  if (!isAhead || description.clock !== 'system' || !description.methods.includes('token.issue')) return
  const timestamp = timestampIn(await subject.ask(questionFor(plain, description)))
  if (timestamp === undefined || Math.abs(timestamp - realNow()) > NEAR) return
  const advice =
    'libfaketime reaches programs that ask the C library for the time: Python, Ruby, PHP, Node, Java, Rust, and not Go. Run this SDK without --clock, or set the clock of a virtual machine.'
  throw new ChannelproofError(
    'clock-not-seen',
    'the adapter does not see --clock: its token has the time of this machine',
    advice,
  )
}

/** Of the token that was issued, if one was. */
function timestampIn(answer: Answer): number | undefined {
  const token = answer.kind === 'accepted' && 'token' in answer.output ? answer.output.token : undefined
  const timestamp = typeof token === 'string' ? Number(token.split('.')[2]) : Number.NaN
  return Number.isNaN(timestamp) ? undefined : timestamp
}
