import { extname } from 'node:path'
import { BODY_KINDS } from '../../src/model/index.ts'
import { EXIT } from '../../src/report/exit.ts'
import { visible } from '../../src/report/visible.ts'
import { paint, printAs } from '../terminal/console.ts'
import { BODIES, inputName, readInput } from '../terminal/input.ts'
import { isOneOf } from '../../src/tables.ts'
import { wrongValue } from '../terminal/options.ts'
import { loadRequirements } from '../suite/index.ts'
import { parseJsonBody, type Parsed } from '../validate/json.ts'

export interface ValidateFlags {
  readonly body: string
  readonly level: string
  readonly json?: boolean
}

/**
 * `channelproof validate --body <kind> <file>`: what is wrong with a request body, where, and by which rule.
 * Exit code 0 if it is right, 1 if it is wrong, 2 if it could not be read.
 */
export async function validate(file: string, flags: ValidateFlags): Promise<number> {
  const kind = oneOf('--body', flags.body, BODY_KINDS)
  const level = oneOf('--level', flags.level, ['required', 'recommended'] as const)
  // An empty YAML body is null, which is wrong as any other that is no object.
  const parsed = await parseBody(await readInput(file, { ...BODIES, mayBeEmpty: true }), file)
  // Loading the schema validator takes some 30 ms, and not every input can be read.
  const { validationLines, validationOf } = await import('../validate/violations.ts')
  const rules = new Map((await loadRequirements()).map(({ id, statement }) => [id, statement]))
  const validation = validationOf(parsed, { file: inputName(file), kind, level, rules })
  await printAs(flags.json ?? false, validation, (masked) => `${validationLines(masked, paint).join('\n')}\n`)
  return validation.verdict === 'wrong' ? EXIT.fails : EXIT.conforms
}

/**
 * Reads a body as its name says; if the name says nothing, as JSON where it begins like a JSON object or array, else as
 * YAML. So a broken JSON text never passes because YAML is more lenient: `{"a": 1,}`.
 * @throws ChannelproofError `not-json` or `not-yaml` (exit code 2)
 */
async function parseBody(text: string, file: string): Promise<Parsed> {
  if (!isYaml(text, file)) return parseJsonBody(text, inputName(file))
  // Loading it takes some 30 ms.
  const { parseYamlBody } = await import('../validate/yaml.ts')
  return parseYamlBody(text, inputName(file))
}

function isYaml(text: string, file: string): boolean {
  const ending = extname(file).toLowerCase()
  if (ending === '.yaml' || ending === '.yml') return true
  return file !== '-' && ending !== '.json' && !/^\s*[[{]/.test(text)
}

function oneOf<T extends string>(option: string, value: string, values: readonly T[]): T {
  if (isOneOf(values, value)) return value
  throw wrongValue(option, visible(value), `use one of ${values.join(', ')}`)
}
