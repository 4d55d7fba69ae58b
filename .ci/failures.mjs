/**
 * `node .ci/failures.mjs <results of vitest as JSON>…`: one line for each failed test, with the first line of its
 * message, and one for each file that could not be run at all. For the tail of the log of .ci/run.
 * `node26.json` holds what ran under another version of Node, which the lines say.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const LONGEST = 300

/** Colours are for terminals; a line must stay one line. */
const firstLine = (text = '') => {
  const [line = ''] = stripVTControlCharacters(text).trim().split('\n')
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

const linesOf = ({ name, status, message, assertionResults }) => {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((each) => each.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${file} (the whole file): ${firstLine(message)}`]
  return failed.map(
    ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`,
  )
}

for (const path of process.argv.slice(2)) {
  const name = basename(path, '.json')
  const head = name.startsWith('node') ? `FAILED TEST under ${name}` : 'FAILED TEST'
  if (!existsSync(path)) console.log(`${head}: unknown, since ${path} was not written`)
  else
    for (const line of JSON.parse(readFileSync(path, 'utf8')).testResults.flatMap(linesOf))
      console.log(`${head}: ${line}`)
}
