import { fileURLToPath } from 'node:url'

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
