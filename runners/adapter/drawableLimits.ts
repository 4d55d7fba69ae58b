import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ChannelproofError } from '../../src/errors.ts'
import type { Limits } from '../../src/model/index.ts'

/** How long a thread may take to draw texts from an expression, in milliseconds, and how much memory, in MB. */
const LONGEST = 20_000
const MEMORY = 512

/** Draws from the expression, and matches texts that differ from it at their end: what a run does thousands of times. */
const DRAW = `
const { parentPort, workerData: { library, expression } } = require('node:worker_threads')
import(library).then(({ sample, stringMatching }) => {
  const whole = new RegExp('^(?:' + expression + ')$', 'u')
  for (const text of sample(stringMatching(whole, { size: 'small' }), 50)) whole.test(text + '\\0')
}).catch(() => undefined).then(() => parentPort.postMessage('done'))
`

/** Expressions that were drawn from: each start of an adapter names the same ones. */
const drawn = new Set<string>()

/**
 * Can texts be drawn from the expressions in `limits`? Repeats inside repeats may take years, and a long repeat all
 * memory, in code that hears no signal: so a thread tries it first.
 * @throws ChannelproofError `limits-slow` (exit code 2)
 */
export async function checkDrawable(limits: Limits = {}): Promise<void> {
  const expressions = Object.entries(limits).filter(
    (row): row is [string, string] => typeof row[1] === 'string' && !drawn.has(row[1]),
  )
  for (const [name, expression] of expressions) {
    if (!(await isDrawable(expression)))
      throw new ChannelproofError(
        'limits-slow',
        `no text can be drawn from the expression ${JSON.stringify(expression.slice(0, 200))} for ${name} in "limits" of describe within ${LONGEST / 1000} seconds and ${MEMORY} MB`,
        'Write it without repeats inside repeats, such as [a-z]+ for ([a-z]+)+, and without long ones.',
      )
    drawn.add(expression)
  }
}

async function isDrawable(expression: string): Promise<boolean> {
  const worker = new Worker(DRAW, {
    eval: true,
    workerData: { library: import.meta.resolve('fast-check'), expression },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    stderr: true,
  })
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(LONGEST) })
    return true
  } catch {
    return false
  } finally {
    await worker.terminate()
  }
}
