import type { ErrorObject } from 'ajv/dist/2020.js'
import { isObject, own, pointerOf, valueAt } from '../json.ts'
import type { Blame, BodyKind, Json, Level, RequirementId } from '../model/index.ts'
import { isOptional, rulesAt, type Rule } from './rules.ts'

/**
 * One rule that a request body breaks. Violations of the level `required` make the body wrong. The other levels are found
 * as well, and the caller decides: `gatingViolations` picks those that count.
 */
export interface BodyViolation extends Blame {
  /** What is wrong, what the rule is, and its section. It may quote names out of the body. */
  readonly message: string
  /** Which kind of rule it breaks. */
  readonly level: Level
  /** The rule in vectors/requirements.yaml. */
  readonly requirement?: RequirementId
  /** Which member is missing or not listed: `instancePath` is then that of its object. */
  readonly member?: string
}

const MEMBER_OF: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
}

/**
 * Turns what ajv found into a violation; nothing for `if`, which only says that the error of its `then` follows.
 * @param body in which it was found
 */
export function fromSchema(kind: BodyKind, error: ErrorObject, body: Json): BodyViolation | undefined {
  const { keyword, instancePath, params } = error
  if (keyword === 'if') return undefined
  const member = params[MEMBER_OF[keyword] ?? ''] as string | undefined
  const pointer = instancePath + (member === undefined ? '' : pointerOf([member]))
  const [requirement, section, level = 'required'] = ruleOf(kind, pointer, error, body)
  return {
    keyword,
    instancePath,
    message: `${nameOf(pointer)} ${WORDS[requirement] ?? words(error)} (section ${section})`,
    level,
    requirement,
    ...(member !== undefined && { member }),
  }
}

function ruleOf(kind: BodyKind, pointer: string, error: ErrorObject, body: Json): Rule {
  const { keyword, data, instancePath } = error
  if (data === null && isOptional(kind, instancePath, isInSingle(body, instancePath)))
    return ['API-NULL-MEMBER', '2', 'unspecified']
  if (keyword === 'minimum' && data === 0) return ['STREAM-FLAG-ZERO', '2.3', 'recommended']
  // type and fps have their values as an enum, so a wrong JSON type breaks it as well.
  const key = keyword === 'enum' && !Number.isInteger(data) ? 'type' : keyword
  // An unlisted member has rules of its own where the text names it; otherwise the rules of its object apply.
  const rule = own(rulesAt(kind, pointer) ?? {}, key) ?? own(rulesAt(kind, instancePath) ?? {}, key)
  if (!rule) throw new Error(`src/body/rules.ts has no ${key} at ${kind} ${pointer}`)
  return rule
}

const isInSingle = (body: Json, pointer: string): boolean => {
  const entry = valueAt(body, pointer.replace(/\/[^/]*$/, ''))
  return isObject(entry) && entry['type'] === 2
}

/** Where the keyword alone would not say what the rule is. */
const WORDS: Readonly<Record<RequirementId, string>> = {
  'STREAM-USERID-SINGLE-REQUIRED': 'is missing: type 2 pushes one user, whom it has to name',
  'STREAM-FLAG-ZERO': 'must be at least 1: 0 names no media',
  'UPDATE-TYPE-FLAG-ANSWER': 'cannot be updated; whether it is refused or ignored is not shown',
  'API-NULL-MEMBER': 'is null; whether that is refused or taken for no member is not shown',
  'UPDATE-DELAYCLOSE': 'is not listed for updates; what one does with it is not shown',
}

function words({ keyword, params }: ErrorObject): string {
  const text = own(KEYWORDS, keyword)
  if (!text) throw new Error(`src/body/violation.ts has no words for ${keyword}`)
  return text(params)
}

const KEYWORDS: Readonly<Record<string, (params: ErrorObject['params']) => string>> = {
  required: () => 'is missing',
  additionalProperties: () => 'is not among the members that the interface lists',
  type: ({ type }) => `must be ${type === 'string' ? 'a' : 'an'} ${type}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  enum: ({ allowedValues }) => `must be ${(allowedValues as number[]).join(' or ')}`,
  pattern: () => 'must be an RTMP address, such as rtmp://host/path',
}

/** `/streamList/1/url` → `streamList[1].url`, as people write it. */
export function nameOf(pointer: string): string {
  if (pointer === '') return 'the body'
  if (!SPECIAL.test(pointer)) return pointer.slice(1).replaceAll('/', '.')
  const text = pointer.replace(STEP, (_, index?: string, name?: string) =>
    index === undefined ? `.${unescaped(name!)}` : `[${index}]`,
  )
  return text.startsWith('.') ? text.slice(1) : text
}

/** A cheap test for indices and escapes: most pointers hold neither. */
const SPECIAL = /[0-9~]/

/** One step of a JSON Pointer (RFC 6901): an index or a name. */
const STEP = /\/(?:(0|[1-9][0-9]*)(?=\/|$)|([^/]*))/g

const unescaped = (name: string): string =>
  name.includes('~') ? name.replaceAll('~1', '/').replaceAll('~0', '~') : name

/** A member twice in one object: RFC 8259 section 4, readers disagree about which of the two counts. */
export const duplicate = (instancePath: string): BodyViolation => ({
  keyword: 'duplicate',
  instancePath,
  message: `${nameOf(instancePath)} stands more than once in its object; names should be unique (RFC 8259 section 4)`,
  level: 'recommended',
  requirement: 'API-REQUEST-BODY-DUPLICATE-KEYS',
})

/** An integer written like 60.0 or 6e1. @param rule what leaves open whether a reader takes it */
export const writtenAsFraction = (instancePath: string, [requirement, section]: Rule): BodyViolation => ({
  keyword: 'number-text',
  instancePath,
  message: `${nameOf(instancePath)} is an integer written with a fraction or an exponent; that readers take it is not shown (section ${section})`,
  level: 'unspecified',
  requirement,
})

export const beyondDoubles = (instancePath: string): BodyViolation => ({
  keyword: 'number-text',
  instancePath,
  message: `${nameOf(instancePath)} is beyond 2^53 - 1; not every reader keeps such an integer (RFC 8259 section 6)`,
  level: 'unspecified',
})

/** The text is no JSON at all. @param why what the reader says of it */
export const noJson = (why: string): BodyViolation => ({
  keyword: 'json',
  instancePath: '',
  message: `the body must be one JSON text: ${why} (section 1)`,
  level: 'required',
  requirement: 'API-REQUEST-BODY-JSON',
})
