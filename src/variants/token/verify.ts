import { jsonOrNothing, objectOrNothing } from '../../members.ts'
import type { JsonObject, QuestionOf } from '../../model/index.ts'
import { isListed, JOIN_DEFAULTS } from '../../interface/joinParams.ts'
import { TOKEN_FORMAT } from '../../interface/tokenFormat.ts'
import { encodeBase64, hmac, readJoinParams, TokenError } from '../../token/index.ts'
import { type TokenVariant, tokenWaysWith } from './tokenVariant.ts'
import { parse } from 'jsonc-parser'
import type { Alteration } from '../../faults/fault.ts'
import { anyObject, canonical, numeric, readingParts } from '../../faults/token/reading.ts'
import { isObject } from '../../json.ts'

type ToVerify = QuestionOf<'token.verify'>['params']

/** One check of a verifier, on parts that it took from the token as they came. */
type Check = (parts: readonly string[], asked: ToVerify) => string | undefined

const [VERSION_PART, APP_PART, TIMESTAMP_PART, PARAMS_PART, SIGNATURE_PART] = [0, 1, 2, 3, 4] as const

const signatureOver =
  (messageOf: (parts: readonly string[], asked: ToVerify) => string): Check =>
  (parts, asked) => {
    const due = encodeBase64(hmac(asked.appSecret, messageOf(parts, asked)))
    return parts[SIGNATURE_PART] === due ? undefined : 'signature'
  }
/** From the version and the appId that must stand there. */
const recomputed = signatureOver(
  (parts, { appId }) => `${TOKEN_FORMAT.version}${appId}${parts[TIMESTAMP_PART]}${parts[PARAMS_PART]}`,
)
const asReceived = signatureOver((parts) => parts.slice(0, SIGNATURE_PART).join(''))

const version: Check = (parts) => (parts[VERSION_PART] === TOKEN_FORMAT.version ? undefined : 'version')
const app: Check = (parts, { appId }) => (parts[APP_PART] === appId ? undefined : 'app')

const contentOf = (parts: readonly string[]): JsonObject | undefined =>
  objectOrNothing(Buffer.from(parts[PARAMS_PART] ?? '', 'base64').toString('utf8'))

const readable: Check = (parts) => (contentOf(parts) ? undefined : 'params')

const expiry: Check = (parts, { now }) => {
  const duration = contentOf(parts)?.['duration'] ?? 86400
  const end = Number(parts[TIMESTAMP_PART]) + Number(duration)
  return now <= end ? undefined : 'expired'
}

const rules: Check = (parts) => {
  try {
    readJoinParams(Buffer.from(parts[PARAMS_PART] ?? '', 'base64'))
    return undefined
  } catch (error) {
    if (error instanceof TokenError) return 'params'
    throw error
  }
}

const count: Check = (parts) => (parts.length === 5 ? undefined : 'malformed')

const ORDERS: readonly (readonly [id: string, does: string, checks: readonly Check[]])[] = [
  ['recomputed-first', 'first recomputes the whole signature, with 02 and its own appId', [recomputed]],
  ['signature-first', 'looks at the signature over the parts as they came first', [asReceived]],
  ['count-then-recomputed', 'counts the parts, and then recomputes the signature', [count, recomputed]],
  ['expiry-first', 'looks at the clock first', [expiry]],
  ['count-then-expiry', 'counts the parts, and then looks at the clock', [count, expiry]],
  ['params-first', 'reads the JSON first', [readable]],
  ['count-then-params', 'counts the parts, and then reads the JSON', [count, readable]],
  ['rules-first', 'looks at the rules of section 2.1 first', [rules]],
  ['count-then-rules', 'counts the parts, and then looks at the rules of section 2.1', [count, rules]],
  ['app-first', 'compares the appId first', [app]],
  ['version-first', 'compares the version first', [version]],
  ['count-app-version', 'counts the parts and compares appId and version', [count, app, version]],
  ['reversed', 'goes from the last part to the first', [count, expiry, rules, recomputed, app, version]],
]

const ordered = ([id, does, checks]: (typeof ORDERS)[number]): TokenVariant => ({
  id: `verify-${id}`,
  section: '4.5',
  open: 'In which order a token is checked is not shown, so any true reason may be given.',
  does: `The verifier ${does}.`,
  decides: ['ERROR-PRECEDENCE'],
  refuses: ({ method, params }) => {
    if (method !== 'token.verify') return undefined
    const parts = params.token.split('.')
    return checks.map((check) => check(parts, params)).find((reason) => reason !== undefined)
  },
})

/** The last second in which a token is valid, and the seconds before its first one. */
const TIME: readonly TokenVariant[] = [
  ...tokenWaysWith({ section: '4.5' })({
    'verify-very-second-refused': {
      open: 'Whether a token is good in the very second that is its timestamp plus its duration is not shown.',
      does: 'It is not.',
      decides: ['TOKEN-VALIDITY-VERY-SECOND'],
      alteration: (sdk) => ({ expiry: (timestamp, joinParams) => sdk.expiry(timestamp, joinParams) - 1 }),
    },
  }),
  ...[0, 300].map((seconds): TokenVariant => ({
    id: `verify-future-${seconds}`,
    section: '4.5',
    open: 'The service checks the timestamp; how far it may lie in the future is not shown.',
    does: `A timestamp more than ${seconds} seconds ahead is refused.`,
    decides: ['TOKEN-TIMESTAMP-FUTURE'],
    refuses: ({ method, params }) =>
      method === 'token.verify' && Number(params.token.split('.')[TIMESTAMP_PART]) > params.now + seconds
        ? 'malformed'
        : undefined,
  })),
]

const says = (id: string, does: string, give: (joinParams: JsonObject) => JsonObject): TokenVariant => ({
  id,
  section: '2.1',
  open: 'What a verifier hands to its caller beside the values is not said; a default means the same as none.',
  does,
  alteration: (sdk) => ({ readJoinParams: (bytes) => give(sdk.readJoinParams(bytes)) }),
})

const holdingOnly =
  (isTaken: (name: string) => boolean, otherwise: string): Alteration =>
  (sdk) => ({
    readJoinParams: (bytes) => {
      const joinParams = sdk.readJoinParams(bytes)
      if (Object.keys(joinParams).every((name) => isTaken(name))) return joinParams
      throw new TokenError('params', otherwise)
    },
  })

export const VERIFY_VARIANTS: readonly TokenVariant[] = [
  ...ORDERS.map(ordered),
  ...TIME,
  says('verify-defaults-filled', 'Defaults are filled in.', (held) => ({ ...JOIN_DEFAULTS, ...held })),
  says('verify-privileges-filled', 'Missing privileges are 0.', (held) => ({ privileges: 0, ...held })),
  ...tokenWaysWith({ section: '2.1' })({
    'verify-unlisted-refused': {
      open: 'What becomes of a token whose params hold other members is not shown.',
      does: 'It is refused.',
      decides: ['PARAM-UNLISTED-MEMBERS'],
      alteration: holdingOnly(isListed, 'an unlisted member'),
    },
    'verify-privileges-refused': {
      open: 'Which privileges there are is not shown.',
      does: 'A token with privileges is refused.',
      decides: ['PARAM-PRIVILEGES-VALUES'],
      alteration: holdingOnly((name) => name !== 'privileges', 'privileges of which nothing is known'),
    },
  }),
]

/** JSON with the extensions that readers are known for. */
function leniently(bytes: Uint8Array): JsonObject {
  const text = Buffer.from(bytes).toString('utf8')
  const value: unknown =
    jsonOrNothing(text) ??
    parse(text.replaceAll("'", '"').replace(/\bNaN\b|\bInfinity\b/g, '0'), [], { allowTrailingComma: true })
  if (isObject(value)) return value
  throw new TokenError('params', 'no JSON object')
}

function parsed(bytes: Uint8Array): JsonObject {
  const content = objectOrNothing(Buffer.from(bytes).toString('utf8'))
  if (!content) throw new TokenError('params', 'no JSON object')
  return content
}

/** Reads Arabic-Indic and full-width digits as ASCII. */
const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

/** Reads parts of tokens without line breaks in another way. */
const inOneLine =
  (read: Parameters<typeof readingParts>[0]): Alteration =>
  (sdk, seen) => {
    const { parse = sdk.parse } = readingParts(read)(sdk, seen)
    return { parse: (token) => (/[\r\n]/.test(token) ? sdk : { parse }).parse(token) }
  }

/** Readers that accept more than the encoder of section 4.5 writes; RFC 8259 section 9 allows extensions. */
export const LENIENT_VARIANTS: readonly TokenVariant[] = tokenWaysWith({
  section: '4.5',
  open: 'The rules of section 4.5 are for who makes a token; what a reader must refuse beside line breaks is not said.',
})({
  'verify-lenient-base64': {
    does: 'White space other than line breaks, the URL-safe alphabet, missing padding and unused bits are let through.',
    departs: [
      'TOKEN-VERIFY-BASE64',
      'TOKEN-VERIFY-OUTER-TEXT',
      'TOKEN-PARAMS-UNUSED-BITS',
      'TOKEN-SIGNATURE-UNUSED-BITS',
    ],
    alteration: (sdk, seen) => ({
      ...inOneLine({ params: canonical, signature: canonical })(sdk, seen),
      decode: (text) => sdk.decode(canonical(text)),
      signatureFits: (own, received) => own === canonical(received),
    }),
  },
  'verify-lenient-digits': {
    does: 'The timestamp is read as any number, with signs and exponents.',
    departs: ['TOKEN-VERIFY-TIMESTAMP'],
    alteration: inOneLine({ timestamp: numeric }),
  },
  'verify-lenient-unicode-digits': {
    does: 'Digits of any script are digits.',
    departs: ['TOKEN-VERIFY-TIMESTAMP'],
    alteration: readingParts({ timestamp: latinDigits }),
  },
  'verify-lenient-json': {
    does: 'Comments, trailing commas, single quotes, NaN and numbers of JavaScript are read.',
    departs: ['TOKEN-VERIFY-PARAMS-JSON', 'TOKEN-VERIFY-PARAM-RULES', 'TOKEN-PARAMS-DUPLICATE-KEYS'],
    alteration: () => ({ readJoinParams: (bytes) => leniently(bytes) }),
  },
  'verify-lenient-utf8': {
    does: 'Bytes that are no UTF-8 turn into replacement characters.',
    departs: ['TOKEN-VERIFY-PARAMS-JSON'],
    alteration: (sdk) => ({
      readJoinParams: (bytes) => sdk.readJoinParams(Buffer.from(Buffer.from(bytes).toString('utf8'))),
    }),
  },
  'verify-lenient-rules': {
    does: 'The rules of section 2.1 are left to the service.',
    departs: ['TOKEN-VERIFY-PARAM-RULES', 'TOKEN-PARAMS-DUPLICATE-KEYS', 'TOKEN-VERIFY-PARAMS-JSON'],
    alteration: () => ({ readJoinParams: (bytes) => anyObject(bytes) }),
  },
  'verify-lenient-duplicates': {
    does: 'Of a member that stands twice the last one counts.',
    departs: ['TOKEN-PARAMS-DUPLICATE-KEYS', 'TOKEN-VERIFY-PARAMS-JSON'],
    alteration: (sdk) => ({
      readJoinParams: (bytes) => sdk.readJoinParams(Buffer.from(JSON.stringify(parsed(bytes)))),
    }),
  },
  'verify-lenient-outer-white-space': {
    does: 'Spaces around the token are taken away.',
    departs: ['TOKEN-VERIFY-OUTER-TEXT'],
    alteration: (sdk) => ({ parse: (token) => sdk.parse(token.replace(/^[ \t\ufeff]+|[ \t]+$/g, '')) }),
  },
})
