import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Generated, QuestionGroup } from '../../src/generate/index.ts'

/** What goes from one thread to the other: functions do not. */
export type DrawnGroup = Pick<QuestionGroup, 'vectors' | 'isAskedAgain'>

/** Draws the next questions while others are asked; started with the first, and one drawing at a time. */
export class DrawingThread {
  #worker: Worker | undefined
  #isClosed = false

  readonly draw = async (wanted: Generated): Promise<QuestionGroup[]> => {
    // Of a search that is over: a thread that begins now would keep the program from ending.
    if (this.#isClosed) return []
    this.#worker ??= started()
    this.#worker.postMessage(wanted, [])
    const [groups] = (await once(this.#worker, 'message')) as [readonly DrawnGroup[]]
    return groups.map((group, at) => ({ ...group, smallest: (fails) => smallest(wanted, at, fails) }))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }
}

const LIMITS = { resourceLimits: { maxYoungGenerationSizeMb: 24 } } as const

/** Compiled beside the built program; through tsx in a checkout, which a thread does not get by --import. */
function started(): Worker {
  if (import.meta.url.endsWith('.js'))
    return new Worker(new URL('./generated/drawing.js', import.meta.url), LIMITS)
  const [api, file] = [import.meta.resolve('tsx/esm/api'), new URL('./drawing.ts', import.meta.url).href]
  const code = `import(${JSON.stringify(api)}).then(({ register }) => { register(); return import(${JSON.stringify(file)}) })`
  return new Worker(code, { eval: true, ...LIMITS })
}

/** The same group drawn here, since only where it was drawn it can be made smaller. */
async function smallest(
  wanted: Generated,
  at: number,
  fails: Parameters<QuestionGroup['smallest']>[0],
): ReturnType<QuestionGroup['smallest']> {
  const { generatedGroups } = await import('../../src/generate/index.ts')
  return generatedGroups(wanted)[at]!.smallest(fails)
}
