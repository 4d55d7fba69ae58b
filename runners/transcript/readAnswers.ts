import { ChannelproofError } from '../../src/errors.ts'
import type {
  Description,
  JsonObject,
  VectorId,
  AdapterMethod,
  Answer,
  BrokenReason,
  Ending,
  Question,
  Subject,
  Turn,
} from '../../src/model/index.ts'
import { objectOrNothing } from '../../src/members.ts'
import { envelopeProblem, replyOf } from '../adapter/protocol.ts'
import { isResult, RESULT_SHAPES, wholeMatch } from '../adapter/shapes.ts'
import { inputName, readInput } from '../terminal/input.ts'
import { headerIn, isHeaderId, type Header, type Carried, lineId, carriedPart } from './header.ts'
import { isDeepStrictEqual } from 'node:util'
import { groupedBy } from '../../src/tables.ts'
import { counted } from '../../src/text.ts'
import { VERSION } from '../suite/files.ts'
import type { Suite } from '../suite/index.ts'
import type { Said } from '../adapter/wire.ts'
import { searched } from '../adapter/answerLeaks.ts'

interface AnswerLine {
  readonly id: string
  /** Counted from 1. */
  readonly line: number
  readonly message: JsonObject
  readonly text: string
  /** Why it is no message of the protocol. */
  readonly problem?: string | undefined
}

interface Answers {
  readonly file: string
  readonly header: Header
  readonly description: Description
  readonly lines: readonly AnswerLine[]
}

const LIMIT = {
  bytes: 256 * 1024 * 1024,
  advice: 'Answers to all questions are far smaller; check that this is the right file.',
  mayBeEmpty: true,
} as const
const AGAIN = 'Make the questions with "npx channelproof questions", and answer each of them once.'

/** @throws ChannelproofError with file and line (exit code 2) */
export async function readAnswers(file: string): Promise<Answers> {
  const name = inputName(file)
  const text = await readInput(file, LIMIT)
  const lines = text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [answerLine(line, at + 1, name)]))
  const [first, ...more] = lines.filter(({ id }) => isHeaderId(id))
  if (!first)
    throw wrong('no-description', 'it has no answer to describe, the first question', { file: name })
  if (more[0])
    throw wrong('described-twice', `describe is answered in line ${first.line} already`, at(name, more[0]))
  const header = headerIn(first.id)
  if (!header) throw wrong('header-changed', 'the id of describe was changed on the way', at(name, first))
  return {
    file: name,
    header,
    description: descriptionIn(first, name),
    lines: lines.filter((line) => line !== first),
  }
}

type Where = ConstructorParameters<typeof ChannelproofError>[3]

const wrong = (code: string, what: string, where: Where): ChannelproofError =>
  new ChannelproofError(code, what, AGAIN, where)

const at = (file: string, { line }: Pick<AnswerLine, 'line'>): Where => ({ file, line })

function answerLine(text: string, line: number, file: string): AnswerLine {
  const message = objectOrNothing(text)
  const where = { file, line }
  if (!message)
    throw wrong('answer-no-json', 'it is no JSON object; was the file cut off, or a log mixed in?', where)
  const { id } = message
  if (typeof id !== 'string')
    throw wrong('answer-without-id', 'it has not the id of its question, a text', where)
  return { id, line, message, text, problem: envelopeProblem(message, text) }
}

function descriptionIn(line: AnswerLine, file: string): Description {
  const { result } = line.message
  if (line.problem === undefined && isResult('describe', result)) return result
  const what = line.problem ?? `it ${RESULT_SHAPES.describe(result)}`
  throw wrong('description-wrong', `the answer to describe is wrong: ${what}`, at(file, line))
}

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
  const advice = 'make them with "npx channelproof questions --description FILE", FILE being its result'
  const misfit = `the questions do not fit the ${changed} of describe: ${advice}`
  if (changed) throw wrong('description-differs', misfit, { file })
  return isOther('limits')
    ? `the questions were made for other limits than those of describe, and many lie outside: ${advice}`
    : undefined
}

/** @throws ChannelproofError `questions-edited`, `question-unknown` (exit code 2), with file and line */
export function refuseOtherQuestions({ file, header, lines }: Answers, carried: Carried): void {
  const what = 'the generated questions are not those that the id of describe names'
  if (carried.generated.digest !== header.digest) throw wrong('questions-edited', what, { file })
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
  const byReason = groupedBy(leftOut, ({ why }) => why)
  return [...byReason].map(([why, all]) => `left out ${counted(all.length, 'question')}: ${why}`)
}

/** With a longer time between question and answer any timestamp would be right. */
const LONGEST = 60

interface Times {
  readonly askedAt: number
  readonly answeredAt: number
}

const NO_TIMES: Times = { askedAt: 0, answeredAt: 0 }

/** An SDK that has answered already. */
export class TranscriptSubject implements Subject {
  readonly description: Description
  readonly matches = wholeMatch
  readonly #lines: ReadonlyMap<string, readonly AnswerLine[]>

  constructor({ description, lines }: Pick<Answers, 'description' | 'lines'>) {
    this.description = carriedPart(description)
    this.#lines = groupedBy(lines, ({ id }) => id)
  }

  ask(question: Question, turn?: Turn): Promise<Answer> {
    const id = lineId(turn?.id ?? '', question)
    return Promise.resolve(this.#answer(id, question, this.#lines.get(id) ?? []))
  }

  #answer(id: string, question: Question, [line, other]: readonly AnswerLine[]): Answer {
    if (!line) return broken('answer-missing', `The file has no answer to ${id}.`)
    if (other)
      return broken('answer-twice', `The file answers ${id} twice, in lines ${line.line} and ${other.line}.`)
    const said = `Line ${line.line}`
    if (line.problem !== undefined) return broken('bad-line', `${said} is ${line.problem}.`)
    const times = timesIn(line)
    if (typeof times === 'string') return broken('bad-line', `${said} ${times}.`)
    const { method } = question
    if (!times && method === 'token.issue' && this.description.clock === 'system')
      return broken('bad-line', `${said} has no askedAt and answeredAt, and the SDK reads its own clock.`)
    const reply = replyOf(method as AdapterMethod, line.message, line.text)
    return searched(question, { ...(times ?? NO_TIMES), ...reply } as Answer & Said)
  }

  close(): Promise<Ending> {
    return Promise.resolve({})
  }
}

const broken = (reason: BrokenReason, message: string): Answer => ({
  ...NO_TIMES,
  kind: 'broken',
  reason,
  message,
})

/** What is wrong with the times of a question and its answer; undefined if nothing is. */
function timesIn({ message: { askedAt, answeredAt } }: AnswerLine): Times | string | undefined {
  if (askedAt === undefined && answeredAt === undefined) return undefined
  if (typeof askedAt !== 'number' || typeof answeredAt !== 'number')
    return 'needs both askedAt and answeredAt, in seconds of Unix time'
  if (answeredAt < askedAt) return 'was answered before it was asked: answeredAt is less than askedAt'
  return answeredAt - askedAt > LONGEST
    ? `has more than ${LONGEST} s between askedAt and answeredAt: take both beside the call`
    : { askedAt, answeredAt }
}
