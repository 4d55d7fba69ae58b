/** channelproof.yaml: settings of `live` at its top, those of `sdk` in a member of that name. */
import { existsSync } from 'node:fs'
import type { OptionValues } from 'commander'
import type { Labels } from '../../src/report/labels.ts'
import { keysOf } from '../../src/tables.ts'
import type { LiveSettings } from '../live/settings.ts'
import type { Used } from '../paths/targets.ts'
import { warn } from '../terminal/console.ts'
import type { RawRunFlags } from './flags.ts'
import { readInput } from '../terminal/input.ts'

export interface SettingRow {
  readonly type: 'text' | 'texts' | 'integer'
  readonly help: string
  /** What its schema says in addition. */
  readonly schema?: Readonly<Record<string, unknown>>
}

/** What `sdk:` may hold. But for the command, each is the flag of that name. */
export const SDK_SETTINGS = {
  command: {
    type: 'texts',
    help: 'the adapter, word by word, where no command stands behind --',
    schema: { minItems: 1 },
  },
  level: { type: 'text', help: 'what gates', schema: { enum: ['required', 'recommended'] } },
  baseline: { type: 'text', help: 'known failures, which do not gate', schema: { minLength: 1 } },
  lock: { type: 'text', help: 'vectors that gate', schema: { minLength: 1 } },
  report: { type: 'texts', help: 'reports, each as format=file' },
  require: { type: 'texts', help: 'methods that must be judged' },
  minCases: { type: 'integer', help: 'fewer judged vectors are too few', schema: { minimum: 0 } },
  timeout: { type: 'integer', help: 'milliseconds for each question', schema: { minimum: 1 } },
  startTimeout: {
    type: 'integer',
    help: 'milliseconds until the adapter describes itself',
    schema: { minimum: 1 },
  },
} as const satisfies Readonly<Record<string, SettingRow>>

type Types = { text: string; texts: readonly string[]; integer: number }
type Names = typeof SDK_SETTINGS

interface SettingsFile extends LiveSettings {
  readonly labels?: Labels
  readonly sdk?: { readonly [N in keyof Names]?: Types[Names[N]['type']] }
}

async function readSettingsFile(named?: string): Promise<{ file: string; settings: SettingsFile }> {
  const file = named ?? 'channelproof.yaml'
  if (named === undefined && !existsSync(file)) return { file, settings: {} }
  const [{ readForeignYaml }, { schemaCheck }] = await Promise.all([
    import('../../src/vectors/format/read.ts'),
    import('../suite/schemas.ts'),
  ])
  const text = await readInput(file)
  return { file, settings: readForeignYaml<SettingsFile>(text, file, schemaCheck('configuration')) }
}

/** Settings of `live`. @throws ChannelproofError with file and line */
export async function liveSettings(
  named: string | undefined,
): Promise<{ readonly settings: LiveSettings; readonly label: readonly string[]; readonly used: Used }> {
  const { file, settings } = await readSettingsFile(named)
  const { sdk: _, labels, ...ofLive } = settings
  return { settings: ofLive, label: asLabels(labels), used: ['--config', file] }
}

const asLabels = (labels: Labels = {}): string[] =>
  Object.entries(labels).map(([name, value]) => `${name}=${value}`)

type FileFlags = { readonly config?: string } & Partial<Pick<RawRunFlags, 'quiet' | 'label'>>

/**
 * Flags and command of the command line win over the file, whatever their value; a default that nobody wrote is none.
 * @param given the options that stand on the command line
 * @param isDevice the SDK listens or calls in: no command starts it
 * @throws ChannelproofError with file and line
 */
export async function withSdkSettings<F extends FileFlags>(
  command: readonly string[],
  flags: F,
  { given, isDevice }: { readonly given: OptionValues; readonly isDevice: boolean },
): Promise<{ readonly command: readonly string[]; readonly flags: F; readonly used: Used }> {
  const { file, settings } = await readSettingsFile(flags.config)
  const { command: own = [], ...rest } = settings.sdk ?? {}
  const isNamed = command.length > 0 || isDevice || process.argv.includes('--')
  const free = keysOf(rest).filter((name) => !(name in given))
  const taken = Object.fromEntries(free.map((name) => [name, flagOf(rest[name]!)]))
  const ofFile = asLabels(settings.labels)
  const names = [
    ...(isNamed || own.length === 0 ? [] : ['command']),
    ...Object.keys(taken),
    ...(ofFile.length > 0 ? ['labels'] : []),
  ]
  const label = [...ofFile, ...(flags.label ?? [])]
  if (names.length > 0 && !flags.quiet) warn(`${file} sets ${names.join(', ')}`)
  return { command: isNamed ? command : own, flags: { ...flags, ...taken, label }, used: ['--config', file] }
}

/** Flags are texts. */
const flagOf = (value: number | string | readonly string[]): string | readonly string[] =>
  typeof value === 'number' ? String(value) : value
