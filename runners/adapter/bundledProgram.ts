import { fileURLToPath } from 'node:url'
import { ChannelproofError } from '../../src/errors.ts'

export type Command = readonly [string, ...string[]]

/**
 * The command of one of our programs: compiled, from dist; in a checkout through tsx.
 * @param path under runners/, without its ending
 */
export function bundledProgram(path: string, ...args: readonly string[]): Command {
  const built = import.meta.url.endsWith('.js')
  const file = fileURLToPath(new URL(built ? `./${path}.js` : `../${path}.ts`, import.meta.url))
  return [process.execPath, ...(built ? [] : ['--import', import.meta.resolve('tsx')]), file, ...args]
}

/**
 * The command of a command line; the bundled reference adapter where none is announced. Nothing but blanks behind --
 * is an unset variable, and must not judge the reference in the place of an SDK.
 * @throws ChannelproofError `wrong-option`
 */
export function commandOf(
  [program, ...args]: readonly string[],
  isAnnounced = process.argv.includes('--'),
): Command {
  if (program === undefined && !isAnnounced) return bundledProgram('adapter/referenceAdapter')
  if (program?.trim()) return [program, ...args]
  const advice = 'Name a program after --; is a variable unset?'
  throw new ChannelproofError('wrong-option', 'the command of the adapter is empty', advice)
}
