import { appendFileSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ChannelproofError, messageOf } from '../../src/errors.ts'
import { leaving, type Format } from '../terminal/console.ts'
import { Pipe } from './pipe.ts'

/** Named pipes that are written to, from the first text to the end of the reports. */
const pipes = new Map<string, Pipe>()

const pipeOf = (file: string): Pipe | undefined => {
  const open = pipes.get(file)
  if (open || !statSync(file, { throwIfNoEntry: false })?.isFIFO()) return open
  const pipe = new Pipe(file)
  pipes.set(file, pipe)
  return pipe
}

/** Writes a value without secrets, in its format. @throws ChannelproofError `report-not-written` (exit code 2) */
export function writeFile<T>(file: string, value: T, format?: Format<T>): void {
  const text = leaving(value, format)
  written(file, () => {
    const pipe = pipeOf(file)
    if (pipe) return pipe.write(text)
    makeFolderOf(file)
    writeFileSync(file, text)
  })
}

/** @throws ChannelproofError `report-not-written` (exit code 2) */
export function appendFile<T>(file: string, value: T, format?: Format<T>): void {
  const text = leaving(value, format)
  written(file, () => {
    const pipe = pipeOf(file)
    if (pipe) pipe.write(text)
    else appendFileSync(file, text)
  })
}

/** Closes the pipes once their readers have taken everything. @throws ChannelproofError `report-not-written` (exit code 2) */
export async function closePipes(): Promise<void> {
  for (const [file, pipe] of pipes) {
    pipes.delete(file)
    const problem = await pipe.close().then(
      () => undefined,
      (error: Error) => error,
    )
    if (problem)
      written(file, () => {
        throw problem
      })
  }
}

/** Reports what goes wrong with a file. @throws ChannelproofError `report-not-written` (exit code 2) */
export function written(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    const advice = 'Name a file that can be written.'
    throw new ChannelproofError('report-not-written', `${file}: ${messageOf(error)}`, advice)
  }
}

export const makeFolderOf = (file: string): void => makeFolder(dirname(file))

/** One level at a time: mkdir's own recursion never ends where a file system allows no folders (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}
