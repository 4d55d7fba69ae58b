/** `sdk --clock`: the adapter reads another time, and the suite reckons with it. */
import { existsSync, readdirSync } from 'node:fs'
import { ChannelproofError } from '../../src/errors.ts'
import { wrongOption, wrongValue } from '../terminal/options.ts'
import { questionFor } from '../../src/ask.ts'
import type { Answer, Subject, Vector } from '../../src/model/index.ts'

const OWN_LIBRARY = 'CHANNELPROOF_FAKETIME'

/** The one for programs with several threads fits all. */
const LIBRARIES = ['libfaketimeMT.so.1', 'libfaketime.so.1']

/** Where Debian, Fedora, Alpine and "make install" put it. */
const folders = (): string[] => [
  ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => `/usr/lib/${name}/faketime`) : []),
  '/usr/lib/faketime',
  '/usr/lib64/faketime',
  '/usr/local/lib/faketime',
]

function library(): string {
  const own = process.env[OWN_LIBRARY]
  const files = own ? [own] : folders().flatMap((folder) => LIBRARIES.map((name) => `${folder}/${name}`))
  const found = files.find((file) => existsSync(file))
  if (found !== undefined) return found
  const what = `--clock needs libfaketime, and ${own ?? 'it'} is not there`
  const advice = `Install it (Debian and Ubuntu: apt-get install faketime), or name its file in ${OWN_LIBRARY}.`
  throw new ChannelproofError('faketime-missing', what, advice)
}

/** The variables that put the clock of a program so many seconds ahead; its monotonic clock runs as it is. */
const fakeClock = (ahead: number): Record<string, string> => ({
  LD_PRELOAD: [library(), process.env['LD_PRELOAD']].filter(Boolean).join(':'),
  FAKETIME: `${ahead < 0 ? '-' : '+'}${Math.abs(ahead)}`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  // Its name before version 0.9.10.
  DONT_FAKE_MONOTONIC: '1',
})

export interface ClockFlags {
  readonly clock?: string
}

/**
 * The years 2010 to 2261: the questions also name times long before the present, none of which is before 1970, and what
 * counts nanoseconds in 64 bits, as Python does, goes no further.
 */
const [EARLIEST, LATEST] = [1262304000, 9214646399]

const CLOCK_ADVICE =
  'give a time of UTC in the years 2010 to 2261, such as 2038-01-19T03:14:05Z, or its seconds of Unix time'

/** `--clock`, in Unix seconds. @throws ChannelproofError `wrong-option` */
export function clockFlag({ clock }: ClockFlags, isDevice: boolean): number | undefined {
  if (clock === undefined) return undefined
  const problem = '--clock sets the clock of a command, and a device has its own'
  if (isDevice) throw wrongOption(problem, 'Leave one of them out.')
  const seconds = /^[0-9]{1,12}$/.test(clock) ? Number(clock) : secondsIn(clock)
  if (seconds !== undefined && seconds >= EARLIEST && seconds <= LATEST) return seconds
  throw wrongValue('--clock', clock, CLOCK_ADVICE)
}

/** Date.parse takes the 30th of February for the first of March. */
function secondsIn(text: string): number | undefined {
  const millis = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(millis) || isoOf(millis / 1000) !== text ? undefined : millis / 1000
}

/** `2038-01-19T03:14:05Z`. */
export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.\d+/, '')

export interface SubjectClock {
  /** In Unix seconds. */
  readonly now: () => number
  readonly env: Readonly<Record<string, string>>
  /** The subject with the times of its answers by that clock. */
  readonly timed: <S extends Subject>(subject: S) => Subject
  /** What the report says of it; absent: it is that of the machine. */
  readonly facts?: { readonly clock: string }
}

const realNow = (): number => Date.now() / 1000

/**
 * A clock that shows this second now, and runs on.
 * @param at Unix seconds; absent: the clock of the machine
 * @throws ChannelproofError `faketime-missing` (exit code 3)
 */
export function clockAt(at: number | undefined): SubjectClock {
  if (at === undefined) return { now: realNow, env: {}, timed: (subject) => subject }
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
  if (Number.isNaN(timestamp) || Math.abs(timestamp - realNow()) > NEAR) return
  const what = 'the adapter does not see --clock: its token has the time of this machine'
  const advice =
    'libfaketime reaches programs that ask the C library for the time: Python, Ruby, PHP, Node, Java, Rust, and not Go. Run this SDK without --clock, or set the clock of a virtual machine.'
  throw new ChannelproofError('clock-not-seen', what, advice)
}

function timestampIn(answer: Answer): number {
  const token = answer.kind === 'accepted' && 'token' in answer.output ? answer.output.token : undefined
  return typeof token === 'string' ? Number(token.split('.')[2]) : Number.NaN
}
