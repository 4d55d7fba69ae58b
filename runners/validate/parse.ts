import { extname } from 'node:path'
import type { Json } from '../../src/model/index.ts'
import { inputName } from '../terminal/input.ts'
import { parseJsonBody } from './json.ts'

/** A body that was read, and where its members stand. */
export interface Parsed {
  /** JSON text, or the value of a YAML text. */
  readonly input: string | Exclude<Json, string>
  readonly offsetOf: (pointer: string) => number
  /** Both counted from 1. */
  readonly position: (offset: number) => { readonly line: number; readonly column: number }
}

/**
 * Reads a body as its name says; without a telling name JSON where it begins like a JSON object or array, else YAML.
 * So a broken JSON text never passes because YAML is more lenient: `{"a": 1,}`.
 * @throws ChannelproofError `not-json` or `not-yaml` (exit code 2)
 */
export async function parseBody(text: string, file: string): Promise<Parsed> {
  if (!isYaml(text, file)) return parseJsonBody(text, inputName(file))
  // Loading it takes some 30 ms.
  const { parseYamlBody } = await import('./yaml.ts')
  return parseYamlBody(text, inputName(file))
}

function isYaml(text: string, file: string): boolean {
  const ending = extname(file).toLowerCase()
  if (ending === '.yaml' || ending === '.yml') return true
  return file !== '-' && ending !== '.json' && !/^\s*[[{]/.test(text)
}
