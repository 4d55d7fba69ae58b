import { ChannelproofError, codeOf } from '../../src/errors.ts'
import type { Description } from '../../src/model/index.ts'
import type { Line } from './lines.ts'
import { AdapterProcess, type ProcessOptions } from './process.ts'
import { quote, readLine, requestLine } from './protocol.ts'
import { isResult, RESULT_SHAPES } from './shapes.ts'

export interface StartOptions extends ProcessOptions {
  /** Milliseconds until `describe` must be answered: compilers take their time. */
  readonly startTimeout: number
  /** Ends the start. */
  readonly signal?: AbortSignal
}

/** A running adapter that has described itself. */
export interface Started {
  readonly child: AdapterProcess
  readonly description: Description
}

/** A start that came to nothing. */
export interface NotStarted {
  /** What it says of itself cannot be used: a mistake in the adapter's configuration (exit code 2). */
  readonly code?: 'limits-wrong' | undefined
  readonly problem: string
  readonly stderrTail: string
}

/** How the problem of a description begins whose limits cannot be used. */
const LIMITS = /^its answer to describe is wrong, it limits /

/** Not 0, which careless code takes for no id at all. */
export const DESCRIBE_ID = 1

/** Printable in every advice: what a maintainer can type. */
export const DESCRIBE_LINE = requestLine(DESCRIBE_ID, 'describe', { protocol: 1 })

/** Starts an adapter and asks it to describe itself; what it says after that waits for `child.listen`. */
export function startAdapter(options: StartOptions): Promise<Started | NotStarted> {
  return new Promise((resolve) => {
    const child = spawned(options)
    if (!(child instanceof AdapterProcess)) return resolve(child)
    const aborted = (): void => over('ended by a signal')
    const over = (outcome: Description | string): void => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', aborted)
      child.listen(undefined)
      if (typeof outcome !== 'string') return resolve({ child, description: outcome })
      child.kill()
      const code = LIMITS.test(outcome) ? ({ code: 'limits-wrong' } as const) : {}
      resolve({ ...code, problem: outcome, stderrTail: child.stderrTail })
    }
    const late = `it did not answer describe within ${options.startTimeout} ms`
    const timer = setTimeout(() => over(late), options.startTimeout)
    options.signal?.addEventListener('abort', aborted)
    child.listen({ line: (line) => over(descriptionIn(line)), gone: over })
    child.write(DESCRIBE_LINE)
  })
}

/** Some errors come at once (ENOTDIR, E2BIG), others as an event of the child. */
function spawned(options: ProcessOptions): AdapterProcess | NotStarted {
  try {
    return new AdapterProcess(options)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn')))
      throw error
    return { problem: `it could not be started (${codeOf(error)})`, stderrTail: '' }
  }
}

/** The error of a run that cannot begin (exit code 3). */
export function notStarted(
  { command }: StartOptions,
  { code, problem, stderrTail }: NotStarted,
): ChannelproofError {
  const said = stderrTail ? `\n  The end of its stderr:\n${stderrTail.replace(/^/gm, '    ')}` : ''
  const advice = `Run the command by hand and send it one line: ${DESCRIBE_LINE.trim()}`
  return new ChannelproofError(
    code ?? 'adapter-not-started',
    `${command.join(' ')}: ${problem}.${said}`,
    advice,
  )
}

/** The description in the first line of an adapter, or what is wrong with that line. */
function descriptionIn(line: Line): Description | string {
  const read = readLine(line)
  if ('problem' in read)
    return `it answered describe with ${read.problem}: ${quote(line)}. Standard output is for answers only: log to stderr`
  if (read.id !== DESCRIBE_ID) return `it answered describe with another id: ${quote(line)}`
  const { result } = read.message
  if (isResult('describe', result)) return result
  return `its answer to describe is wrong, it ${RESULT_SHAPES.describe(result)}: ${quote(line)}`
}
