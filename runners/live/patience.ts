import type { Operation } from '../../src/model/index.ts'
import type { NoAnswer, Received } from './http.ts'

/** So often a request is sent again that the endpoint was too busy for. */
const TRIES = 5

/** The first wait where the endpoint names none, in milliseconds; each further one is twice as long. */
const FIRST = 200

/** A longer wait than this is not worth while, in milliseconds. */
const LONGEST = 60_000

/** Too busy for now: RFC 6585 section 4, RFC 9110 section 15.6.4. */
const BUSY = new Set([429, 503])

export const isBusy = (got: Received | NoAnswer): got is Received => 'status' in got && BUSY.has(got.status)

/** Milliseconds from `Retry-After`, which is a number of seconds or a date (RFC 9110 section 10.2.3). */
function retryAfter({ headers }: Received): number | undefined {
  const text = String(headers['retry-after'] ?? '').trim()
  if (/^[0-9]+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return text === '' || Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/**
 * How long to wait before the same request is sent again, in milliseconds; undefined: it is not. A limit of streams may
 * be answered 429 (4.2 does not show its status): without Retry-After that is an answer.
 * @param tries how often it was sent again already
 * @param longest the longest wait, in milliseconds
 */
export function waitAfter(got: Received | NoAnswer, tries: number, longest = LONGEST): number | undefined {
  if (!isBusy(got) || tries >= TRIES) return undefined
  const millis = retryAfter(got) ?? (got.status === 503 ? FIRST * 2 ** tries : Infinity)
  return millis <= longest ? millis : undefined
}

/** Sends a plain request of this operation, to which any endpoint has an answer. */
type AskPlainly = (operation: Operation) => Promise<Received | NoAnswer>

/** Tells an endpoint that is too busy from one that answers one question so. */
export class Patience {
  /** Operations with an answer to a plain request beside a 503, which is then no sign of a busy endpoint. */
  readonly #answered = new Set<Operation>()
  readonly #askPlainly: AskPlainly

  constructor(askPlainly: AskPlainly) {
    this.#askPlainly = askPlainly
  }

  /** May it help to wait? Unless the endpoint names a time, not where it answers other requests meanwhile. */
  waitAfter(operation: Operation, got: Received | NoAnswer, tries: number): number | undefined {
    const isKnown = this.#answered.has(operation) && isBusy(got) && retryAfter(got) === undefined
    return isKnown ? undefined : waitAfter(got, tries)
  }

  /** Why the endpoint cannot be asked any more; undefined: the answer counts. */
  async over(operation: Operation, got: Received | NoAnswer, tries: number): Promise<string | undefined> {
    if (!isBusy(got) || this.#answered.has(operation)) return undefined
    const wait = retryAfter(got)
    if (wait === undefined && got.status === 429) return undefined
    const plain = await this.#askPlainly(operation)
    // Without an answer, as after the end of the run, nothing says that the endpoint answers others.
    if ('status' in plain && !isBusy(plain)) return void this.#answered.add(operation)
    const named = wait === undefined ? '' : `, Retry-After ${Math.ceil(wait / 1000)} s`
    return `the endpoint is too busy: answered ${got.status}${named}, ${tries + 1} times in a row. Run later, or slower with --rate`
  }
}
