/** What the page can do: each tool is a row with its fields, and a function from what they hold to the text of a result. */
import { isDeepStrictEqual } from 'node:util'
import { ChannelproofError, messageOf } from '../../src/errors.ts'
import { dateOf } from '../../src/inspect/clocks.ts'
import { inspectText, LONGEST_TEXT } from '../../src/inspect/index.ts'
import { JOIN_PARAMS, joinParam } from '../../src/interface/joinParams.ts'
import { holdsObject, readJson } from '../../src/json.ts'
import { BODY_KINDS, type Json, type JsonObject } from '../../src/model/index.ts'
import { inspectionText } from '../../src/report/inspection.ts'
import type { TextContext } from '../../src/report/text.ts'
import { visible } from '../../src/report/visible.ts'
import { wholeSeconds } from '../../src/text.ts'
import {
  expiryOf,
  joinParamsViolations,
  parse,
  trace,
  trueReasons,
  verify,
  TokenError,
} from '../../src/token/index.ts'
import { parseJsonBody } from '../validate/json.ts'
import { validationLines, validationOf, REQUEST } from '../validate/violations.ts'
import { Secrets } from '../terminal/secrets.ts'

/** What the fields hold, by their names; a tick is `on` or empty. */
export type Values = Readonly<Record<string, string>>

interface Around {
  /** Unix seconds. */
  readonly clock: number
  readonly rules: ReadonlyMap<string, string>
  readonly paint: TextContext['paint']
  /** Takes the app secret out of a value. */
  readonly mask: <T>(value: T) => T
}

function inspected(values: Values, { clock, paint, mask }: Around): string {
  const fix = Boolean(values['fix'])
  // An empty field is none, as an empty variable.
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const { appSecret, appId, channelId, userId } = given
  const known = { now: timeOf(values, clock), appSecret, appId, channelId, userId }
  if (fix) due(values, 'appSecret')
  return inspectionText(mask(inspectText(tokenOf(values), known, { fix })), paint)
}

function verified(values: Values, { clock, paint }: Around): string {
  const token = tokenOf(values)
  const verifier = { ...appIn(values), now: timeOf(values, clock) }
  const expected = values['expected']?.trim() ? objectIn(values['expected']) : {}
  const found = verify(token, verifier)
  if (found.valid) return validText(token, found.joinParams, expected, paint)
  const head = paint('bad', `REFUSED: ${visible(found.message)} (${found.reason})`)
  return result(head, [`every reason: ${trueReasons({ token, ...verifier }).join(', ')}`])
}

function validText(token: string, held: JsonObject, expected: JsonObject, paint: Around['paint']): string {
  const others = differences(held, expected)
  const head =
    others.length > 0
      ? paint('bad', 'VALID, but not for the join parameters that you expect')
      : paint('good', `VALID until ${dateOf(expiryOf(parse(token), held))}`)
  const members = Object.entries(held).map(([name, value]) => [name, JSON.stringify(value)] as const)
  return result(head, [...others, ...table(members)])
}

const result = (head: string, lines: readonly string[]): string => [head, '', ...lines].join('\n')

const differences = (held: JsonObject, expected: JsonObject): string[] =>
  Object.entries(expected).flatMap(([name, value]) => {
    const is = heldIn(held, name)
    if (isDeepStrictEqual(is, value)) return []
    const got = is === undefined ? 'missing' : JSON.stringify(is)
    return [visible(`${name} is ${got}, expected ${JSON.stringify(value)}`)]
  })

/** A member that is missing means its default. */
const heldIn = (held: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(held, name) ? held[name] : joinParam(name)?.default

function built(values: Values, { clock, paint }: Around): string {
  const joinParams = joinParamsIn(values)
  const broken = joinParamsViolations(joinParams).map(({ message }) => message)
  if (broken.length > 0) return result(paint('bad', 'No token: the join parameters break a rule'), broken)
  const timestamp = timeOf(values, clock)
  const steps = trace(JSON.stringify(joinParams), { ...appIn(values), timestamp })
  const expiry = dateOf(expiryOf({ timestamp: String(timestamp) }, joinParams))
  const head = paint('good', `Built: it is valid until ${expiry}`)
  return result(head, [visible(steps.token), '', ...stepLines(steps)])
}

/** In the order in which code makes them; of the key only its length, because it is the secret. */
const stepLines = (steps: ReturnType<typeof trace>): string[] =>
  table([
    ['json', steps.joinParamsJson],
    ['params', steps.params],
    ['message', steps.message],
    ['key', `the ${steps.keyHex.length / 2} bytes of the app secret in UTF-8`],
    ['hmac', steps.hmacHex],
    ['signature', steps.signature],
  ])

/** Digits are an integer; anything else stays the text that it is, so that the rule names it. */
const joinParamsIn = (values: Values): JsonObject =>
  Object.fromEntries(
    JOIN_PARAMS.flatMap(({ name, type }): [string, Json][] => {
      const text = values[name] ?? ''
      const number = Number(text)
      const isInteger = type === 'integer' && /^-?[0-9]+$/.test(text) && Number.isSafeInteger(number)
      return text === '' ? [] : [[name, isInteger ? number : text]]
    }),
  )

/** The same lines as the command prints, its last one first. */
function checked(values: Values, { rules, paint }: Around): string {
  const kind = BODY_KINDS.find((one) => one === values['kind']) ?? BODY_KINDS[0]
  const level = values['level'] === 'recommended' ? 'recommended' : 'required'
  const parsed = parseJsonBody(values['json'] ?? '', 'body')
  const validation = validationOf(parsed, { file: 'body', kind, level, rules })
  const isWrong = validation.verdict === 'wrong'
  const verdict = `${isWrong ? 'WRONG' : 'right'} body for ${validation.request}`
  return result(paint(isWrong ? 'bad' : 'good', verdict), validationLines(validation, paint).slice(0, -1))
}

const table = (rows: readonly (readonly [name: string, text: string])[]): string[] => {
  const wide = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, text]) => `${name.padEnd(wide)}${visible(text)}`)
}

function tokenOf({ token = '' }: Values): string {
  if (token.trim() === '')
    throw new ChannelproofError('no-token', 'there is no token', 'Paste it into its field.')
  if (token.length <= LONGEST_TEXT) return token
  const advice = 'Paste the token alone.'
  throw new ChannelproofError('input-too-large', 'the text is far too long for a token', advice)
}

function due(values: Values, name: 'appId' | 'appSecret'): string {
  if (values[name]) return values[name]
  const label = name === 'appId' ? 'appId' : 'app secret'
  const advice = 'Fill in its field, at the top of the page.'
  throw new ChannelproofError('missing-field', `there is no ${label}`, advice)
}

const appIn = (values: Values) => ({ appId: due(values, 'appId'), appSecret: due(values, 'appSecret') })

function timeOf({ now = '' }: Values, clock: number): number {
  const seconds = now === '' ? clock : wholeSeconds(now)
  if (seconds !== undefined) return seconds
  const advice = 'Give Unix seconds, or nothing.'
  throw new ChannelproofError('wrong-time', `the time ${JSON.stringify(now)} cannot be used`, advice)
}

/** @throws ChannelproofError `json-malformed`, `no-object` */
function objectIn(json: string): JsonObject {
  const text = readJson(json)
  if (holdsObject(text)) return text.value
  const advice = 'Write {"channelId":"…"}.'
  throw new ChannelproofError('no-object', 'the expected join parameters are no JSON object', advice)
}

export interface InputField {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'secret' | 'area' | 'tick' | 'choice'
  readonly hint?: string
  /** Of a choice: values with their words. */
  readonly choices?: readonly (readonly [value: string, words: string])[]
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly does: string
  readonly button: string
  /** Names of the fields above all tools that it reads. */
  readonly shared: readonly string[]
  readonly fields: readonly InputField[]
  /** The verdict in the first line. @throws ChannelproofError, TokenError: what the fields hold cannot be used */
  readonly run: (values: Values, around: Around) => string
}

export const SHARED: readonly InputField[] = [
  { name: 'appId', label: 'appId', kind: 'text' },
  {
    name: 'appSecret',
    label: 'App secret',
    kind: 'secret',
    hint: 'Results call it CHANNELPROOF_APP_SECRET, as the command does.',
  },
  { name: 'now', label: 'Time', kind: 'text', hint: 'Unix seconds. Empty: the clock of this machine.' },
]

const GATING = { required: 'the interface', recommended: 'the interface and the standards' }
const TOKEN: InputField = { name: 'token', label: 'Token, or a text that holds it', kind: 'area' }

export const TOOLS: readonly Tool[] = [
  {
    name: 'inspect',
    title: 'Inspect a token',
    does: 'What is wrong with a token, where, and which fault makes it so. The same as the command inspect.',
    button: 'Inspect',
    shared: ['appId', 'appSecret', 'now'],
    fields: [
      TOKEN,
      { name: 'channelId', label: 'channelId that the client joins with', kind: 'text', hint: 'Optional.' },
      { name: 'userId', label: 'userId that the client joins with', kind: 'text', hint: 'Optional.' },
      { name: 'fix', label: 'Make the right token as well', kind: 'tick' },
    ],
    run: inspected,
  },
  {
    name: 'verify',
    title: 'Verify a token',
    does: 'What a verifier says of a token, and whether it is for the join parameters that you expect.',
    button: 'Verify',
    shared: ['appId', 'appSecret', 'now'],
    fields: [
      { ...TOKEN, label: 'Token' },
      {
        name: 'expected',
        label: 'Expected join parameters',
        kind: 'area',
        hint: 'Optional: a JSON object. Members that it does not name may hold anything.',
      },
    ],
    run: verified,
  },
  {
    name: 'build',
    title: 'Build a token',
    does: 'A right token with every value on the way, to compare with your code step by step.',
    button: 'Build',
    shared: ['appId', 'appSecret', 'now'],
    fields: JOIN_PARAMS.map(({ name, type, required }) => ({
      name,
      label: name,
      kind: 'text',
      hint: `${type}${required ? '' : ', optional'}`,
    })),
    run: built,
  },
  {
    name: 'body',
    title: 'Check a request body',
    does: 'Every rule that a body breaks. The same as the command validate.',
    button: 'Check',
    shared: [],
    fields: [
      { name: 'kind', label: 'Request', kind: 'choice', choices: Object.entries(REQUEST) },
      { name: 'level', label: 'What makes it wrong', kind: 'choice', choices: Object.entries(GATING) },
      { name: 'json', label: 'Body in JSON', kind: 'area' },
    ],
    run: checked,
  },
]

/** The text of a result, or of what is wrong with the fields. The secret does not stand in it, in whatever form. */
export function resultOf(tool: Tool, values: Values, given: Omit<Around, 'mask'>): string {
  const secrets = new Secrets()
  secrets.add(values['appSecret'])
  try {
    return secrets.text(tool.run(values, { ...given, mask: (value) => secrets.mask(value) }))
  } catch (error) {
    return secrets.text(given.paint('bad', visible(problemIn(error))))
  }
}

function problemIn(error: unknown): string {
  if (error instanceof ChannelproofError) return `${error.message}. ${error.advice}`
  if (error instanceof TokenError) return `${error.message} [${error.code}]`
  // A bug of ours must not leave the result of before.
  return `this page failed, which is a bug of channelproof: ${messageOf(error)}`
}
