import { extname } from 'node:path'
import { wrongValue } from '../terminal/options.ts'
import { bodyFault } from '../../src/diagnose/captured.ts'
import type { BodyViolation } from '../../src/body/index.ts'
import { parseJson } from '../../src/json.ts'
import { BODY_KINDS, type BodyKind, type Json, type Requirement } from '../../src/model/index.ts'
import { EXIT } from '../../src/report/exit.ts'
import { visible } from '../../src/report/visible.ts'
import { parseJsonBody, type Parsed } from '../validate/json.ts'
import { paint, print } from '../terminal/console.ts'
import { inputName, readInput } from '../terminal/input.ts'
import { loadRequirements } from '../suite/index.ts'

export interface ValidateFlags {
  readonly body: string
  readonly level: string
}

const REQUEST: Readonly<Record<BodyKind, string>> = {
  'auth-token': 'POST /auth/token',
  'streaming-start': 'POST /streaming/start',
  'streaming-update': 'PUT /streaming/update',
  'streaming-stop': 'POST /streaming/stop',
}

/** How many mistakes are printed. */
const TOLD = 100

/**
 * `channelproof validate --body <kind> <file>`: what is wrong with a request body, where, and by which rule.
 * Exit code 0 if it is right, 1 if it is wrong, 2 if it could not be read.
 */
export async function validate(file: string, flags: ValidateFlags): Promise<number> {
  const kind = oneOf('--body', flags.body, BODY_KINDS)
  const level = oneOf('--level', flags.level, ['required', 'recommended'] as const)
  const parsed = await parseBody(await readInput(file), file)
  // Loading the schema validator takes some 30 ms, and not every input can be read.
  const { gatingViolations, validateBody } = await import('../../src/body/index.ts')
  const violations = inOrder(validateBody(kind, parsed.input), parsed)
  const gating = new Set(
    gatingViolations(
      violations.map(({ violation }) => violation),
      level,
    ),
  )
  const rules = new Map(
    violations.length > 0 ? (await loadRequirements()).map((rule) => [rule.id, rule]) : [],
  )
  const body = typeof parsed.input === 'string' ? parseJson(parsed.input) : parsed.input
  const told = violations
    .slice(0, TOLD)
    .map((placed) =>
      tell(placed, { name: inputName(file), parsed, body, rules, wrong: gating.has(placed.violation) }),
    )
  if (violations.length > TOLD) told.push(`… and more: these are the first ${TOLD}`)
  const wrong = gating.size > 0
  const verdict = `${inputName(file)}: ${wrong ? 'wrong' : 'right'} body for ${REQUEST[kind]}`
  await print(`${[...told, paint(wrong ? 'bad' : 'good', verdict)].join('\n')}\n`)
  return wrong ? EXIT.fails : EXIT.conforms
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
  const found = values.find((other) => other === value)
  if (found !== undefined) return found
  const advice = `use one of ${values.join(', ')}`
  throw wrongValue(option, visible(value), advice)
}

interface Placed {
  readonly violation: BodyViolation
  readonly offset: number
}

/** In the order of the text; mistakes at the same place by their words. */
const inOrder = (violations: readonly BodyViolation[], { offsetOf }: Parsed): Placed[] =>
  violations
    .map((violation) => ({ violation, offset: offsetOf(pointerTo(violation)) }))
    .sort((a, b) => a.offset - b.offset || (a.violation.message < b.violation.message ? -1 : 1))

/** A missing member has no place: its object is shown. */
const pointerTo = ({ keyword, instancePath, member }: BodyViolation): string =>
  keyword === 'additionalProperties'
    ? `${instancePath}/${member!.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : instancePath

interface Telling {
  readonly name: string
  readonly parsed: Parsed
  readonly body: Json
  readonly rules: ReadonlyMap<string, Requirement>
  readonly wrong: boolean
}

function tell({ violation, offset }: Placed, { name, parsed, body, rules, wrong }: Telling): string {
  const { line, column } = parsed.position(offset)
  const rule = rules.get(violation.requirement ?? '')
  const fault = bodyFault(violation, body)
  const label = wrong ? paint('bad', 'wrong') : paint('dim', violation.level)
  return [
    `${name}:${line}:${column}: ${label}: ${visible(violation.message)}`,
    ...(rule ? [paint('dim', `  ${rule.id}: ${rule.statement}`)] : []),
    ...(fault ? [paint('dim', `  fault ${fault}: see "channelproof explain ${fault}"`)] : []),
  ].join('\n')
}
