/** Stands in for the program under the random driver: `PLANTED` names what it does wrong. */
import { spawn } from 'node:child_process'
import { appendFileSync, truncateSync } from 'node:fs'

const WRONG = {
  nothing: () => undefined,
  'exit code 70': () => (process.exitCode = 70),
  'a stack': () => console.error(new Error('planted').stack),
  'a file was changed': () => appendFileSync('object.json', ' '),
  'was emptied': () => truncateSync('baseline.yaml'),
  // It ends by itself, if nothing else ends it.
  'a process was left': () => spawn('sleep', ['60'], { stdio: 'ignore', detached: true }).unref(),
}
WRONG[process.env.PLANTED]()
