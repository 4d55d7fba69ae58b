import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readText, rootFile } from '../suite/files.ts'
import type { Sample } from './samples.ts'

export interface Planned {
  readonly path: string
  readonly text: string
}

/** Where the workflow of a CI system stands, from the folder in which `init` runs. */
export const WORKFLOWS = {
  github: '.github/workflows/channelproof.yml',
  gitlab: '.gitlab/channelproof.yml',
} as const
export type CiSystem = keyof typeof WORKFLOWS

/** The command line of an adapter, as a user types it in its folder. */
export const typedLine = ({ typed, command }: Sample): string => typed ?? command.join(' ')

/**
 * All files of an adapter for an SDK: the loop and the project files of the sample, its calls without contents, the
 * README and the workflow.
 */
export function plan(sample: Sample, folder: string, ci: CiSystem | undefined): Planned[] {
  const { language, sdk, ignored = [] } = sample
  const template = filesIn('init', language)
  const kept = filesIn('adapters', language).filter(
    (file) => !sdk.includes(file) && !isIgnored(file, ignored) && !template.includes(file),
  )
  const from = (place: string, files: readonly string[]): Planned[] =>
    files.map((file) => ({ path: join(folder, file), text: readText('runners', place, language, file) }))
  const others = ['channelproof.yaml', 'channelproof-baseline.yaml']
  return [
    ...from('init', template),
    ...from('adapters', kept),
    ...others.map((file) => ({ path: join(folder, file), text: readText('runners/init', file) })),
    { path: join(folder, '.gitignore'), text: [...ignored, 'reports/', ''].join('\n') },
    ...(ci ? [{ path: WORKFLOWS[ci], text: workflow(ci, sample, folder) }] : []),
  ]
}

/** Files below a folder, without those whose names begin with a dot: npm does not pack all of them. */
const filesIn = (...place: string[]): string[] =>
  readdirSync(rootFile('runners', ...place), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return []
    if (!entry.isDirectory()) return [entry.name]
    return filesIn(...place, entry.name).map((file) => join(entry.name, file))
  })

const isIgnored = (file: string, ignored: readonly string[]): boolean =>
  ignored.some((name) => `${file}/`.startsWith(name.replace(/\/?$/, '/')))

function workflow(ci: CiSystem, sample: Sample, folder: string): string {
  const { title, build } = sample
  const values: Readonly<Record<string, string>> = {
    folder,
    title,
    build: build?.join(' ') ?? '',
    command: typedLine(sample),
  }
  return readText('runners/init/ci', `${ci}.yml`)
    .split('\n')
    .filter((line) => build !== undefined || !line.includes('<build>'))
    .map((line) => line.replaceAll(/<(\w+)>/g, (_, name: string) => values[name] ?? name))
    .join('\n')
}
