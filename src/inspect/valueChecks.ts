import { isListed, joinParam } from '../interface/joinParams.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { isObject, textIn } from '../json.ts'
import type { FaultId, Json } from '../model/index.ts'
import { equalInConstantTime, expiryOf, hasUnusedBits, joinParamsViolations, sign } from '../token/index.ts'
import { AHEAD, dateOf, isBehind, lasting, otherClock } from './clocks.ts'
import { type TokenCheck, holds, leftOpen, wrong, type Inspected } from './subject.ts'
import { fitsInStandard, HEX_DIGEST, standard, whole } from './partChecks.ts'
import { listedName } from './causes.ts'

type Said = ReturnType<TokenCheck['look']>

const DIGITS = /^[0-9]+$/
/** How the present becomes whole seconds, up or down, is not said. */
const ROUNDING = 1

/** TOKEN-TIMESTAMP-DECIMAL, TOKEN-TIMESTAMP-SECONDS, TOKEN-TIMESTAMP-FUTURE */
function timestampSaid({ parts, joinParams, known: { now } }: Inspected): Said {
  if (!parts) return []
  const { timestamp } = parts
  const at = whole('timestamp', timestamp)
  const clock = otherClock(timestamp, now)
  if (!DIGITS.test(timestamp)) {
    const as = clock ? `: it is written as ${clock.what}` : ''
    return [wrong(`the timestamp is not whole seconds in decimal digits${as}`, clock?.fault, at)]
  }
  if (clock?.unit) return [wrong(`the timestamp counts ${clock.what}, not seconds`, clock.fault, at)]
  const ahead = Number(timestamp) - now
  if (ahead <= ROUNDING) return [holds(`the timestamp is ${dateOf(Number(timestamp))}`)]
  return [aheadSaid(ahead, expiryOf({ timestamp: '0' }, joinParams), clock)]
}

function aheadSaid(ahead: number, duration: number, clock: ReturnType<typeof otherClock>): Said[number] {
  const fitting = clock
    ? [{ asks: clock.what, fault: clock.fault }]
    : AHEAD.filter(({ fits }) => fits(ahead, duration))
  const asks = fitting.map(({ asks }) => asks).join(', or ')
  const faults = fitting.flatMap(({ fault }) => fault ?? [])
  return leftOpen(`the timestamp is ${lasting(ahead)} ahead of this clock; ${asks}?`, ...faults)
}

/** TOKEN-VALIDITY-END */
function expirySaid({ parts, joinParams, known: { now } }: Inspected): Said {
  if (!parts || !DIGITS.test(parts.timestamp)) return []
  const clock = otherClock(parts.timestamp, now)
  // A time in milliseconds would expire in 58,000 years.
  const meant = clock?.unit ? String(Math.floor(clock.seconds(parts.timestamp))) : parts.timestamp
  const as = clock?.unit ? 'with its timestamp in seconds ' : ''
  const expiry = expiryOf({ timestamp: meant }, joinParams)
  if (now <= expiry) return [holds(`${as}it expires ${dateOf(expiry)} (in ${expiry - now} s)`)]
  const ago = `${as}it expired ${dateOf(expiry)} (${now - expiry} s ago)`
  return [wrong(`${ago}${madeNow(parts.timestamp, now)}`, pastFault(parts.timestamp, now))]
}

/** What a token that has expired asks, if it was made just now. */
function madeNow(timestamp: string, now: number): string {
  const clock = otherClock(timestamp, now)
  if (clock) return `; its timestamp would fit as ${clock.what}`
  return isBehind(now - Number(timestamp)) ? '; if it was made just now, its timestamp is in local time' : ''
}

function pastFault(timestamp: string, now: number): FaultId | undefined {
  if (Number(timestamp) === 0) return 'timestamp-zero'
  if (Number(timestamp) < 1000) return 'timestamp-millisecond-part'
  return otherClock(timestamp, now)?.fault
}

/** Section 2.1. What only RFC 8259 or level recommended has against it stays open. */
function joinParamsSaid({ parts, json, content }: Inspected): Said {
  if (!parts) return []
  if (json === undefined) return [wrong('the params hold no JSON object')]
  if (!content) return [noJson(json)]
  const { value, inexact, duplicates } = content
  const encoding = encodingSaid(parts.params, json)
  const said = [
    ...encoding.filter(({ state }) => state === 'WRONG'),
    ...joinParamsViolations(value).map(({ message }) =>
      wrong(`params: ${message}${insteadOf(message, value)}`),
    ),
  ]
  return [
    ...(said.length > 0 ? said : [holds('params hold right join parameters (section 2.1)')]),
    ...encoding.filter(({ state }) => state === 'open'),
    ...inexact.map(inexactSaid),
    ...duplicates.map((pointer) => leftOpen(`params: ${pointer.slice(1)} stands twice (RFC 8259 section 4)`)),
  ]
}

/** Where bytes are counted as characters, JSON lacks one at its end for each that a character has beyond the first. */
const noJson = (text: string): Said[number] =>
  /^\{.*[^\0-\u007f].*[^}\s]\s*$/su.test(text)
    ? wrong(
        'the params hold JSON that breaks off, as where bytes are counted as characters',
        'bytes-counted-as-characters',
      )
    : wrong('the params hold text that is no JSON')

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

/** Other bytes of a JSON text than its UTF-8, and what is wrong with them; open is what RFC 8259 section 8.1 alone forbids. */
const ENCODINGS: readonly (readonly [
  state: 'WRONG' | 'open',
  says: string,
  fault: FaultId,
  ...bytes: ((json: string, size: number) => Buffer)[],
])[] = [
  ['open', 'UTF-8 with a byte order mark', 'params-bom', (json) => Buffer.from(`\ufeff${json}`)],
  [
    'open',
    'UTF-16',
    'params-utf16',
    utf16,
    (json) => utf16(json).swap16(),
    (json) => utf16(`\ufeff${json}`),
    (json) => utf16(`\ufeff${json}`).swap16(),
  ],
  ['WRONG', 'Latin-1', 'params-latin1', (json) => Buffer.from(json, 'latin1')],
  ['WRONG', 'UTF-8 with a NUL after it', 'params-nul-ended', (json) => Buffer.from(`${json}\0`)],
  [
    'WRONG',
    'UTF-8 with zero bytes after it',
    'buffer-zeros-included',
    (json, size) => Buffer.from(json.padEnd(json.length + size - Buffer.byteLength(json), '\0')),
  ],
  ['WRONG', 'base64 once more', 'b64-twice', (json) => Buffer.from(Buffer.from(json).toString('base64'))],
]

function encodingSaid(params: string, json: string): Said {
  const held = Buffer.from(params, 'base64')
  if (held.equals(Buffer.from(json))) return []
  const row = ENCODINGS.find(([, , , ...bytes]) =>
    bytes.some((encode) => encode(json, held.length).equals(held)),
  )
  if (!row) return [wrong('the params are not the base64 of JSON in UTF-8')]
  const [state, says, fault] = row
  return [(state === 'open' ? leftOpen : wrong)(`the JSON in the params is ${says}, not UTF-8 alone`, fault)]
}

/** What stands where a rule is broken: a message begins with the name of its member. */
function insteadOf(message: string, value: Json): string {
  const [name = ''] = message.split(' ')
  if (!isObject(value) || !isListed(name)) return ''
  if (Object.hasOwn(value, name)) return `; it is ${JSON.stringify(value[name])}`
  const other = Object.keys(value).find((key) => listedName(key) === name)
  return other === undefined ? '' : `; ${other} stands there`
}

const inexactSaid = (pointer: string): Said[number] =>
  leftOpen(
    `params: ${pointer.slice(1)} is not written as an integer`,
    ...(joinParam(pointer.slice(1))?.type === 'integer' ? ['json-number-as-float'] : []),
  )

/** A name in another form counts as the listed one where that is missing. */
const unlistedSaid = ({ parts, joinParams }: Inspected): Said =>
  Object.keys(parts ? joinParams : {})
    .filter((name) => !isListed(name))
    .map((name) => {
      const meant = listedName(name)
      const asks = meant === undefined || Object.hasOwn(joinParams, meant) ? '' : `; is ${meant} meant?`
      return leftOpen(`params: section 2.1 does not list ${name}${asks}`, 'json-members-added')
    })

const SAME_BUT: readonly (readonly [but: string, folded: (text: string) => string])[] = [
  ['white space at an end', (text) => text.trim()],
  ['letter case', (text) => text.toLowerCase()],
  ['the form in which Unicode is composed', (text) => text.normalize('NFC')],
  ['letters that look alike or are wide', (text) => text.normalize('NFKC')],
  ['characters that do not show', (text) => text.replace(/[\p{Cf}\p{Cc}]/gu, '')],
  ['leading zeros', (text) => text.replace(/^0+(?=.)/, '')],
]

/** Does a member hold what the client joins with? The service compares them when it joins. */
function idSaid(name: 'channelId' | 'userId', other: 'channelId' | 'userId'): TokenCheck['look'] {
  return ({ joinParams, known }) => {
    const due = known[name]
    if (due === undefined) return []
    const held = textIn(joinParams, name)
    if (held === due) return [holds(`${name} is what the client joins with`)]
    const isExchanged = textIn(joinParams, other) === due
    const but = SAME_BUT.find(([, folded]) => folded(held) === folded(due))?.[0]
    const how = isExchanged ? `: ${other} holds it` : but ? `: they differ in ${but}` : ''
    const says = `${name} is ${JSON.stringify(held)}, and the client joins with ${JSON.stringify(due)}${how}`
    return [wrong(says, isExchanged ? 'ids-exchanged' : undefined)]
  }
}

/** What may have made bytes that are no digest of SHA-256, the telling rows first. */
const DIGESTS: readonly (readonly [fits: (bytes: Buffer) => boolean, what: string, ...faults: FaultId[]])[] =
  [
    [(bytes) => HEX_DIGEST.test(bytes.toString('latin1')), 'the hex text of a digest', 'b64-of-hex'],
    [(bytes) => /^[A-Za-z0-9+/]{43}=$/.test(bytes.toString('latin1')), 'base64 of base64', 'b64-twice'],
    [({ length }) => length === 16, 'MD5, or half a digest', 'hmac-other-digest', 'signature-truncated'],
    [({ length }) => length === 20, 'SHA-1, or a digest that was cut', 'hmac-sha1', 'signature-truncated'],
    [({ length }) => length === 28 || length === 48, 'another digest', 'hmac-other-digest'],
    [({ length }) => length === 64, 'SHA-512', 'hmac-sha512'],
    [({ length }) => length < 32, 'a digest that was cut', 'signature-truncated'],
    [
      (bytes) => bytes.includes('\ufffd') || bytes.length < 64,
      'bytes that were taken for text',
      'signature-bytes-as-text',
    ],
  ]

/** The check of a token whose end is missing. */
export const CUT = 'cut'

/** Fewer characters may agree by chance. */
const AGREE = 4

/** How many characters of the right signature are missing at the end, where more than its padding is; else 0. */
function missingIn({ parts, known: { appSecret } }: Inspected): number {
  if (!parts || appSecret === undefined || parts.signature.length < AGREE) return 0
  const right = sign(parts, appSecret)
  const missing = right.length - parts.signature.length
  return missing > 1 && right.startsWith(parts.signature) ? missing : 0
}

/** What is there fits, so neither the secret nor the code that signs is to blame. */
function cutSaid(subject: Inspected): Said {
  const missing = missingIn(subject)
  if (missing === 0) return []
  const says = `${missing} characters of its signature are missing, and what is there fits the secret`
  return [
    wrong(`the token was cut off at its end: ${says}`, [], whole('signature', subject.parts!.signature)),
  ]
}

/** TOKEN-SIGNATURE-HMAC-SHA256 */
function lengthSaid(subject: Inspected): Said {
  const { parts } = subject
  if (!parts || HEX_DIGEST.test(parts.signature) || missingIn(subject) > 0) return []
  const bytes = Buffer.from(parts.signature, 'base64')
  if (bytes.length === TOKEN_FORMAT.digestBytes) return []
  const [, what, ...faults] = DIGESTS.find(([fits]) => fits(bytes)) ?? []
  const by = what === undefined ? '' : `: ${what}?`
  const says = `the signature has ${bytes.length} bytes where HMAC-SHA256 gives ${TOKEN_FORMAT.digestBytes}${by}`
  return [wrong(says, faults, whole('signature', parts.signature))]
}

/** Where the app secret comes from. */
export const SECRET_NAME = 'CHANNELPROOF_APP_SECRET'

function signatureSaid({ parts, known: { appSecret } }: Inspected): Said {
  if (appSecret === undefined)
    return [
      { state: 'unknown', says: `the signature was not checked: put the app secret into ${SECRET_NAME}` },
    ]
  if (!parts) return []
  // RFC 4648 section 3.5: readers may take bits that the encoding does not use.
  const given = hasUnusedBits(parts.signature) ? standard(parts.signature) : parts.signature
  if (equalInConstantTime(sign(parts, appSecret), given))
    return [holds(`the signature fits the secret in ${SECRET_NAME}`)]
  const only = fitsInStandard(parts, appSecret)
    ? ', and would in standard base64: it was changed afterwards'
    : ''
  return [wrong(`the signature does not fit the secret in ${SECRET_NAME}${only}`)]
}

export const VALUE_CHECKS: readonly TokenCheck[] = [
  { check: 'timestamp', look: timestampSaid },
  { check: 'join-params', look: joinParamsSaid },
  { check: 'unlisted', look: unlistedSaid },
  { check: 'channel', look: idSaid('channelId', 'userId') },
  { check: 'user', look: idSaid('userId', 'channelId') },
  { check: CUT, look: cutSaid },
  { check: 'signature-length', look: lengthSaid },
  { check: 'signature', look: signatureSaid },
  { check: 'expiry', look: expirySaid },
]
