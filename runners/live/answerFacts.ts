import { ChannelproofError } from '../../src/errors.ts'
import { readJson, isObject, own } from '../../src/json.ts'
import type { Answer, EndpointAnswer, IssuedToken, Json, JsonObject } from '../../src/model/index.ts'
import { equalInConstantTime, parse, sign, TokenError } from '../../src/token/index.ts'
import type { LiveConfig } from './config.ts'
import type { Received, NoAnswer, Got } from './http.ts'
import { delay } from './rateLimit.ts'

type Facts = Pick<EndpointAnswer, 'texts' | 'code' | 'token' | 'members' | 'duplicates' | 'noJson'>

/** What headers and body of an answer show, without secrets. */
export function factsOf(headers: Received['headers'], body: string, config: LiveConfig): Facts {
  const pointer = config.errorCodePointer
  const inHeaders = pointer === undefined ? Object.values(headers).flat().filter(isLikeCode) : []
  // The interface does not show bodies of success, so there may be none.
  if (body === '') return { texts: inHeaders }
  try {
    const { value, duplicates } = readJson(body)
    const token = takeApart(value, config)
    const code = codeIn(value)
    return {
      texts: [...textsOf(value, pointer), ...inHeaders],
      ...(code !== undefined && { code }),
      ...(token && { token }),
      ...(isObject(value) && { members: Object.keys(value).filter((name) => value[name] !== null) }),
      duplicates,
    }
  } catch (error) {
    if (!(error instanceof ChannelproofError)) throw error
    // The message of JSON.parse quotes the body, which may hold a token.
    return {
      texts: inHeaders,
      noJson: error.message.includes('deeply') ? 'nested too deeply' : shapeOf(body),
    }
  }
}

/** Words with dots, as the codes of section 7.1. */
export const isLikeCode = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Za-z]+(?:\.[A-Za-z]+)+$/.test(text)

const CODE_NAME = /^(?:err(?:or)?[-_]?)?code$/i

function codeIn(value: Json | undefined): string | undefined {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one !== 'object' || one === null) continue
    for (const [name, inner] of Object.entries(one))
      if (typeof inner === 'string' && CODE_NAME.test(name)) return inner
      else left.push(inner)
  }
  return undefined
}

const shapeOf = (body: string): string =>
  `${Buffer.byteLength(body)} bytes${/^\s*</.test(body) ? ' that look like HTML or XML' : ''}`

/** Every text and name in a JSON value; with a pointer only the text that stands there. Leaves out the secret token. */
function textsOf(value: Json | undefined, pointer: string | undefined): string[] {
  if (pointer !== undefined) {
    const found = pointer.split('/').slice(1).reduce(member, value)
    return typeof found === 'string' ? [found] : []
  }
  const texts: string[] = []
  // Not recursive: an answer may be nested to any depth.
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string') texts.push(one)
    if (typeof one === 'object' && one !== null)
      for (const [name, inner] of Object.entries(one)) if (name !== 'token') left.push(inner, name)
  }
  return texts.reverse()
}

const member = (value: Json | undefined, step: string): Json | undefined =>
  typeof value === 'object' && value !== null
    ? own(value as JsonObject, step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : undefined

/** Takes an issued token apart, so that neither it nor the secret goes any further. */
export function takeApart(value: Json | undefined, { app, skew }: LiveConfig): IssuedToken | undefined {
  const token = member(value, 'token')
  if (typeof token !== 'string') return undefined
  try {
    const parts = parse(token)
    const { version, timestamp, params, appId, signature } = parts
    const { appSecret: secret } = app
    const isRight = secret !== undefined && equalInConstantTime(sign(parts, secret), signature)
    const fits = secret === undefined ? {} : { signatureFits: isRight }
    return { version, timestamp, params, appIdFits: appId === app.appId, ...fits, skew }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    return { misformed: error.message, skew }
  }
}

/** Tokens somewhere in a body: a reader of the report could use them. */
export const tokensIn = (texts: readonly string[]): string[] => texts.filter((text) => TOKEN.test(text))

const TOKEN = /^02\.[^.]+\.[0-9]+\.[^.]+\.[^.]+$/

/** Seconds by which the header Date is ahead of our clock. */
export function clockOff({ headers }: Pick<Received, 'headers'>): number | undefined {
  const date = Date.parse(String(headers['date']))
  return Number.isNaN(date) ? undefined : (date - Date.now()) / 1000
}

/** Unix seconds with a fraction. */
export const unixNow = (): number => Date.now() / 1000

type Broken = 'not-asked' | 'timeout' | 'crash'

/** No answer that could be judged. */
export const brokenAnswer = (reason: Broken, message: string, askedAt: number): Answer => ({
  kind: 'broken',
  reason,
  message,
  askedAt,
  answeredAt: unixNow(),
})

/** The run was over before this question's turn. */
export const notAskedAt = (why: string, askedAt: number): Answer =>
  brokenAnswer('not-asked', `Not asked: ${why}.`, askedAt)

/** Bounds of the operator: what does not fit is left out and is no failure. */
const BOUNDS = {
  requests: '--max-requests leaves too few requests for it and its clean-up',
  time: '--max-time was over before its turn',
} as const

export const beyondBudget = (bound: keyof typeof BOUNDS, askedAt: number): Answer => ({
  kind: 'unsupported',
  reason: 'beyond-budget',
  why: BOUNDS[bound],
  askedAt,
  answeredAt: askedAt,
})

/** A condition of the question was not met: that is no failure. */
export const notJudged = (why: string, askedAt: number): Answer => ({
  kind: 'unsupported',
  reason: 'not-judged',
  why: `not judged: ${why}`,
  askedAt,
  answeredAt: unixNow(),
})

export function unanswered({ reason, message }: NoAnswer, askedAt: number): Answer {
  if (reason === 'not-sent') return notAskedAt(message, askedAt)
  if (reason === 'no-time') return beyondBudget('time', askedAt)
  if (reason === 'not-judged') return notJudged(message, askedAt)
  return brokenAnswer(reason === 'timeout' ? 'timeout' : 'crash', `No answer: ${message}.`, askedAt)
}

/** A request that must come before the question did not succeed. */
export function unprepared(operation: string, got: Got, askedAt: number): Answer {
  if ('reason' in got) return unanswered(got, askedAt)
  return notJudged(`${operation}, which has to come before, was answered ${got.status}`, askedAt)
}

/** A monotonic clock, in milliseconds, that can wait. */
export interface Time {
  readonly now: () => number
  readonly wait: (millis: number, signal?: AbortSignal) => Promise<void>
}

/** Tokens so far apart, in milliseconds, cannot have the same second: a clock may be slowed down, not that much. */
const APART = 2000
/** A timer may be a little early. */
const SLACK = 50

/** The clock with which an endpoint stamps its tokens. It is known to move once two timestamps differ. */
export class StampClock {
  readonly #time: Time
  #first: { readonly token: IssuedToken; readonly at: number } | undefined
  #isMoving = false

  constructor(time: Time = { now: () => performance.now(), wait: delay }) {
    this.#time = time
  }

  now(): number {
    return this.#time.now()
  }

  /**
   * The token, and for how many whole seconds the clock has certainly stood still: every token so far has the timestamp
   * of the first. A token for the same join parameters may be the earlier one, handed out again (section 2.1).
   * @param askedAt before the request was sent
   */
  stamped(token: IssuedToken, askedAt: number): IssuedToken {
    if (token.timestamp === undefined) return token
    const first = (this.#first ??= { token, at: this.now() })
    this.#isMoving ||= token.timestamp !== first.token.timestamp
    const apart = askedAt - first.at
    const isInDoubt = this.#isMoving || token.params === first.token.params || apart < APART
    return isInDoubt ? token : { ...token, stoodFor: Math.floor(apart / 1000) }
  }

  /** Waits until a stopped clock would show; does not wait where it is known to move, nor where no token came. */
  async untilItShows(signal?: AbortSignal): Promise<void> {
    if (this.#first && !this.#isMoving)
      await this.#time.wait(this.#first.at + APART + SLACK - this.now(), signal)
  }
}
