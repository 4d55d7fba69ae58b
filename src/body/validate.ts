import type { ErrorObject } from 'ajv/dist/2020.js'
import { ChannelproofError } from '../errors.ts'
import { isLostFraction, isObject, parseJson, readJson, valueAt, type JsonText } from '../json.ts'
import type { BodyKind, Json, JsonObject, Level } from '../model/index.ts'
import {
  beyondDoubles,
  duplicate,
  fromSchema,
  noJson,
  writtenAsFraction,
  type BodyViolation,
} from './violation.ts'
import { rulesAt } from './rules.ts'
import type { BodyOf } from './types.ts'
import { authToken, streamingStart, streamingStop, streamingUpdate } from './compiled.ts'

/** The most violations of each level: more say nothing new. */
const MOST = 1000
const SLICE = 100

/**
 * Lists the rules that a request body breaks, up to 1000 violations of each level; an empty list if it is right.
 * @param input JSON text, or a value that is no string. Only a text shows repeated members and how numbers are
 *   written; a body that is a JSON string has to be given as text: `'"x"'`
 */
export function validateBody(kind: BodyKind, input: string | Exclude<Json, string>): BodyViolation[] {
  return typeof input === 'string' ? readBody(kind, input).violations : schemaViolations(kind, input)
}

/** The same for a text, with the value that it holds; null where it is no JSON. */
export function readBody(kind: BodyKind, input: string): { value: Json; violations: BodyViolation[] } {
  const text = read(input)
  if ('message' in text) return { value: null, violations: [text] }
  const value = withFractions(text.value, input)
  return {
    value: text.value,
    violations: [...schemaViolations(kind, value), ...textViolations(kind, { ...text, value })],
  }
}

/** Puts a fraction that a double keeps in the place of one that it loses, so that no schema takes it for an integer. */
function withFractions(value: Json, text: string): Json {
  if (!/[0-9][.eE]/.test(text)) return value
  const exact = text.replace(STRINGS_AND_NUMBERS, (token) => (isLostFraction(token) ? '0.5' : token))
  return exact === text ? value : parseJson(exact)
}

const STRINGS_AND_NUMBERS = /"(?:[^"\\]+|\\.)*"|-?[0-9][-+.0-9eE]*/g

/** The text leaves such a body open, but it does not have the type of its schema. */
const MISFITS: ReadonlySet<string | undefined> = new Set(['API-NULL-MEMBER', 'UPDATE-TYPE-FLAG-ANSWER'])

/** The value of a text that breaks no rule, required or recommended, and has the type of its schema. */
export function rightBody<K extends BodyKind>(kind: K, input: string): BodyOf<K> | undefined {
  const { value, violations } = readBody(kind, input)
  const isWrong = violations.some((one) => one.level !== 'unspecified' || MISFITS.has(one.requirement))
  return isWrong ? undefined : (value as BodyOf<K> & JsonObject)
}

/** The violations that make a body wrong: those against the interface and, with `recommended`, against the standards. */
export const gatingViolations = (
  violations: readonly BodyViolation[],
  gating: Exclude<Level, 'unspecified'> = 'required',
): BodyViolation[] => violations.filter(({ level }) => level === 'required' || level === gating)

function read(input: string): JsonText | BodyViolation {
  try {
    return readJson(input)
  } catch (error) {
    if (error instanceof ChannelproofError) return noJson(error.message.replace(/^no JSON: /, ''))
    throw error
  }
}

function schemaViolations(kind: BodyKind, value: Json): BodyViolation[] {
  const violations: BodyViolation[] = []
  const counts = { required: 0, recommended: 0, unspecified: 0 }
  for (const error of schemaErrors(kind, value)) {
    const violation = fromSchema(kind, error, value)
    if (!violation || ++counts[violation.level] > MOST) continue
    violations.push(violation)
    if (counts.required === MOST) break
  }
  return violations
}

function schemaErrors(kind: BodyKind, value: Json): Iterable<ErrorObject> {
  if (!isObject(value)) return errorsOf(kind, value)
  const { streamList: list } = value
  return Array.isArray(list) && list.length > SLICE
    ? errorsInSlices(kind, value, list)
    : errorsOf(kind, value)
}

function errorsOf(kind: BodyKind, value: Json): readonly ErrorObject[] {
  const validate = validatorOf(kind)
  return validate(value) ? [] : (validate.errors ?? [])
}

/** As ajv compiles a schema: `errors` are those of the last call. */
type Validator = ((value: unknown) => boolean) & { errors?: ErrorObject[] | null }

const VALIDATORS: Readonly<Record<BodyKind, Validator>> = {
  'auth-token': authToken,
  'streaming-start': streamingStart,
  'streaming-update': streamingUpdate,
  'streaming-stop': streamingStop,
}

function validatorOf(kind: BodyKind): Validator {
  if (Object.hasOwn(VALIDATORS, kind)) return VALIDATORS[kind]
  throw new ChannelproofError(
    'unknown-body',
    `there is no body ${JSON.stringify(kind)}`,
    `Bodies are ${Object.keys(VALIDATORS).join(', ')}.`,
  )
}

/** ajv copies all earlier errors for each entry with one more: a list of very many wrong entries would take hours. */
function* errorsInSlices(kind: BodyKind, body: JsonObject, list: readonly Json[]): Generator<ErrorObject> {
  yield* errorsOf(kind, { ...body, streamList: list.slice(0, SLICE) })
  for (let start = SLICE; start < list.length; start += SLICE)
    for (const error of errorsOf(kind, { streamList: list.slice(start, start + SLICE) }))
      if (error.instancePath.startsWith('/streamList/')) yield shifted(error, start)
}

const shifted = (error: ErrorObject, by: number): ErrorObject => ({
  ...error,
  instancePath: error.instancePath.replace(/(?<=^\/streamList\/)[0-9]+/, (index) =>
    String(Number(index) + by),
  ),
})

function textViolations(kind: BodyKind, { value, duplicates, inexact }: JsonText): BodyViolation[] {
  // Most bodies hold none, and building the sets and lists below would take longer than to look.
  if (duplicates.length + inexact.length === 0) return []
  return [
    ...[...new Set(duplicates)].map(duplicate),
    ...[...new Set(inexact)].flatMap((pointer) => numberProblem(kind, value, pointer) ?? []),
  ]
}

/** Only integers that the interface lists: it does not show what layout and watermarks hold (section 2.3). */
function numberProblem(kind: BodyKind, value: Json, pointer: string): BodyViolation | undefined {
  const rule = rulesAt(kind, pointer)?.['number-text']
  const number = rule && valueAt(value, pointer)
  if (!rule || !Number.isInteger(number)) return undefined
  return Number.isSafeInteger(number) ? writtenAsFraction(pointer, rule) : beyondDoubles(pointer)
}
