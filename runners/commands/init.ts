import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { rootFile } from '../suite/files.ts'
import { plan, typedLine, WORKFLOWS, type CiSystem, type Planned } from '../init/plan.ts'
import { type Sample, SAMPLES } from '../init/samples.ts'
import { ChannelproofError, codeOf } from '../../src/errors.ts'
import { EXIT } from '../../src/report/exit.ts'
import { isOneOf } from '../../src/tables.ts'
import { counted, nearest, shellWord } from '../../src/text.ts'
import { print } from '../terminal/console.ts'
import { wrongOption, wrongValue } from '../terminal/options.ts'

type Flags = { readonly ci?: string }

/** `channelproof init [language] [folder]`: an adapter to fill in. Resolves with the exit code. */
export async function init(language: string | undefined, folder: string, flags: Flags): Promise<number> {
  if (language === undefined) await print(`${languages()}\n`)
  else {
    const sample = sampleOf(language)
    const ci = ciOf(flags.ci)
    const place = folderOf(folder, ci)
    const files = missingOf(plan(sample, place, ci))
    write(files)
    await print(`${nextSteps(sample, place, files)}\n`)
  }
  return EXIT.conforms
}

const languages = (): string =>
  [
    'languages',
    ...SAMPLES.map(({ language, title }) => `  ${language.padEnd(12)}${title}`),
    '',
    'npx channelproof init <language> [folder] writes an adapter with the calls of your SDK to fill in.',
  ].join('\n')

function sampleOf(language: string): Sample {
  const name = language.toLowerCase()
  const found = SAMPLES.find(({ language: own, aliases = [] }) => [own, ...aliases].includes(name))
  if (found) return found
  const names = SAMPLES.map((sample) => sample.language)
  const all = `There are ${names.join(', ')}; the guide of adapters says how to carry one over.`
  throw wrongOption(`there is no sample in ${language}`, hintFor(name, names) + all)
}

/** A typing error keeps the first letter; of any other language nothing is guessed. */
function hintFor(name: string, names: readonly string[]): string {
  const near = SAMPLES.find(({ nearestTo = [] }) => nearestTo.includes(name))
  if (near) return `The nearest one is ${near.language}. `
  const meant = nearest(name, names)
  return meant?.[0] === name[0] ? `Did you mean ${meant}? ` : ''
}

function ciOf(name: string | undefined): CiSystem | undefined {
  if (name === undefined || Object.hasOwn(WORKFLOWS, name)) return name as CiSystem | undefined
  throw wrongValue('--ci', name, `use ${Object.keys(WORKFLOWS).join(' or ')}`)
}

/** As it is seen from here, if it lies below; the workflow runs it there, and stands here. */
function folderOf(name: string, ci: CiSystem | undefined): string {
  const below = relative('', name) || '.'
  const folder = isBelow(below) ? below : resolve(name)
  if (name === '' || /[\r\n]/.test(name)) throw wrongValue('folder', name, 'name a folder, in one line')
  if (ci === undefined || (isBelow(folder) && !folder.includes("'"))) return folder
  throw wrongValue('folder', name, 'with --ci, name a folder below this one, without quotation marks')
}

const isBelow = (folder: string): boolean => !isAbsolute(folder) && folder.split('/')[0] !== '..'

const isWorkflow = ({ path }: Planned): boolean => isOneOf(Object.values(WORKFLOWS), path)

/** Beside a whole adapter only the workflow, where one is asked for: the calls in it are filled in already. */
function missingOf(files: readonly Planned[]): readonly Planned[] {
  const workflows = files.filter(isWorkflow)
  const adapter = files.filter((file) => !isWorkflow(file))
  return workflows.length > 0 && adapter.every(({ path }) => existsSync(path)) ? workflows : files
}

/** Writes all files or none, and overwrites nothing. @throws ChannelproofError `file-exists` */
function write(files: readonly Planned[]): void {
  const there = files.map(({ path }) => path).filter((path) => existsSync(path))
  const what = `there is already ${there.join(', ')}; nothing was written`
  if (there.length > 0)
    throw new ChannelproofError('file-exists', what, 'Name another folder, or move what is there.')
  for (const { path, text } of files)
    try {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text, { flag: 'wx' })
    } catch (error) {
      const what = `${path} could not be written (${codeOf(error)})`
      throw new ChannelproofError('file-not-written', what, 'Name a folder that can be written to.')
    }
}

/** What starts this program in a folder: npx finds it only in the project in which it is installed. */
function programIn(folder: string): string {
  if (isBelow(folder)) return 'npx channelproof'
  const program = realpathSync(process.argv[1]!)
  // In a checkout without a build.
  const starter = program.endsWith('.ts') ? shellWord(rootFile('node_modules/.bin/tsx')) : 'node'
  return `${starter} ${shellWord(program)}`
}

/** What the workflow needs beside the adapter: the program, which is in no registry, and the two files of its gate. */
const gateSteps = (program: string, line: string): string[] => [
  '  for the workflow, commit these three as well:',
  '    channelproof.tgz: what "npm pack" writes in a clone of channelproof, under this name',
  `    what ${program} sdk --update-baseline --update-lock -- ${line} writes`,
]

function nextSteps(sample: Sample, folder: string, files: readonly Planned[]): string {
  const calls = files.find(({ text }) => text.includes('TODO'))?.path
  const line = typedLine(sample)
  const program = programIn(folder)
  return [
    `wrote ${counted(files.length, 'file')}${calls === undefined ? '; the adapter that is there stays as it is' : ''}`,
    ...files.map(({ path }) => `  ${path}`),
    '',
    'next',
    ...(calls === undefined ? [] : [`  fill in the calls of your SDK: each TODO in ${calls}`]),
    `  cd ${shellWord(folder)}`,
    ...(sample.build ? [`  ${sample.build.join(' ')}`] : []),
    `  ${program} doctor -- ${line}`,
    `  ${program} sdk -- ${line}`,
    ...(files.some(isWorkflow) ? gateSteps(program, line) : []),
  ].join('\n')
}
