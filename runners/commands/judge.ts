import { unknownMembers } from '../adapter/shapes.ts'
import { prepare } from '../generated/index.ts'
import { Pace } from '../generated/pace.ts'
import type { Asking } from '../session/ask.ts'
import { runFlags, type RawRunFlags, type RunFlags } from '../session/flags.ts'
import { judged, openRun } from '../session/session.ts'
import { inputName } from '../terminal/input.ts'
import { carriedBy } from '../transcript/header.ts'
import {
  refuseOtherQuestions,
  refuseOtherSubject,
  refuseOtherSuite,
  readAnswers,
  TranscriptSubject,
} from '../transcript/readAnswers.ts'

/** `channelproof judge FILE`: the verdict on answers from another time. Resolves with the exit code. */
export function judgeAnswers(file: string, raw: Partial<RawRunFlags>): Promise<number> {
  const session = openRun(runFlags(raw), [['the answers', file]])
  return judged(session, { kind: 'adapter', name: inputName(file) }, () => answered(file, session.flags))
}

async function answered(file: string, flags: RunFlags): Promise<Asking> {
  const answers = await readAnswers(file)
  const loaded = await prepare('adapter', { ...flags, filter: answers.header.filter })
  refuseOtherSuite(answers, loaded.suite)
  const warning = refuseOtherSubject(answers)
  const carried = await carriedBy(loaded, answers.header)
  refuseOtherQuestions(answers, carried)
  loaded.gate.asks('adapter', carried.generated)
  const subject = new TranscriptSubject(answers)
  return {
    about: { kind: 'adapter', ...subject.description.sdk },
    subject,
    loaded,
    generated: new Pace(carried.generated),
    filter: answers.header.filter,
    warnings: [...(warning === undefined ? [] : [warning]), ...unknownMembers(answers.description)],
  }
}
