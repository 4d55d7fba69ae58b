import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, normalize } from 'node:path'
import { ChannelproofError, codeOf } from '../../src/errors.ts'
import { EXIT } from '../../src/report/exit.ts'
import { nearest } from '../../src/text.ts'
import { plan, typedLine, WORKFLOWS, type CiSystem, type Planned } from '../init/plan.ts'
import { SAMPLES, type Sample } from '../init/samples.ts'
import { print } from '../terminal/console.ts'
import { wrongOption, wrongValue } from '../terminal/options.ts'

/** `channelproof init [language] [folder]`: an adapter to fill in. Resolves with the exit code. */
export async function init(
  language: string | undefined,
  folder: string,
  { ci }: { readonly ci?: string },
): Promise<number> {
  if (language === undefined) await print(`${languages()}\n`)
  else {
    const sample = sampleOf(language)
    const files = plan(sample, folderOf(folder), ciOf(ci))
    write(files)
    await print(`${nextSteps(sample, folderOf(folder), files)}\n`)
  }
  return EXIT.conforms
}

const languages = (): string =>
  [
    'languages',
    ...SAMPLES.map(({ language, title }) => `  ${language.padEnd(12)}${title}`),
    '',
    'channelproof init <language> [folder] writes an adapter with the calls of your SDK to fill in.',
  ].join('\n')

function sampleOf(language: string): Sample {
  const found = SAMPLES.find((sample) => sample.language === language.toLowerCase())
  if (found) return found
  const names = SAMPLES.map((sample) => sample.language)
  throw wrongOption(
    `there is no sample in ${language}`,
    `Did you mean ${nearest(language, names)}? There are ${names.join(', ')}; the guide of adapters says how to carry one over.`,
  )
}

function ciOf(name: string | undefined): CiSystem | undefined {
  if (name === undefined || Object.hasOwn(WORKFLOWS, name)) return name as CiSystem | undefined
  throw wrongValue('--ci', name, `use ${Object.keys(WORKFLOWS).join(' or ')}`)
}

/** The workflow runs the adapter's folder, so that must lie below the folder of the workflow. */
function folderOf(name: string): string {
  const folder = normalize(name).replace(/\/$/, '')
  if (!isAbsolute(folder) && !folder.startsWith('..') && !/['\n]/.test(folder)) return folder
  throw wrongValue('folder', name, 'name a folder below this one, without quotation marks')
}

/** Writes all files or none, and overwrites nothing. @throws ChannelproofError `file-exists` */
function write(files: readonly Planned[]): void {
  const there = files.map(({ path }) => path).filter((path) => existsSync(path))
  if (there.length > 0)
    throw new ChannelproofError(
      'file-exists',
      `there is already ${there.join(', ')}; nothing was written`,
      'Name another folder, or move what is there.',
    )
  for (const { path, text } of files)
    try {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text, { flag: 'wx' })
    } catch (error) {
      throw new ChannelproofError(
        'file-not-written',
        `${path} could not be written (${codeOf(error)})`,
        'Name a folder that can be written to.',
      )
    }
}

function nextSteps(sample: Sample, folder: string, files: readonly Planned[]): string {
  const calls = files.find(({ text }) => text.includes('TODO'))!.path
  const line = typedLine(sample)
  return [
    `wrote ${files.length} files`,
    ...files.map(({ path }) => `  ${path}`),
    '',
    'next',
    `  fill in the calls of your SDK: each TODO in ${calls}`,
    `  cd ${folder}`,
    ...(sample.build ? [`  ${sample.build.join(' ')}`] : []),
    `  npx channelproof doctor -- ${line}`,
    `  npx channelproof sdk -- ${line}`,
  ].join('\n')
}
