import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { jsonIn } from '../faults/faultySdk/seen.ts'
import { isObject, readJson, type JsonText } from '../json.ts'
import { ChannelproofError } from '../errors.ts'
import type { JsonObject } from '../model/index.ts'
import { sign, type Parts } from '../token/index.ts'
import { isPlausible } from './clocks.ts'
import { unwrapped, type Taken } from './readings.ts'

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
export interface Subject {
  readonly text: string
  readonly known: Known
  /** Without what stood around it. */
  readonly token: string
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

export function subjectOf(text: string, known: Known): Subject {
  const { token, taken, handed } = unwrapped(text)
  const pieces = token.split('.')
  const parts = partsIn(pieces, known)
  const json = jsonIn(parts?.params ?? '') ?? pieces.map(jsonIn).find((found) => found !== undefined)
  const content = contentOf(json)
  return {
    text,
    known,
    token,
    taken,
    handed,
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

/** The timestamp begins at this piece. */
function partsWith(pieces: readonly string[], at: number): Parts {
  return {
    version: pieces[0]!,
    appId: pieces.slice(1, at).join('.'),
    timestamp: pieces.slice(at, -2).join('.'),
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
