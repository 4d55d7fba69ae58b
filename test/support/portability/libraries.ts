import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { rootFile } from '../../../runners/suite/files.ts'
import { noteMissing } from '../leftOut.ts'
import { needsTool } from '../programs.ts'

/** A YAML library of another language: the program that runs it, and a command that fails where it is missing. */
export interface Library {
  readonly name: string
  readonly program: string
  readonly probe: readonly string[]
  readonly folder: string
}

export const FOLDER = rootFile('test', 'portability')
export const GO_FOLDER = join(FOLDER, 'go')

const python = (name: string, module: string): Library => ({
  name,
  program: 'python3',
  probe: ['-c', `import ${module}`],
  folder: FOLDER,
})

export const PYYAML = python('PyYAML', 'yaml')
export const RUAMEL = python('ruamel.yaml', 'ruamel.yaml')
export const PSYCH: Library = {
  name: 'psych',
  program: 'ruby',
  probe: ['-e', 'require "yaml"'],
  folder: FOLDER,
}
export const GO_YAML: Library = {
  name: 'gopkg.in/yaml.v3',
  program: 'go',
  probe: ['mod', 'download'],
  folder: GO_FOLDER,
}

/**
 * Can this library be used here? As `needsTool`: skipped by name on a user's machine, failed in CI.
 * @throws Error where CI lacks the library
 */
export function needsLibrary({ name, program, probe, folder }: Library): boolean {
  if (!needsTool(program)) return false
  const { status, stderr } = spawnSync(program, probe, { cwd: folder, encoding: 'utf8', timeout: 60_000 })
  if (status !== 0 && process.env['CI'])
    throw new Error(`CI must have ${name}: its tests may not be skipped there. ${program} says: ${stderr}`)
  if (status !== 0) noteMissing(name)
  return status === 0
}
