import { gatingViolations, validateBody, type BodyViolation } from '../../src/body/index.ts'
import { bodyFault } from '../../src/diagnose/captured.ts'
import { BODY_OF, ROUTES } from '../../src/interface/operations.ts'
import { parseJson } from '../../src/json.ts'
import type { BodyKind, Json, Level } from '../../src/model/index.ts'
import type { TextContext } from '../../src/report/text.ts'
import { visible } from '../../src/report/visible.ts'
import { keysOf } from '../../src/tables.ts'
import type { Parsed } from './json.ts'

/** The request of each kind of body. */
export const REQUEST = Object.fromEntries(
  keysOf(ROUTES).map((one) => [BODY_OF[one], `${ROUTES[one].method} ${ROUTES[one].path}`]),
) as Readonly<Record<BodyKind, string>>

const MOST_TOLD = 100

/** What `validate --json` prints: schemas/validation.schema.json. */
export interface Validation {
  readonly schema: 1
  readonly file: string
  /** Method and path. */
  readonly request: string
  readonly verdict: 'right' | 'wrong'
  /** In the order of the text. */
  readonly violations: readonly Told[]
}

interface Told {
  /** From 1. */
  readonly line: number
  readonly column: number
  /** JSON Pointer of the value, or of the object that lacks one. */
  readonly path: string
  readonly says: string
  readonly level: BodyViolation['level']
  /** It counts at the level asked for. */
  readonly isWrong: boolean
  readonly rule?: { readonly id: string; readonly statement: string }
  /** Id in the catalogue of faults. */
  readonly fault?: string
}

interface Asked {
  readonly file: string
  readonly kind: BodyKind
  readonly level: Exclude<Level, 'unspecified'>
  /** The sentences of the rules by their ids. */
  readonly rules: ReadonlyMap<string, string>
}

/** What is wrong with a body, where, by which rule, and whether that makes it wrong. */
export function validationOf(parsed: Parsed, { file, kind, level, rules }: Asked): Validation {
  const violations = inOrder(validateBody(kind, parsed.input), parsed)
  const all = violations.map(({ violation }) => violation)
  const gating = new Set(gatingViolations(all, level))
  const body = typeof parsed.input === 'string' ? parseJson(parsed.input) : parsed.input
  return {
    schema: 1,
    file,
    request: REQUEST[kind],
    verdict: gating.size > 0 ? 'wrong' : 'right',
    violations: violations.map(({ violation, offset }) => ({
      ...parsed.position(offset),
      path: violation.instancePath,
      says: violation.message,
      level: violation.level,
      isWrong: gating.has(violation),
      ...factsOf(violation, rules, body),
    })),
  }
}

const inOrder = (violations: readonly BodyViolation[], { offsetOf }: Parsed) =>
  violations
    .map((violation) => ({ violation, offset: offsetOf(pointerTo(violation)) }))
    .sort((a, b) => a.offset - b.offset || (a.violation.message < b.violation.message ? -1 : 1))

/** A missing member has no place: its object is shown. */
const pointerTo = ({ keyword, instancePath, member }: BodyViolation): string =>
  keyword === 'additionalProperties'
    ? `${instancePath}/${member!.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : instancePath

function factsOf(violation: BodyViolation, rules: Asked['rules'], body: Json): Pick<Told, 'rule' | 'fault'> {
  const { requirement: id = '' } = violation
  const statement = rules.get(id)
  const fault = bodyFault(violation, body)
  return {
    ...(statement !== undefined && { rule: { id, statement } }),
    ...(fault !== undefined && { fault }),
  }
}

/** One to three lines for each violation, the first hundred of them, and the verdict. */
export const validationLines = (
  { file, request, verdict, violations }: Validation,
  paint: TextContext['paint'],
): readonly string[] => [
  ...violations.slice(0, MOST_TOLD).map((one) => tell(one, file, paint)),
  ...(violations.length > MOST_TOLD ? [`… and more: these are the first ${MOST_TOLD}`] : []),
  paint(verdict === 'wrong' ? 'bad' : 'good', `${file}: ${verdict} body for ${request}`),
]

function tell(told: Told, file: string, paint: TextContext['paint']): string {
  const { line, column, says, level, isWrong, rule, fault } = told
  const label = isWrong ? paint('bad', 'wrong') : paint('dim', level)
  return [
    `${file}:${line}:${column}: ${label}: ${visible(says)}`,
    ...(rule ? [paint('dim', `  ${rule.id}: ${rule.statement}`)] : []),
    ...(fault ? [paint('dim', `  fault ${fault}: see "npx channelproof explain ${fault}"`)] : []),
  ].join('\n')
}
