import { ChannelproofError } from '../../src/errors.ts'
import type { Description } from '../../src/model/index.ts'
import type { AdapterChannel, Way, AdapterLine } from './channel.ts'
import { DESCRIBE_ID, DESCRIBE_LINE, quote, readLine } from './protocol.ts'
import { isResult, RESULT_SHAPES } from './shapes.ts'

export interface StartOptions {
  readonly way: Way
  /** Milliseconds until `describe` must be answered: compilers take their time. */
  readonly startTimeout: number
  /** Ends the start. */
  readonly signal?: AbortSignal
}

/** A running adapter that has described itself. */
export interface Started {
  readonly channel: AdapterChannel
  readonly description: Description
}

/** A start that failed. */
export interface NotStarted {
  /** Its description cannot be used: a mistake in the adapter's configuration (exit code 2). */
  readonly code?: 'limits-wrong' | undefined
  readonly problem: string
  readonly stderrTail: string
}

/** How the problem begins with a description whose limits cannot be used. */
const LIMITS = /^its answer to describe is wrong, it limits /

/** Opens a channel to an adapter and asks it to describe itself; later lines wait for `channel.listen`. */
export async function startAdapter(options: StartOptions): Promise<Started | NotStarted> {
  const { way, startTimeout, signal } = options
  const limit = new AbortController()
  const end = (): void => limit.abort('ended by a signal')
  const late = `it did not answer describe within ${startTimeout} ms`
  const timer = setTimeout(() => limit.abort(late), startTimeout)
  signal?.addEventListener('abort', end)
  try {
    const channel = await way.open(limit.signal)
    return 'problem' in channel ? { ...channel, stderrTail: '' } : await described(channel, way, limit.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function described(channel: AdapterChannel, way: Way, limit: AbortSignal): Promise<Started | NotStarted> {
  return new Promise((resolve) => {
    const over = (outcome: Description | string): void => {
      limit.removeEventListener('abort', aborted)
      channel.listen(undefined)
      if (typeof outcome !== 'string') return resolve({ channel, description: outcome })
      channel.kill()
      const code = LIMITS.test(outcome) ? ({ code: 'limits-wrong' } as const) : {}
      resolve({ ...code, problem: outcome, stderrTail: channel.stderrTail })
    }
    const aborted = (): void => over(String(limit.reason))
    if (limit.aborted) return aborted()
    limit.addEventListener('abort', aborted)
    channel.listen({ line: (line) => over(descriptionIn(line, way)), gone: over })
    channel.write(DESCRIBE_LINE)
  })
}

/** The error of a run that cannot begin (exit code 3). */
export function notStarted(way: Way, { code, problem, stderrTail }: NotStarted): ChannelproofError {
  const said = stderrTail ? `\n  The end of its stderr:\n${stderrTail.replace(/^/gm, '    ')}` : ''
  return new ChannelproofError(code ?? 'adapter-not-started', `${way.name}: ${problem}.${said}`, way.advice)
}

/** The description in the first line of an adapter, or what is wrong with that line. */
function descriptionIn(line: AdapterLine, { answersOnly }: Way): Description | string {
  const read = readLine(line)
  if ('problem' in read) return `it answered describe with ${read.problem}: ${quote(line)}. ${answersOnly}`
  if (read.id !== DESCRIBE_ID) return `it answered describe with another id: ${quote(line)}`
  const { result } = read.message
  if (isResult('describe', result)) return result
  return `its answer to describe is wrong, it ${RESULT_SHAPES.describe(result)}: ${quote(line)}`
}
