/** A thread that draws questions: gets what is wanted, answers with the groups. */
import { parentPort } from 'node:worker_threads'
import { generatedGroups, type Generated } from '../../src/generate/index.ts'
import type { DrawnGroup } from './drawingThread.ts'

parentPort?.on('message', (wanted: Generated) => {
  const groups = generatedGroups(wanted).map(({ vectors, isAskedAgain }): DrawnGroup => ({
    vectors,
    isAskedAgain,
  }))
  parentPort?.postMessage(groups, [])
})
