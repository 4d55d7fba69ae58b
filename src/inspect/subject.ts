import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { isObject, readJson, type JsonText } from '../json.ts'
import { jsonOrNothing } from '../members.ts'
import type { FaultId, Json, JsonObject } from '../model/index.ts'
import { percentDecoded } from '../text.ts'
import { parse, TokenError, sign, type Parts } from '../token/index.ts'
import { jsonIn } from '../faults/faultySdk/seen.ts'
import { ChannelproofError } from '../errors.ts'
import { isPlausible } from './clocks.ts'

/** A way in which a text can hold a token. */
interface Reading {
  /** What the text is, with its article. */
  readonly what: string
  /** The fault of code that makes such a token; none where tokens rightly travel in this way. */
  readonly fault?: FaultId
  /** No fault, and yet no token as it stands. */
  readonly wrong?: true
  /** The text within; undefined where it is no such text. */
  readonly within: (text: string) => string | undefined
}

/** A text around the token that was taken off. */
export type Taken = Omit<Reading, 'within'>

const first = (pattern: RegExp) => (text: string) => pattern.exec(text)?.[1]
const replaced = (pattern: RegExp, by: string) => (text: string) =>
  pattern.test(text) ? text.replace(pattern, by) : undefined

/** Without these characters at its end, and at its start too. No pattern: it would try each place in a long run. */
function cutAt(characters: string, isBoth = false): Reading['within'] {
  return (text) => {
    let [from, to] = [0, text.length]
    while (to > 0 && characters.includes(text[to - 1]!)) to--
    const last = isBoth ? to : 0
    while (from < last && characters.includes(text[from]!)) from++
    return text.slice(from, to)
  }
}

const { version } = TOKEN_FORMAT
/** Base64 of any kind, and base64 with 32 bytes in it. */
const [RUN, MAC] = ['[A-Za-z0-9+/=_-]+', '[A-Za-z0-9+/]{43}=']
const SEPARATED = new RegExp(`^${version}([:|,_/\\n -])(.+)\\1(\\d{8,})\\1(${RUN})\\1(${RUN})$`)
const JOINED = new RegExp(`^${version}(.+?)(\\d{10})(eyJ[A-Za-z0-9+/]+={0,2})(${MAC})$`)

function faulty(what: string, fault: FaultId, within: Reading['within']): Reading {
  return { what, fault, within }
}

/** Outermost first: a row may show another one within. */
const READINGS: readonly Reading[] = [
  {
    what: 'a JSON object with a token',
    within: (text) => (text.trimStart().startsWith('{') ? tokenIn(jsonOrNothing(text) ?? null) : undefined),
  },
  {
    what: 'a URL with a token in its query',
    within: (text) => {
      const found = /^[a-z][a-z0-9+.-]*:\/\/\S*?[?&#](?:\w*token)=([^&#\s]+)/i.exec(text)?.[1]
      return found === undefined ? undefined : percentDecoded(found)
    },
  },
  { what: 'a header line', within: first(/^[A-Za-z][A-Za-z-]*: +(.+)$/s) },
  faulty('a token with a line feed after it', 'token-line-feed', cutAt('\r\n')),
  { what: 'a token with white space around it', wrong: true, within: (text) => text.trim() },
  faulty('a token with a NUL after it', 'b64-nul-ended', first(/^([^\0]+)\0$/)),
  faulty('a token in quotation marks', 'token-quoted', first(/^["'`“‘](.*)["'`”’]$/s)),
  { what: 'bytes as Python shows them', wrong: true, within: first(/^b'(.*)'$/s) },
  faulty('a token with a word before it', 'token-prefixed', first(/^[A-Za-z]+(?: +|=)(["'0%].+)$/s)),
  faulty('percent-encoded text', 'b64-percent-encoded', (text) =>
    /%[0-9A-Fa-f]{2}/.test(text) ? percentDecoded(text) : undefined,
  ),
  faulty('base64 of a whole token', 'token-base64', wholeIn),
  faulty('a token with a dot at one end', 'token-trailing-dot', cutAt('.', true)),
  faulty(
    'a token with another separator than the dot',
    'token-other-separator',
    replaced(SEPARATED, `${version}.$2.$3.$4.$5`),
  ),
  faulty('a token without separators', 'token-other-separator', replaced(JOINED, `${version}.$1.$2.$3.$4`)),
  {
    what: 'a text with a token in it',
    within: first(new RegExp(`[\\s'"=:(>](${version}\\.[^\\s'"]{1,200}?\\.\\d{6,20}\\.${RUN}\\.${RUN})`)),
  },
]

/** The first text in a JSON value that looks like a token, members called token before others. */
function tokenIn(value: Json): string | undefined {
  if (typeof value === 'string') return /[^.\s]+\.[^.\s]+\.\S+/.test(value) ? value : undefined
  if (!isObject(value)) return undefined
  if (typeof value['token'] === 'string') return value['token']
  return Object.values(value)
    .map(tokenIn)
    .find((token) => token !== undefined)
}

function wholeIn(text: string): string | undefined {
  const inner = /^[A-Za-z0-9+/_-]+=*$/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : ''
  return /^\d\d\./.test(inner) ? inner : undefined
}

/** Is it a token by its form? Nothing is taken off such a text: the rules of an appId are not shown. */
function isToken(text: string): boolean {
  const [own, ...rest] = text.split('.')
  try {
    parse([own, rest.slice(0, -3).join('-'), ...rest.slice(-3)].join('.'))
    return own === version
  } catch (error) {
    if (error instanceof TokenError) return false
    throw error
  }
}

/** More layers than a token ever had. */
const LAYERS = 8

function unwrapped(text: string): Pick<Inspected, 'token' | 'taken' | 'handed'> {
  const taken: Taken[] = []
  let [token, handed] = [text, text]
  while (taken.length < LAYERS && !isToken(token)) {
    const row = READINGS.find(({ within }) => ![undefined, token].includes(within(token)))
    if (!row) break
    token = row.within(token)!
    taken.push(row)
    if (taken.every(({ fault, wrong }) => fault === undefined && !wrong)) handed = token
  }
  return { token, taken, handed }
}

/** What is known beside the text; texts that were not given are undefined. */
export interface Known {
  /** Unix seconds. */
  readonly now: number
  readonly appSecret?: string | undefined
  /** What the client joins with. */
  readonly appId?: string | undefined
  readonly channelId?: string | undefined
  readonly userId?: string | undefined
}

/** A text with everything that can be read in it, however damaged it is. */
export interface Inspected {
  readonly text: string
  readonly known: Known
  /** Without what stood around it. */
  readonly token: string
  /** What stood around it, outermost first. */
  readonly taken: readonly Taken[]
  /** The text without what carries tokens rightly, such as a JSON object: what code made. */
  readonly handed: string
  /** All texts between dots. */
  readonly pieces: readonly string[]
  /** The five parts; where there are fewer pieces, undefined. */
  readonly parts?: Parts
  /** The JSON in the params, however it was encoded. */
  readonly json?: string
  /** The same read; undefined where it is no JSON. */
  readonly content?: JsonText
  readonly joinParams: JsonObject
}

export function subjectOf(text: string, known: Known): Inspected {
  const found = unwrapped(text)
  const pieces = found.token.split('.')
  const parts = partsIn(pieces, known)
  const json = jsonIn(parts?.params ?? '') ?? pieces.map(jsonIn).find((one) => one !== undefined)
  const content = contentOf(json)
  return {
    text,
    known,
    ...found,
    pieces,
    ...(parts && { parts }),
    ...(json !== undefined && { json }),
    ...(content && { content }),
    joinParams: isObject(content?.value) ? content.value : {},
  }
}

/**
 * The five parts. The rules of an appId are not shown, so of more than five pieces those in the middle may be one appId
 * with dots; or the timestamp has a fraction, and then its seconds stand in the third place.
 */
function partsIn(pieces: readonly string[], { now, appSecret, appId }: Known): Parts | undefined {
  if (pieces.length < 5) return undefined
  const fromRight = partsWith(pieces, pieces.length - 3)
  const fromLeft = partsWith(pieces, 2)
  const isRight =
    pieces.length === 5 ||
    fromRight.appId === appId ||
    isPlausible(fromRight.timestamp, now) ||
    (appSecret !== undefined && sign(fromRight, appSecret) === fromRight.signature)
  return isRight || !isPlausible(fromLeft.timestamp, now) ? fromRight : fromLeft
}

function partsWith(pieces: readonly string[], timestampAt: number): Parts {
  return {
    version: pieces[0]!,
    appId: pieces.slice(1, timestampAt).join('.'),
    timestamp: pieces.slice(timestampAt, -2).join('.'),
    params: pieces.at(-2)!,
    signature: pieces.at(-1)!,
  }
}

function contentOf(json: string | undefined): JsonText | undefined {
  try {
    return json === undefined ? undefined : readJson(json)
  } catch (error) {
    if (error instanceof ChannelproofError) return undefined
    throw error
  }
}

/** What a piece of a token is by its look. */
export const KINDS: Readonly<Record<keyof Parts, (piece: string, now: number) => boolean>> = {
  version: (piece) => piece === TOKEN_FORMAT.version,
  timestamp: (piece, now) => isPlausible(piece, now),
  params: (piece) => jsonIn(piece) !== undefined,
  signature: (piece) => Buffer.from(piece, 'base64').length === TOKEN_FORMAT.digestBytes,
  appId: (piece) => piece !== '',
}

/** `open`: the interface does not say whether it is right, or only a standard says that it is not. */
export type FindingState = 'holds' | 'WRONG' | 'open' | 'unknown'

/** Where something stands in a part of the token: from a character on, up to another one. */
export interface Span {
  readonly part: keyof Parts
  readonly from: number
  readonly to: number
}

/** What one check says of a text. */
export interface TokenFinding {
  /** Stable, for programs. */
  readonly check: string
  readonly state: FindingState
  readonly says: string
  /** What may make it so, where one look is enough. */
  readonly faults?: readonly FaultId[]
  readonly at?: Span
}

type Said = Omit<TokenFinding, 'check'>

/** One thing to look at; it says nothing where there is nothing to see. */
export interface TokenCheck {
  readonly check: string
  readonly look: (subject: Inspected) => readonly Said[]
}

export const holds = (says: string): Said => ({ state: 'holds', says })
export const leftOpen = (says: string, ...faults: readonly FaultId[]): Said => ({
  state: 'open',
  says,
  ...(faults.length > 0 && { faults }),
})
export const wrong = (says: string, faults: FaultId | readonly FaultId[] = [], at?: Span): Said => {
  const all = [faults].flat()
  return { state: 'WRONG', says, ...(all.length > 0 && { faults: all }), ...(at && { at }) }
}
