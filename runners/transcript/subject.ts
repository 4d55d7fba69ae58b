import type {
  AdapterMethod,
  Answer,
  BrokenReason,
  Description,
  Ending,
  Question,
  Subject,
  Turn,
} from '../../src/model/index.ts'
import { wholeMatch } from '../adapter/shapes.ts'
import type { Said } from '../adapter/wire.ts'
import { searched } from '../adapter/answerLeaks.ts'
import { replyOf } from '../adapter/protocol.ts'
import { lineId, carriedPart } from './header.ts'
import type { AnswerLine, Answers } from './readAnswers.ts'

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
  readonly #lines = new Map<string, AnswerLine[]>()

  constructor({ description, lines }: Pick<Answers, 'description' | 'lines'>) {
    this.description = carriedPart(description)
    for (const line of lines) this.#lines.set(line.id, [...(this.#lines.get(line.id) ?? []), line])
  }

  ask(question: Question, turn?: Turn): Promise<Answer> {
    const id = lineId(turn?.id ?? '', question)
    return Promise.resolve(this.#answer(id, question, this.#lines.get(id) ?? []))
  }

  #answer(id: string, question: Question, [line, other]: readonly AnswerLine[]): Answer {
    if (!line) return broken('answer-missing', `The file has no answer to ${id}.`)
    if (other)
      return broken(
        'answer-twice',
        `The file has two answers to ${id}, in lines ${line.line} and ${other.line}.`,
      )
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
