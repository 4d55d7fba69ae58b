import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ChannelproofError } from '../../src/errors.ts'
import { joinParam } from '../../src/interface/joinParams.ts'
import type { Bounds, Limits } from '../../src/model/index.ts'

/** How long a thread may take to draw texts from an expression, in milliseconds, and how much memory, in MB. */
const LONGEST = 20_000
const MEMORY = 512

/** Draws from the expression, and matches texts that differ from it at their end: what a run does thousands of times. */
const DRAW = `
const { parentPort, workerData: { library, expression } } = require('node:worker_threads')
import(library).then(({ sample, stringMatching }) => {
  const whole = new RegExp('^(?:' + expression + ')$', 'u')
  for (const text of sample(stringMatching(whole, { size: 'small' }), 50)) whole.test(text + '\\0')
  parentPort.postMessage('drawn')
}).catch(() => parentPort.postMessage('nothing'))
`

/** Expressions that were drawn from: each start of an adapter names the same ones. */
const drawn = new Set<string>()

/**
 * Can questions be drawn from inside `limits`? Repeats inside repeats may take years, and a long repeat all memory, in
 * code that hears no signal: so a thread tries it first.
 * @throws ChannelproofError `limits-slow` or `limits-empty` (exit code 2)
 */
export async function checkDrawable(limits: Limits = {}): Promise<void> {
  for (const [name, bounds] of Object.entries(limits))
    if (typeof bounds === 'object' && !isWithinText(name, bounds))
      throw limitsEmpty(name, JSON.stringify(bounds))
  for (const [name, expression] of Object.entries(limits)) {
    if (typeof expression !== 'string' || drawn.has(expression)) continue
    const found = await drawnFrom(expression)
    if (found === 'nothing') throw limitsEmpty(name, JSON.stringify(expression.slice(0, 200)))
    if (found === 'slow')
      throw new ChannelproofError(
        'limits-slow',
        `no text can be drawn from the expression ${JSON.stringify(expression.slice(0, 200))} for ${name} in "limits" of describe within ${LONGEST / 1000} seconds and ${MEMORY} MB`,
        'Write it without repeats inside repeats, such as [a-z]+ for ([a-z]+)+, and without long ones.',
      )
    drawn.add(expression)
  }
}

/** Section 2.1: do the bounds leave a value that is right? */
function isWithinText(name: string, { min = -Infinity, max = Infinity }: Bounds): boolean {
  const { minimum = -Infinity, maximum = Infinity } = joinParam(name) ?? {}
  return min <= maximum && max >= minimum
}

const limitsEmpty = (name: string, limit: string): ChannelproofError =>
  new ChannelproofError(
    'limits-empty',
    `no value fits the limit ${limit} for ${name} in "limits" of describe`,
    'Say what the SDK takes, or leave the limit out.',
  )

async function drawnFrom(expression: string): Promise<'drawn' | 'nothing' | 'slow'> {
  const worker = new Worker(DRAW, {
    eval: true,
    workerData: { library: import.meta.resolve('fast-check'), expression },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    stderr: true,
  })
  // It may run out of memory while it is ended: nobody waits for its answer any more.
  worker.on('error', () => undefined)
  try {
    const [said] = (await once(worker, 'message', { signal: AbortSignal.timeout(LONGEST) })) as [string]
    return said === 'drawn' ? 'drawn' : 'nothing'
  } catch {
    return 'slow'
  } finally {
    await worker.terminate()
  }
}
