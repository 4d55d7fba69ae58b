import { fileURLToPath } from 'node:url'

export type Command = readonly [string, ...string[]]

/**
 * The command of a program of ours: compiled beside the built program, through tsx in a checkout.
 * @param path under runners/, without its ending
 */
export function bundledProgram(path: string, ...args: readonly string[]): Command {
  const built = import.meta.url.endsWith('.js')
  const file = fileURLToPath(new URL(built ? `./${path}.js` : `../${path}.ts`, import.meta.url))
  return [process.execPath, ...(built ? [] : ['--import', import.meta.resolve('tsx')]), file, ...args]
}
