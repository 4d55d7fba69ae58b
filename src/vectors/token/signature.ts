import type { Family, RequirementId, Vector } from '../../model/index.ts'
import { TOKEN_FORMAT } from '../../interface/tokenFormat.ts'
import { trace, type Issuer } from '../../token/index.ts'
import { accept, APP, HEX_LIKE_SECRET, IDS, NOW, orRefused, SECRET, vectorOf, type Row } from '../rows/row.ts'
import { isPlainSecret, isPlainText } from '../../interface/values.ts'

const FAMILY = 'token/signature'

/** The signature part: exact bytes, so that only HMAC, key, message and base64 are tested. */
export const tokenSignature = (): Family => ({
  name: FAMILY,
  title: 'Signature: base64 of HMAC-SHA256 over version, appId, timestamp and params (section 4.5)',
  vectors: ROWS.map(toVector),
})

export interface SignatureRow extends Row, Partial<Issuer> {
  /** The rule that leaves the refusal open. */
  readonly open?: RequirementId
  /** JSON text of the params; default: the two ids. */
  readonly json?: string
}

const KEY = ['TOKEN-SIGNATURE-KEY-SECRET', 'TOKEN-SIGNATURE-KEY-UTF8'] as const
const KEY_UTF8 = ['TOKEN-SIGNATURE-KEY-UTF8', 'TOKEN-SIGNATURE-KEY-SECRET'] as const
const MESSAGE = ['TOKEN-SIGNATURE-MESSAGE-PARTS', 'TOKEN-SIGNATURE-MESSAGE-NO-SEPARATORS'] as const
/** Where a digit could stand on either side of a border. */
const BORDER = ['TOKEN-SIGNATURE-MESSAGE-NO-SEPARATORS', 'TOKEN-SIGNATURE-MESSAGE-PARTS'] as const
const BASE64 = [
  'TOKEN-SIGNATURE-BASE64',
  'TOKEN-SIGNATURE-ALPHABET',
  'TOKEN-SIGNATURE-PADDING',
  'TOKEN-SIGNATURE-NO-LINE-BREAKS',
] as const

/** The first timestamps from NOW on whose digests have these bytes: what strings, trimming and numbers would lose. */
const DIGESTS: readonly (readonly [what: string, timestamp: number])[] = [
  ['starts with 00', 1700000068],
  ['starts with 00 00', 1700027798],
  ['starts with 0a', 1700000603],
  ['starts with 20', 1700000204],
  ['starts with ff', 1700000256],
  ['ends with 00', 1700000210],
  ['ends with 00 00', 1700053239],
  ['ends with 0a', 1700000484],
  ['ends with 20', 1700000018],
  ['ends with ff', 1700000383],
  ['holds 0d 0a', 1700002708],
]

const ROWS: readonly SignatureRow[] = [
  {
    name: 'plain',
    title: 'Signs the plain concatenation of the four parts with HMAC-SHA256',
    requirements: ['TOKEN-SIGNATURE-MESSAGE-ORDER', 'TOKEN-SIGNATURE-HMAC-SHA256', ...MESSAGE],
  },
  // HMAC's block is 64 bytes: a longer key is hashed first (RFC 2104 section 2).
  secret('secret-of-1-byte', 'k'),
  secret('secret-of-63-bytes', filled(63)),
  secret('secret-of-64-bytes', filled(64)),
  secret('secret-of-65-bytes', filled(65)),
  secret('secret-of-74-bytes', filled(74)),
  secret('secret-of-200-bytes', filled(200)),
  // 11 + 27 * 2 = 65 bytes in 38 characters: over the block in bytes, not in characters.
  secret('secret-over-block-in-bytes-only', `DO-NOT-USE-${'é'.repeat(27)}`),
  secret('secret-two-byte-characters', 'DO-NOT-USE-clé-señal'),
  secret('secret-three-byte-characters', 'DO-NOT-USE-密钥'),
  secret('secret-four-byte-characters', 'DO-NOT-USE-🔑'),
  secret('secret-combining-mark', 'DO-NOT-USE-cle\u0301'),
  secret('secret-like-hex-and-base64', HEX_LIKE_SECRET),
  secret('secret-like-lower-case-hex', 'deadbeef00112233445566778899aabb'),
  secret('secret-like-padded-base64', 'RE8tTk9ULVVTRS1iYXNlNjQ='),
  secret('secret-like-a-number', '0012345678901234'),
  secret('secret-with-percent-and-plus', 'DO-NOT-USE-a%2Bb+c'),
  secret('secret-with-inner-spaces', 'DO-NOT-USE inner  spaces'),
  secret('secret-with-leading-space', ' DO-NOT-USE-leading'),
  secret('secret-with-trailing-space', 'DO-NOT-USE-trailing '),
  secret('secret-with-trailing-line-feed', 'DO-NOT-USE-line-feed\n'),
  secret('secret-with-a-nul-inside', 'DO-NOT-USE-\u0000-nul'),
  secret('secret-with-quotes', 'DO-NOT-USE-"\'\\$`%'),
  timestamp('0', 0),
  timestamp('1', 1),
  timestamp('of-9-digits', 999999999),
  timestamp('of-10-digits', 1000000000),
  { ...timestamp('31-bits', 2147483647), title: 'Signs the last second of signed 32-bit clocks' },
  timestamp('32-bits', 2147483648),
  timestamp('33-bits', 4294967296),
  app('app-of-digits', '2023'),
  app('app-ending-in-digits', 'app2023'),
  app('app-upper-case', 'MyApp'),
  app('app-with-hyphen-and-underscore', 'my-app_1'),
  app('app-with-a-dot', 'my.app'),
  { ...app('app-not-ascii', 'приложение-應用'), requirements: ['TOKEN-SIGNATURE-MESSAGE-UTF8', ...MESSAGE] },
  app('app-with-spaces', ' app '),
  // The message has no separators: these two sign the same text.
  {
    ...app('border-digit-in-app', 'app1'),
    requirements: BORDER,
    timestamp: 700000000,
    open: 'TOKEN-TIMESTAMP-RANGE',
  },
  { ...app('border-digit-in-timestamp', 'app'), requirements: BORDER, timestamp: 1700000000 },
  {
    name: 'params-of-10-kilobytes',
    title: 'Signs a message of more than 10 kB',
    requirements: MESSAGE,
    json: JSON.stringify({ ...IDS, userId: 'u'.repeat(10240) }),
  },
  // Twelve signatures bring + and /, whatever the serialiser.
  ...Array.from({ length: 12 }, (_, second) => ({
    name: `second-${String(second).padStart(2, '0')}`,
    title: `Writes the signature in standard base64, second ${second} of twelve`,
    requirements: BASE64,
    timestamp: NOW + 60 + second,
  })),
  ...DIGESTS.map(([what, timestamp]) => ({
    name: `digest-${what.replaceAll(' ', '-')}`,
    title: `Writes a digest that ${what}`,
    requirements: BASE64,
    timestamp,
  })),
]

/** Rows about the secret or the appId: token/issue asks them too, of an SDK that offers nothing else. */
export const KEYED: readonly SignatureRow[] = ROWS.filter(({ name }) => /^(?:secret|app)-/.test(name))

function filled(bytes: number): string {
  return 'DO-NOT-USE-'.padEnd(bytes, 'abcdefghijklmnopqrstuvwxyz')
}

function secret(name: string, appSecret: string): SignatureRow {
  return {
    name,
    title: `Uses the UTF-8 bytes of the secret as they are: ${name.replace('secret-', '').replaceAll('-', ' ')}`,
    requirements: Buffer.byteLength(appSecret) === appSecret.length ? KEY : KEY_UTF8,
    appSecret,
    ...(!isPlainSecret(appSecret) && { open: 'TOKEN-SECRET-FORMAT' }),
  }
}

function timestamp(name: string, second: number): SignatureRow {
  return {
    name: `timestamp-${name}`,
    title: `Signs the timestamp ${second} in plain decimal digits`,
    requirements: ['TOKEN-TIMESTAMP-DECIMAL', ...BORDER],
    open: 'TOKEN-TIMESTAMP-RANGE',
    timestamp: second,
  }
}

function app(name: string, appId: string): SignatureRow {
  return {
    name,
    title: `Signs the appId unchanged: ${name.replaceAll('-', ' ')}`,
    requirements: MESSAGE,
    appId,
    ...(!isPlainText(appId) && { open: 'TOKEN-APPID-NAMING' }),
  }
}

function toVector(row: SignatureRow): Vector {
  const { json = JSON.stringify(IDS), appId = APP, appSecret = SECRET, timestamp = NOW } = row
  const steps = trace(json, { appId, appSecret, timestamp })
  const { params, signature } = steps
  return vectorOf(FAMILY, row, {
    question: {
      method: 'token.signature',
      params: { version: TOKEN_FORMAT.version, appId, timestamp, params, appSecret },
    },
    expect: orRefused(accept({ signature }, steps), row.open),
  })
}
