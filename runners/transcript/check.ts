import { isDeepStrictEqual } from 'node:util'
import type { VectorId } from '../../src/model/index.ts'
import { counted } from '../../src/text.ts'
import { VERSION } from '../suite/files.ts'
import type { Suite } from '../suite/index.ts'
import type { Carried } from './carried.ts'
import { at, wrong, type AnswerLine, type Answers } from './readAnswers.ts'

/** What a description says that changes the questions themselves; limits only leave some of them out. */
const CHANGING = ['clock', 'always'] as const

/** @throws ChannelproofError `other-suite` (exit code 2) */
export function refuseOtherSuite({ file, header }: Answers, { digest }: Pick<Suite, 'digest'>): void {
  const [asked, own] = [name(header.version, header.vectors), name(VERSION, digest)]
  if (asked !== own)
    throw wrong('other-suite', `the questions are of version ${asked}, and this is ${own}`, { file })
}

const name = (version: string, digest: string): string => `${version} with the vectors ${digest.slice(0, 12)}`

/**
 * The answer to describe may contain what the questions did not know.
 * @returns what to print, where they can nevertheless be judged
 * @throws ChannelproofError `description-differs` (exit code 2)
 */
export function refuseOtherSubject({ file, header: { madeFor }, description }: Answers): string | undefined {
  const isOther = (member: 'clock' | 'always' | 'limits'): boolean =>
    !isDeepStrictEqual(madeFor[member], description[member])
  const changed = CHANGING.find(isOther)
  const advice = 'make them with "channelproof questions --description FILE", the result of describe in FILE'
  if (changed)
    throw wrong('description-differs', `the questions do not fit the ${changed} of describe: ${advice}`, {
      file,
    })
  return isOther('limits')
    ? `the questions were made for other limits than those of describe, and many lie outside: ${advice}`
    : undefined
}

/** @throws ChannelproofError `questions-edited`, `question-unknown` (exit code 2), with file and line */
export function refuseOtherQuestions({ file, header, lines }: Answers, carried: Carried): void {
  if (carried.generated.digest !== header.digest)
    throw wrong('questions-edited', 'the generated questions are not those that the id of describe names', {
      file,
    })
  const ids = new Set(carried.questions.map(({ id }) => id))
  const foreign = lines.find(({ id }) => !ids.has(id))
  if (foreign) throw foreignLine(file, foreign, carried)
}

function foreignLine(file: string, line: AnswerLine, { questions }: Carried): Error {
  const vector = vectorOf(line.id)
  const isKnown = questions.some(({ id }) => vectorOf(id) === vector)
  return isKnown
    ? wrong('questions-edited', `the question ${vector} was edited, or is of another suite`, at(file, line))
    : wrong('question-unknown', `this suite has no question ${JSON.stringify(line.id)}`, at(file, line))
}

const vectorOf = (id: string): VectorId => id.replace(/#[^#]*$/, '')

/** What was left out, by reason: `312 questions: client.call needs …` */
export function leftOutText({ leftOut }: Pick<Carried, 'leftOut'>): string[] {
  const counts = new Map<string, number>()
  for (const { why } of leftOut) counts.set(why, (counts.get(why) ?? 0) + 1)
  return [...counts].map(([why, count]) => `left out ${counted(count, 'question')}: ${why}`)
}
