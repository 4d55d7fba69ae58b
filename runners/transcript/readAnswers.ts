import { ChannelproofError } from '../../src/errors.ts'
import type { Description, JsonObject } from '../../src/model/index.ts'
import { objectOrNothing } from '../../src/members.ts'
import { envelopeProblem } from '../adapter/protocol.ts'
import { isResult, RESULT_SHAPES } from '../adapter/shapes.ts'
import { inputName, readInput } from '../terminal/input.ts'
import { headerIn, isHeaderId, type Header } from './header.ts'

/** One answer as it stands in the file. */
export interface AnswerLine {
  readonly id: string
  /** Counted from 1. */
  readonly line: number
  readonly message: JsonObject
  readonly text: string
  /** Why it is no message of the protocol. */
  readonly problem?: string | undefined
}

/** A file of answers, with what the questions were made from. */
export interface Answers {
  readonly file: string
  readonly header: Header
  readonly description: Description
  readonly lines: readonly AnswerLine[]
}

const LIMIT = {
  bytes: 256 * 1024 * 1024,
  advice: 'Answers to all questions are far smaller; check that this is the right file.',
}
const AGAIN = 'Make the questions with "channelproof questions", and answer each of them once.'

/** @throws ChannelproofError with file and line (exit code 2) */
export async function readAnswers(file: string): Promise<Answers> {
  const name = inputName(file)
  const text = await readInput(file, LIMIT)
  const lines = text
    .split('\n')
    .map((line, at) => ({ line, at }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, at }) => answerLine(line, at + 1, name))
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

export const wrong = (code: string, what: string, where: Where): ChannelproofError =>
  new ChannelproofError(code, what, AGAIN, where)

export const at = (file: string, { line }: Pick<AnswerLine, 'line'>): Where => ({ file, line })

function answerLine(text: string, line: number, file: string): AnswerLine {
  const message = objectOrNothing(text)
  if (!message)
    throw wrong('answer-no-json', 'it is no JSON object; was the file cut off, or a log mixed in?', {
      file,
      line,
    })
  const { id } = message
  if (typeof id !== 'string')
    throw wrong('answer-without-id', 'it has not the id of its question, a text', { file, line })
  return { id, line, message, text, problem: envelopeProblem(message, text) }
}

function descriptionIn(line: AnswerLine, file: string): Description {
  const { result } = line.message
  if (line.problem === undefined && isResult('describe', result)) return result
  const what = line.problem ?? `it ${RESULT_SHAPES.describe(result)}`
  throw wrong('description-wrong', `the answer to describe is wrong: ${what}`, at(file, line))
}
