import { readJson } from '../../json.ts'
import type {
  Expectation,
  Intermediates,
  JsonObject,
  QuestionOf,
  RequirementId,
  Vector,
} from '../../model/index.ts'
import { TOKEN_FORMAT } from '../../interface/tokenFormat.ts'
import { encodeBase64, encodeParams, hmac, trace, trueReasons } from '../../token/index.ts'
import { APP, IDS, SECRET, vectorOf, type Row } from './row.ts'
import { isPlainSecret } from '../../interface/values.ts'

/** The five parts as texts, in their order; damage may leave some out or add some. */
export type PartList = readonly string[]

/** One token to verify. Without `token` and `reasons` it is right. */
export interface VerifyRow extends Row {
  /** JSON text of the params; default: the two ids. */
  readonly json?: string
  readonly appId?: string
  readonly timestamp?: number
  /** Seconds from its timestamp to its verification; default: a minute. */
  readonly after?: number
  /** The damaged token; default: a right one from the members above. */
  readonly token?: string
  /** Why it is refused; other true reasons are computed, because the checks may run in any order. */
  readonly reasons?: readonly string[]
  /** The rule that leaves the refusal open. */
  readonly open?: RequirementId
  readonly appSecret?: string
}

export const MINUTE = 60

export const TWIN = 'token/verify/plain'
export const PLAIN_JSON = JSON.stringify(IDS)
export const PLAIN_PARAMS = encodeParams(PLAIN_JSON)

/** The signature over these parts, right or not: some damage is tried with a signature that fits it. */
export const fittingSignature = (signed: PartList): string => encodeBase64(hmac(SECRET, signed.join('')))

/** A whole token with the signature that fits. */
export const fittingToken = (signed: PartList): string => [...signed, fittingSignature(signed)].join('.')

/** The right token from which every damaged one is made. */
export interface PlainToken {
  /** The second in which it was issued. */
  readonly made: number
  readonly signed: PartList
  readonly signature: string
}

export function plainToken(made: number): PlainToken {
  const signed = [TOKEN_FORMAT.version, APP, String(made), PLAIN_PARAMS]
  return { made, signed, signature: fittingSignature(signed) }
}

export interface DamagedRow extends VerifyRow {
  readonly reasons: readonly string[]
  readonly signed: PartList
}

/** DamagedRow tried twice: with a signature that fits the damaged token, and with the old one (then `signature` is true too). */
export function bothSignatures(plain: PlainToken, { signed, ...row }: DamagedRow): VerifyRow[] {
  const both = { twin: TWIN, ...row }
  return [
    { ...both, title: `${row.title}, matching signature`, token: fittingToken(signed) },
    {
      ...both,
      name: `${row.name}-old-signature`,
      title: `${row.title}, old signature`,
      token: [...signed, plain.signature].join('.'),
      reasons: [...new Set([...row.reasons, 'signature'])],
    },
  ]
}

/** The signed parts of a token with some of them replaced. */
export const replaced = ({ signed }: PlainToken, changes: Readonly<Record<number, string>>): PartList =>
  signed.map((part, index) => changes[index] ?? part)

/** @param made the second in which its token is issued, if the row gives none */
export function verifyVector(row: VerifyRow, made: number): Vector {
  const { json = PLAIN_JSON, appId = APP, timestamp = made, after = MINUTE, appSecret = SECRET } = row
  const right = trace(json, { appId, appSecret: SECRET, timestamp })
  const question: QuestionOf<'token.verify'> = {
    method: 'token.verify',
    params: { token: row.token ?? right.token, appId, appSecret, now: timestamp + after },
  }
  // An SDK may refuse a secret that is not plain.
  const secret = isPlainSecret(appSecret) ? [] : ['malformed']
  const reasons = row.reasons && [...new Set([...row.reasons, ...trueReasons(question.params), ...secret])]
  return vectorOf('token/verify', row, { question, expect: expected({ ...row, reasons }, json, right) })
}

type Judged = Omit<VerifyRow, 'reasons'> & { readonly reasons: readonly string[] | undefined }

function expected({ reasons = [], open, token }: Judged, json: string, steps: Intermediates): Expectation {
  if (reasons.length > 0 && open === undefined) return { verdict: 'refuse', reasons }
  const output = { joinParams: readJson(json).value as JsonObject }
  if (open === undefined) return { verdict: 'accept', output, intermediates: steps }
  // For a right token every step can be shown.
  return { verdict: 'either', reasons, open, output, ...(token === undefined && { intermediates: steps }) }
}
