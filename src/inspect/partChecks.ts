import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { textIn } from '../json.ts'
import { objectOrNothing } from '../members.ts'
import type { FaultId } from '../model/index.ts'
import { keysOf } from '../tables.ts'
import { base64Problem, equalInConstantTime, hasUnusedBits, sign, type Parts } from '../token/index.ts'
import { type TokenCheck, holds, leftOpen, type Span, wrong, KINDS, type Inspected } from './subject.ts'

function jwtIn({ pieces }: Inspected): string | undefined {
  const header = objectOrNothing(Buffer.from(pieces[0] ?? '', 'base64url').toString('utf8'))
  return header && pieces.length === 3 && 'alg' in header ? textIn(header, 'alg') : undefined
}

const ORDER = ['version', 'appId', 'timestamp', 'params', 'signature'] as const

/** What each piece looks like, the telling parts first; an appId is whatever is left. */
function namesOf({ pieces, known }: Inspected): (keyof Parts)[] {
  const left = new Set(keysOf<keyof Parts>(KINDS))
  return pieces.map((piece) => {
    const name = [...left].find((one) => KINDS[one](piece, known.now)) ?? 'appId'
    left.delete(name)
    return name
  })
}

type Said = ReturnType<TokenCheck['look']>

/** TOKEN-FIVE-PARTS, TOKEN-PART-ORDER */
function partsSaid(subject: Inspected): Said {
  const { pieces } = subject
  const count = `it has ${pieces.length === 1 ? 'one part' : `${pieces.length} parts`} where five are due`
  const jwt = jwtIn(subject)
  if (jwt !== undefined) return [wrong(`it is a JSON Web Token (${jwt}): this service has tokens of its own`)]
  if (pieces.length < 5) return [fewer(count, namesOf(subject))]
  if (pieces.includes('')) return [wrong(`a token has five parts, and none of them is empty; ${count}`)]
  return [pieces.length > 5 ? more(subject, count) : five(subject)]
}

function five(subject: Inspected): Said[number] {
  const names = namesOf(subject)
  const isInPlace = ORDER.every((name, at) => KINDS[name](subject.pieces[at]!, subject.known.now))
  return isInPlace || new Set(names).size < ORDER.length || names.join() === ORDER.join()
    ? holds('five parts')
    : wrong(`the parts stand in another order: ${names.join(', ')}`, 'token-parts-reordered')
}

function fewer(count: string, names: readonly (keyof Parts)[]): Said[number] {
  const missing = ORDER.filter((name) => !names.includes(name))
  return names.length === 4 && missing.length === 1
    ? wrong(`${count}: there is no ${missing[0]}`, 'token-part-missing')
    : wrong(`${count}: version.appId.timestamp.params.signature`)
}

const more = ({ parts }: Inspected, count: string): Said[number] =>
  parts?.version === TOKEN_FORMAT.version && /^[0-9]+$/.test(parts.timestamp) && KINDS.params(parts.params, 0)
    ? leftOpen(`${count}: the appId holds dots, and not every reader takes it`)
    : wrong(`a token has five parts; ${count}`)

const partOf =
  (name: keyof Parts, look: (part: string, subject: Inspected) => Said | Said[number]) =>
  (subject: Inspected): Said =>
    subject.parts ? [look(subject.parts[name], subject)].flat() : []

/** What standard base64 does not have, and what makes it; the telling rows first. */
const FOREIGN: readonly (readonly [characters: RegExp, says: string, fault?: FaultId])[] = [
  [/^\s*\{.*$/s, 'is the JSON itself, not its base64', 'params-raw-json'],
  [/(?<=^[^\r\n]{76})[\r\n]+/, 'has a line break after 76 characters', 'b64-wrapped-76'],
  [/(?<=^[^\r\n]{64})[\r\n]+/, 'has a line break after 64 characters', 'b64-wrapped-64'],
  [/(?<=^[^\r\n]{60})[\r\n]+/, 'has a line break after 60 characters', 'b64-wrapped-60'],
  [/[\r\n]{1,2}$/, 'ends with a line feed', 'b64-line-feed'],
  [/[\r\n]+/, 'has a line break'],
  [/%[0-9A-Fa-f]{2}/, 'is percent-encoded', 'b64-percent-encoded'],
  [/ +/, 'has spaces where plus signs were', 'b64-plus-to-space'],
  [/b'/, 'is bytes as Python shows them', 'b64-bytes-repr'],
  [/["']/, 'stands in quotation marks', 'b64-quoted'],
  [/\0/, 'ends with a NUL', 'b64-nul-ended'],
  [/[-_]+/, 'uses the URL-safe alphabet (RFC 4648 section 5)', 'b64-urlsafe'],
]

type Name = 'params' | 'signature'

/** TOKEN-PARAMS-ALPHABET, TOKEN-SIGNATURE-ALPHABET and the rules beside them */
const base64Said = (name: Name): TokenCheck['look'] =>
  partOf(name, (part) => {
    const problem = base64Problem(part)
    if (problem === undefined) return [holds(`the ${name} part is standard base64`)]
    if (hasUnusedBits(part)) return [leftOpen(`the ${name} part: ${problem}; not every reader takes it`)]
    const found = [...foreignIn(name, part), ...unpaddedIn(name, part)]
    return found.length > 0 ? found : [wrong(`the ${name} part is not standard base64: ${problem}`)]
  })

/** Each run of characters that does not belong there, by the first row that knows it. */
function foreignIn(name: Name, part: string): Said {
  const seen: { readonly at: Span; readonly said: Said[number] }[] = []
  for (const [characters, says, fault] of FOREIGN) {
    const match = characters.exec(part)
    if (!match || seen.some(({ at }) => match.index >= at.from && match.index < at.to)) continue
    const at: Span = { part: name, from: match.index, to: match.index + match[0].length }
    seen.push({ at, said: wrong(`the ${name} part ${says}`, fault, at) })
  }
  return seen.map(({ said }) => said)
}

function unpaddedIn(name: Name, part: string): Said {
  const at: Span = { part: name, from: part.length, to: part.length }
  const isUnpadded = base64Problem(padded(part)) === undefined
  return isUnpadded ? [wrong(`the ${name} part lacks its padding`, 'b64-unpadded', at)] : []
}

export const HEX_DIGEST = /^(?:[0-9a-f]{2}-?){32}$/i

export const whole = (part: keyof Parts, text: string): Span => ({ part, from: 0, to: text.length })

/** With the padding that its digits need, in the standard alphabet. */
function padded(part: string): string {
  const digits = part.replaceAll('-', '+').replaceAll('_', '/')
  return digits.includes('=') ? '?' : digits.padEnd(Math.ceil(digits.length / 4) * 4, '=')
}

/** The same bytes in standard base64, whatever alphabet, padding and line breaks the text has. */
export const standard = (part: string): string =>
  Buffer.from(part.replaceAll(' ', '+'), 'base64').toString('base64')

/** Was the signature right before somebody wrote params or signature in another base64? */
export function fitsInStandard(parts: Parts, appSecret: string): boolean {
  const params = standard(parts.params)
  return equalInConstantTime(sign({ ...parts, params }, appSecret), standard(parts.signature))
}

/** Shorter secrets stand in other text by chance. */
const TELLING = 8

export const PART_CHECKS: readonly TokenCheck[] = [
  {
    check: 'text',
    look: ({ taken }) =>
      taken.flatMap(({ what, fault, wrong: isWrong }) =>
        fault !== undefined || isWrong ? [wrong(`it is ${what}`, fault)] : [],
      ),
  },
  { check: 'parts', look: partsSaid },
  {
    // TOKEN-VERSION
    check: 'version',
    look: partOf('version', (part) =>
      part === TOKEN_FORMAT.version
        ? holds(`the version is ${part}`)
        : wrong(`the version is not ${TOKEN_FORMAT.version}`, 'token-other-version', whole('version', part)),
    ),
  },
  {
    check: 'app',
    look: partOf('appId', (part, { known }) => {
      if (known.appId === undefined) return []
      const at = difference('appId', part, known.appId)
      return part === known.appId
        ? holds('the appId is the expected one')
        : wrong('the appId is another than the expected one', undefined, at)
    }),
  },
  {
    check: 'secret',
    look: ({ text, json = '', known: { appSecret } }) =>
      appSecret !== undefined && appSecret.length >= TELLING && `${text} ${json}`.includes(appSecret)
        ? [wrong('the app secret stands in the token', 'token-with-secret')]
        : [],
  },
  { check: 'params-base64', look: base64Said('params') },
  {
    check: 'signature-base64',
    look: partOf('signature', (part, subject) =>
      HEX_DIGEST.test(part)
        ? wrong('the signature is in hex instead of base64', 'signature-hex', whole('signature', part))
        : base64Said('signature')(subject),
    ),
  },
]

/** From the first character that differs to the last. */
export function difference(part: keyof Parts, is: string, due: string): Span {
  let from = 0
  while (from < is.length && is[from] === due[from]) from++
  let end = 0
  while (end < Math.min(is.length, due.length) - from && is.at(-1 - end) === due.at(-1 - end)) end++
  return { part, from, to: is.length - end }
}
