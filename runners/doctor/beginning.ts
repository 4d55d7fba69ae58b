import { isOneOf } from '../../src/tables.ts'
import { startProcess, type ProcessOptions, type AdapterProcess } from '../adapter/process.ts'
import { DESCRIBE_ID, DESCRIBE_LINE, quote, requestLine } from '../adapter/protocol.ts'
import { RESULT_SHAPES, unknownMembers } from '../adapter/shapes.ts'
import { isObject } from '../../src/json.ts'
import { objectOrNothing } from '../../src/members.ts'
import { ADAPTER_METHODS, type Json, type JsonObject } from '../../src/model/index.ts'
import { nearest } from '../../src/text.ts'
import { note, right, wrongLine, type DoctorLine } from './methods.ts'
import { isWithin, type AdapterLine } from '../adapter/channel.ts'
import type { AdapterOptions } from '../adapter/subject.ts'

type Beginning = ProcessOptions & Required<Pick<AdapterOptions, 'startTimeout' | 'signal'>>

const MOST_NOISE_LINES = 20

/** From here on a start is slow, in milliseconds: a third of what it may take by default. */
const SLOW = 10_000

/** How long an adapter may take to end, or to write what it holds back, in milliseconds. */
const GRACE = 2000

const START = 'start'
const BY_HAND = `Run the command by hand and send it one line: ${DESCRIBE_LINE.trim()}`
const OUTPUT = 'output'
const DESCRIBE = 'describe'

interface Begun {
  readonly findings: readonly DoctorLine[]
  readonly isUsable: boolean
}

/** The line protocol: does it start, answer `describe`, refuse an unknown method and end? */
export async function beginning(options: Beginning): Promise<Begun> {
  const started = startProcess(options)
  if ('problem' in started) return { findings: [wrongLine(START, started.problem, BY_HAND)], isUsable: false }
  const talk = new Talk(started, options.signal)
  const startedAt = performance.now()
  try {
    talk.process.write(DESCRIBE_LINE)
    const { findings, isUsable } = await describe(talk, options.startTimeout)
    if (!isUsable) return { findings, isUsable }
    const millis = performance.now() - startedAt
    const took = `described itself in ${(millis / 1000).toFixed(1)} s`
    const faster = 'Give the run more time, --start-timeout <ms>, or compile before it.'
    const start = millis > SLOW ? note(START, took, faster) : right(START, took)
    return { findings: [start, ...findings, await unknownMethod(talk), await end(talk)], isUsable }
  } finally {
    talk.process.kill()
  }
}

async function describe(talk: Talk, startTimeout: number): Promise<Begun> {
  const noise: string[] = []
  while (noise.length < MOST_NOISE_LINES) {
    const heard = await talk.next(startTimeout)
    if (heard === 'nothing') return { findings: [...noisy(noise), await silence(talk)], isUsable: false }
    if ('gone' in heard) return { findings: [...noisy(noise), gone(talk, heard.gone)], isUsable: false }
    const message = objectOrNothing(heard.line.bytes.toString('utf8'))
    if (message && 'jsonrpc' in message) {
      const broken = brokenDescription(message)
      const output = noise.length > 0 ? noisy(noise) : [right(OUTPUT, 'a line for each answer, at once')]
      const findings = broken.length > 0 ? broken : memberFindings(message['result'])
      return { findings: [...output, ...findings], isUsable: noise.length + broken.length === 0 }
    }
    noise.push(quote(heard.line))
  }
  return { findings: noisy(noise), isUsable: false }
}

function noisy(lines: readonly string[]): DoctorLine[] {
  if (lines.length === 0) return []
  const says = `${lines.length} lines that are no answer, such as ${lines[0]!}`
  return [wrongLine(OUTPUT, says, 'Standard output is for answers only: print to standard error.')]
}

function gone(talk: Talk, how: string): DoctorLine {
  const tail = talk.process.stderrTail
  const says = tail === '' ? how : `${how}; its standard error ends with ${JSON.stringify(tail.slice(-300))}`
  return wrongLine(START, says, BY_HAND)
}

/** No line came: is there half a line, or does the answer come at the end of the input? */
async function silence(talk: Talk): Promise<DoctorLine> {
  const half = talk.process.unfinishedLine
  const ending = 'End each answer with a line feed, "\\n", and flush it.'
  if (half) return wrongLine(OUTPUT, `it wrote ${quote(half)} and no line feed`, ending)
  talk.process.endInput()
  const late = await talk.next(GRACE)
  const buffered = 'its answers come at the end of the input only: its output is buffered'
  if (late !== 'nothing' && 'line' in late)
    return wrongLine(OUTPUT, buffered, 'Flush standard output after each answer.')
  return wrongLine(START, 'it answers nothing', 'Read standard input line by line, and answer each line.')
}

function brokenDescription({ id, result, error }: JsonObject): DoctorLine[] {
  const echo = id === DESCRIBE_ID ? [] : [wrongId(id)]
  const problem =
    error === undefined ? RESULT_SHAPES.describe(result) : `is the error ${JSON.stringify(error)}`
  if (problem === undefined) return echo
  const repair = 'The guide of adapters lists the members.'
  return [...echo, wrongLine(DESCRIBE, `its answer is wrong, it ${problem}`, repair)]
}

function wrongId(id: unknown): DoctorLine {
  const due = typeof id === 'string' ? 'as it came: a number stays a number' : 'of the question'
  const says = `it answered id ${JSON.stringify(id)} to id ${DESCRIBE_ID}`
  return wrongLine('id', says, `Give back the id ${due}.`)
}

/** A misspelt name has no effect, silently. */
function memberFindings(description: Json | undefined): DoctorLine[] {
  if (!isObject(description)) return []
  const methods = Array.isArray(description['methods']) ? description['methods'] : []
  const names = methods.filter((name) => typeof name === 'string')
  const notAsked = names.filter((name) => !isOneOf(ADAPTER_METHODS, name)).map(methodNotAsked)
  const unknown = [...unknownMembers(description), ...notAsked]
  if (unknown.length === 0) return [right(DESCRIBE, 'every member is known')]
  return unknown.map((text) => wrongLine(DESCRIBE, text, 'Write the known name, or one that begins with x-.'))
}

const methodNotAsked = (name: string): string =>
  `methods holds ${JSON.stringify(name)}, which is never asked; the nearest known one is ${nearest(name, ADAPTER_METHODS)}`

const UNKNOWN = 'unknown method'

async function unknownMethod(talk: Talk): Promise<DoctorLine> {
  talk.process.write(requestLine(DESCRIBE_ID + 1, 'channelproof.unknown', {}))
  const heard = await talk.next(GRACE)
  const repair = 'Answer it with error code -32601.'
  if (heard === 'nothing') return wrongLine(UNKNOWN, 'it answers nothing', repair)
  if ('gone' in heard) return wrongLine(UNKNOWN, heard.gone, 'Answer it with error code -32601, and go on.')
  const { error } = objectOrNothing(heard.line.bytes.toString('utf8')) ?? {}
  if (isObject(error) && error['code'] === -32601) return right(UNKNOWN, 'error code -32601')
  return wrongLine(UNKNOWN, `it answered ${quote(heard.line)}`, repair)
}

const END = 'end of input'

async function end(talk: Talk): Promise<DoctorLine> {
  talk.process.endInput()
  const heard = await talk.next(GRACE)
  const repair = 'Finish what is open, and exit with code 0.'
  if (heard === 'nothing') return wrongLine(END, 'it goes on', repair)
  if ('line' in heard) return wrongLine(END, `it wrote ${quote(heard.line)}`, repair)
  const isRight = heard.gone.endsWith('exit code 0')
  return isRight ? right(END, heard.gone) : wrongLine(END, heard.gone, repair)
}

type Heard = { readonly line: AdapterLine } | { readonly gone: string }

class Talk {
  readonly process: AdapterProcess
  readonly #signal: AbortSignal
  readonly #heard: Heard[] = []
  #wake: (() => void) | undefined

  constructor(process: AdapterProcess, signal: AbortSignal) {
    this.process = process
    this.#signal = signal
    signal.addEventListener('abort', () => this.#wake?.())
    const hear = (heard: Heard): void => {
      this.#heard.push(heard)
      this.#wake?.()
    }
    this.process.listen({ line: (line) => hear({ line }), gone: (how) => hear({ gone: how }) })
  }

  async next(millis: number): Promise<Heard | 'nothing'> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    if (this.#heard.length === 0 && !this.#signal.aborted) await isWithin(millis, woken)
    return this.#heard.shift() ?? 'nothing'
  }
}
