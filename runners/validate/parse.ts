import { extname } from 'node:path'
import { inputName } from '../terminal/input.ts'
import { type Parsed, parseJsonBody } from './json.ts'

/**
 * Reads a body as its name says; if the name says nothing, as JSON where it begins like a JSON object or array, else as
 * YAML. So a broken JSON text never passes because YAML is more lenient: `{"a": 1,}`.
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
