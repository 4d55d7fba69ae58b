import { createContext, Script } from 'node:vm'
import { ChannelproofError, codeOf, messageOf } from '../../src/errors.ts'

/** Longest time for one expression on one text, in milliseconds: some take years on 30 characters. */
const LONGEST = 100

/** The limit is wall-clock time, so a quick expression may be late on a busy machine; a slow one always is. */
const ATTEMPTS = 5

/** Lookaheads, lookbehinds and back references: with them the suite could not make a text that matches. */
const TOO_CLEVER = /\(\?<?[=!]|\\[1-9]|\\k</

/** What is wrong with an expression of `limits`; undefined if it can be used. */
export function expressionProblem(expression: string): string | undefined {
  if (TOO_CLEVER.test(expression)) return 'must be an expression without lookaround and back reference'
  try {
    void new RegExp(expression, 'u')
    return undefined
  } catch (error) {
    return `must be an expression of ECMAScript with the flag u: ${messageOf(error)}`
  }
}

const context = createContext({ expression: '', text: '' })
const TEST = new Script('new RegExp(`^(?:${expression})$`, "u").test(text)')

/**
 * Does the whole text match?
 * @throws ChannelproofError `limits-slow` (exit code 2)
 */
export function wholeMatch(expression: string, text: string): boolean {
  Object.assign(context, { expression, text })
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    try {
      return TEST.runInContext(context, { timeout: LONGEST }) === true
    } catch (error) {
      if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    }
  throw new ChannelproofError(
    'limits-slow',
    `the expression ${JSON.stringify(expression)} in "limits" of describe takes longer than ${LONGEST} ms on a text of ${text.length} characters`,
    'Write it without repeats inside repeats, such as [a-z]+ for ([a-z]+)+.',
  )
}
