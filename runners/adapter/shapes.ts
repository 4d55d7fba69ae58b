import { createContext, Script } from 'node:vm'
import { ChannelproofError, codeOf, messageOf } from '../../src/errors.ts'
import { isKeyOf, isOneOf } from '../../src/tables.ts'
import type { Results } from './wire.ts'
import { listable } from '../../src/interface/bodies.ts'
import { LIMIT_SHAPES, type LimitShape } from '../../src/interface/values.ts'
import { isObject } from '../../src/json.ts'
import { BODY_KINDS, OPERATIONS, VERIFY_REASONS } from '../../src/model/index.ts'
import { OPTIONAL_JOIN_PARAMS } from '../../src/interface/joinParams.ts'
import { nearest } from '../../src/text.ts'

/** Longest time for one expression on one text, in milliseconds: some take years on 30 characters. */
const LONGEST = 100

/** The limit is wall-clock time, so a quick expression may be late on a busy machine; a slow one always is. */
const ATTEMPTS = 5

/** Lookaheads, lookbehinds and back references: with them the suite could not make a text that matches. */
const TOO_CLEVER = /\(\?<?[=!]|\\[1-9]|\\k</

function expressionProblem(expression: string): string | undefined {
  if (TOO_CLEVER.test(expression)) return 'must be an expression without lookaround and back reference'
  try {
    void new RegExp(expression, 'u')
    return undefined
  } catch (error) {
    return `must be an expression of ECMAScript with the flag u: ${messageOf(error)}`
  }
}

const context = createContext({ expression: '', text: '' })
const TEST = new Script('new RegExp(`^(?:${expression})$`, "u").test(text)')

/**
 * Does the whole text match?
 * @throws ChannelproofError `limits-slow` (exit code 2)
 */
export function wholeMatch(expression: string, text: string): boolean {
  Object.assign(context, { expression, text })
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    try {
      return TEST.runInContext(context, { timeout: LONGEST }) === true
    } catch (error) {
      if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    }
  throw new ChannelproofError(
    'limits-slow',
    `the expression ${JSON.stringify(expression)} in "limits" of describe takes longer than ${LONGEST} ms on a text of ${text.length} characters`,
    'Write it without repeats inside repeats, such as [a-z]+ for ([a-z]+)+.',
  )
}

/**
 * The shapes of schemas/adapter-protocol.schema.json that a run checks in every answer, by hand: loading a validator
 * would double the start of a run. A test compares the two.
 */
type Check = (value: unknown) => string | undefined

const must =
  (be: string, fits: (value: unknown) => boolean): Check =>
  (value) =>
    fits(value) ? undefined : `must ${be}`
const isListOf = (fits: (item: unknown) => boolean, value: unknown): boolean =>
  Array.isArray(value) && value.every(fits)
const isText = (value: unknown): boolean => typeof value === 'string'

const text = must('be a string', isText)
const texts = must('be an array of strings', (value) => isListOf(isText, value))
const anyOf = (...allowed: readonly string[]): Check =>
  must(`be an array of some of ${allowed.join(', ')}`, (value) =>
    isListOf((item) => isOneOf(allowed, item), value),
  )
const someOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    anyOf(...allowed)(Array.isArray(value) && value.length === 0 ? undefined : value)
const object = must('be an object', isObject)
const truth = must('be true or false', (value) => typeof value === 'boolean')
const count = must('be a whole number from 1 on', (value) => Number.isInteger(value) && Number(value) >= 1)
const one = (...allowed: readonly unknown[]): Check =>
  must(`be ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`, (value) => allowed.includes(value))
const whole = must('be a whole number', Number.isInteger)
const name: Check = (value) => text(value) ?? (value === '' ? 'must not be empty' : undefined)

type Members = Readonly<Record<string, Check>>

/** An object of these members; others are ignored. */
const shape =
  (required: Members, optional: Members = {}): Check =>
  (value) => {
    if (!isObject(value)) return 'must be an object'
    for (const [member, check] of Object.entries({ ...required, ...optional })) {
      const isThere = Object.hasOwn(value, member)
      if (!isThere && member in required) return `has no member ${member}`
      const problem = isThere ? check(value[member]) : undefined
      if (problem !== undefined) return `${member} ${problem}`
    }
    return undefined
  }

/** An object of these members, each of which may be missing, and of no others. */
const closed =
  (members: Members): Check =>
  (value) => {
    const other = isObject(value) && Object.keys(value).find((name_) => !Object.hasOwn(members, name_))
    if (typeof other === 'string')
      return `has a member ${other}; there are ${Object.keys(members).join(', ')}`
    return shape({}, members)(value)
  }

const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) ? value.map(check).find((problem) => problem !== undefined) : 'must be an array'

const isInOrder = (value: unknown) => !(isObject(value) && Number(value['min']) > Number(value['max']))
const inOrder = must('have a min that is at most max', isInOrder)
/** Readers of JSON round larger ones (RFC 8259 section 6). */
const exact: Check = (value) => whole(value) ?? inRange(value)
const inRange = must('lie within ±(2^53 − 1)', Number.isSafeInteger)
const bounded = closed({ min: exact, max: exact })
const bounds: Check = (value) => bounded(value) ?? inOrder(value)
const expression: Check = (value) => text(value) ?? expressionProblem(String(value))

const LIMITS: Readonly<Record<LimitShape, Check>> = { expression, bounds, minimum: closed({ min: exact }) }

/** A list may be empty: required members are always there. */
const membersOfBody =
  (names: readonly string[]): Check =>
  (value) =>
    Array.isArray(value) && value.includes('layout')
      ? 'must not hold layout: say "layout": true beside the operations'
      : anyOf(...names)(value)
const MEMBERS: Members = {
  ...Object.fromEntries(OPERATIONS.map((operation) => [operation, membersOfBody(listable(operation))])),
  layout: truth,
}

const accepted = shape({ valid: one(true), joinParams: object })
const refused = shape({ valid: one(false) }, { reason: one(...VERIFY_REASONS) })

const called = shape({ ok: one(true) }, { status: whole, token: text })
const failure = one('http', 'network', 'timeout', 'protocol')
const notCalled = shape({ ok: one(false), kind: failure }, { status: whole, code: text })

const SDK: Members = { name, version: text, language: text }
const TELLS: Members = { status: truth, code: truth }
const DESCRIBE = {
  required: { protocol: one(1), sdk: shape(SDK), methods: texts, clock: one('injected', 'system') },
  optional: {
    joinParams: texts,
    always: list(one(...OPTIONAL_JOIN_PARAMS)),
    limits: closed(
      Object.fromEntries(Object.entries(LIMIT_SHAPES).map(([member, is]) => [member, LIMITS[is]])),
    ),
    maxInFlight: count,
    maxLineBytes: count,
    authorization: one('given', 'own'),
    retriesStart: truth,
    operations: someOf(...OPERATIONS),
    members: closed(MEMBERS),
    baseUrl: one('origin'),
    advertise: name,
    tells: shape({}, TELLS),
  },
}

/** What is wrong with the result of a method; undefined if it is right. */
export const RESULT_SHAPES: { readonly [M in keyof Results]: Check } = {
  describe: shape(DESCRIBE.required, DESCRIBE.optional),
  'token.params': shape({ params: text }),
  'token.signature': shape({ signature: text }),
  'token.issue': shape({ token: text }),
  'token.verify': (value) => (isObject(value) && value['valid'] === false ? refused(value) : accepted(value)),
  'client.call': (value) => (isObject(value) && value['ok'] === false ? notCalled(value) : called(value)),
}

/** What is wrong with the result of any method, in words; undefined where the protocol has no such method. */
export const resultProblem = (method: string, value: unknown): string | undefined =>
  isKeyOf(RESULT_SHAPES, method) ? RESULT_SHAPES[method](value) : undefined

/** Is this a result of the method, as schemas/adapter-protocol.schema.json has it? */
export const isResult = <M extends keyof Results>(method: M, value: unknown): value is Results[M] =>
  RESULT_SHAPES[method](value) === undefined

/** The params of the methods that `diagnose` takes, from files that people write. */
const QUESTION_SHAPES: Readonly<Record<string, Check>> = {
  'token.params': shape({ joinParamsJson: text }),
  'token.signature': shape({ version: text, appId: text, timestamp: whole, params: text, appSecret: text }),
  'token.issue': shape({ appId: text, appSecret: text, joinParams: () => undefined, timestamp: whole }),
  'token.verify': shape({ token: text, appId: text, appSecret: text, now: whole }),
  'body.validate': shape({ kind: one(...BODY_KINDS), body: text }),
}

/** What is wrong with the params of a question, in words; nothing if they are right. */
export const paramsProblem = (method: string, params: unknown): string | undefined =>
  QUESTION_SHAPES[method]?.(params)

/** Members of `describe` that the suite does not know: a misspelt one would have no effect, silently. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // The last one the suite itself puts there.
  '': [...Object.keys({ ...DESCRIBE.required, ...DESCRIBE.optional }), 'meets'],
  sdk: Object.keys(SDK),
  tells: Object.keys(TELLS),
}

/** One line for each of them. Those that begin with x- are an adapter's own. */
export const unknownMembers = (description: object): string[] =>
  Object.entries(KNOWN).flatMap(([path, known]) => {
    const members = path === '' ? description : (description as Record<string, object>)[path]
    const names = Object.keys(members ?? {}).filter((name) => !known.includes(name) && !name.startsWith('x-'))
    const before = path === '' ? '' : `${path}.`
    return names.map(
      (name) =>
        `describe has the member ${JSON.stringify(before + name)}, which the suite does not know and ignores; ` +
        `the nearest known one is "${before}${nearest(name, known)}".`,
    )
  })
