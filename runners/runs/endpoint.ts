/** What a run needs of an endpoint, once it answers: questions, patience, shrinking, and exploring afterwards. */
import { Exploration, roundOf } from '../explore/index.ts'
import { generatedFor, prepare } from '../generated/index.ts'
import type { Left, LiveConfig } from '../live/config.ts'
import { EndpointSubject } from '../live/endpoint.ts'
import { openJournal, stopFirst } from '../live/journal.ts'
import { mostStreams, streamsAtOnce } from '../live/plan.ts'
import { isReached, Sparing } from '../live/probe.ts'
import type { ProfileName } from '../live/profiles.ts'
import type { Asking } from '../session/ask.ts'
import type { RunSubject, Session } from '../session/facts.ts'
import { tell, warn } from '../terminal/console.ts'

interface Manner {
  /** The endpoint goes on after the run, with all that it was told to start. */
  readonly outlives: boolean
  readonly profile: ProfileName | undefined
  /** Seconds after the run. */
  readonly explore: number | undefined
}

/** The endpoint, once it has answered; nothing if a signal comes before that. */
export async function askingEndpoint(
  config: LiveConfig,
  about: RunSubject,
  session: Session,
  { outlives, profile, explore }: Manner,
): Promise<Asking | undefined> {
  const { flags, interruption, secrets } = session
  const loaded = await prepare('endpoint', flags)
  const journal = outlives ? openJournal(config) : undefined
  const subjectWithin = (left: Partial<Left>): EndpointSubject => {
    const one = new EndpointSubject({ ...config, ...left }, secrets, { ...(journal && { journal }) })
    interruption.giveUp = () => {
      tell(lastWords(one.remaining))
      one.giveUp()
    }
    return one
  }
  const subject = subjectWithin({})
  const generated = await generatedFor(flags, { kind: 'endpoint', subject, loaded })
  const { vectors, seed } = generated.run
  const later = explore === undefined ? [] : await roundOf(subject, seed)
  subject.room.mostAtOnce = mostStreams([...loaded.vectors, ...vectors, ...later], subject.description)
  if (outlives && !flags.quiet) warn(streamsAtOnce(subject.room.mostAtOnce, config))
  if (!(await isReached(subject, config, interruption))) return undefined
  if (journal) await stopFirst(journal, subject)
  const sparing = new Sparing(config, subjectWithin)
  const { requests } = subject
  const exploration = new Exploration(session, {
    seconds: explore,
    seed,
    subject: subjectWithin,
    left: () => ({
      ...(requests.most !== undefined && { maxRequests: requests.most - requests.sent }),
      ...(subject.secondsLeft !== undefined && { maxTime: subject.secondsLeft }),
    }),
  })
  return {
    about,
    subject,
    loaded,
    generated,
    pause: () => subject.untilClockShows(),
    repeatOf: (question) => subject.curlOf(question),
    goOn: exploration.goOn,
    // What ended the run, such as an endpoint that is gone, also ends this.
    shrink: ({ stopped }) =>
      sparing.shrink(
        stopped ? 0 : (requests.most ?? Infinity) - requests.sent - exploration.sent,
        subject.secondsLeft,
      ),
    facts: () => ({
      lacking: subject.lacking,
      ...(profile && { profile }),
      requests: {
        sent: requests.sent + exploration.sent + sparing.sent,
        ...(requests.most !== undefined && { most: requests.most }),
      },
    }),
  }
}

/** What a second signal leaves behind: it does not wait for clean-up. */
const lastWords = (remaining: readonly string[]): string =>
  remaining.length === 0
    ? ''
    : `channelproof: these streams may remain; each line stops one:\n${remaining.map((line) => `  ${line}\n`).join('')}`
