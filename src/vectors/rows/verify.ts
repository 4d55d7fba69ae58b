import { readJson } from '../../json.ts'
import type { Expectation, JsonObject, QuestionOf, RequirementId, Vector } from '../../model/index.ts'
import { encodeBase64, encodeParams, hmac, trace, trueReasons, VERSION } from '../../token/index.ts'
import { APP, IDS, SECRET, vectorOf, type Row } from './row.ts'
import { isPlainSecret } from '../../plain.ts'

/** The five parts as texts, in their order; damage may leave some out or add some. */
export type PartList = readonly string[]

/** One token to verify. Without `token` and `reasons` it is a right one. */
export interface VerifyRow extends Row {
  /** JSON text of the params; default: the two ids. */
  readonly json?: string
  readonly appId?: string
  readonly timestamp?: number
  /** Seconds from its timestamp to its verification; default: a minute. */
  readonly after?: number
  /** The damaged token; default: a right one made of the above. */
  readonly token?: string
  /** Why it is refused; what else is true of it is found out, since the checks may run in any order. */
  readonly reasons?: readonly string[]
  /** The rule that leaves it open whether it is refused. */
  readonly open?: RequirementId
  readonly appSecret?: string
}

export const MINUTE = 60

export const TWIN = 'token/verify/plain'
export const PLAIN_JSON = JSON.stringify(IDS)
export const PLAIN_PARAMS = encodeParams(PLAIN_JSON)

/** The signature over whatever parts there are, right or not: damage is tried with a signature that fits it. */
export const fitting = (signed: PartList): string => encodeBase64(hmac(SECRET, signed.join('')))

/** A whole token with the signature that fits. */
export const fittingToken = (signed: PartList): string => [...signed, fitting(signed)].join('.')

/** The right token of which every damaged one is made. */
export interface PlainToken {
  /** The second in which it was made. */
  readonly made: number
  /** Its four signed parts. */
  readonly signed: PartList
  readonly signature: string
}

export function plainToken(made: number): PlainToken {
  const signed = [VERSION, APP, String(made), PLAIN_PARAMS]
  return { made, signed, signature: fitting(signed) }
}

/** Damage tried twice: with a signature that fits the damaged token, and with the old one (then `signature` is true too). */
export function bothSignatures(
  plain: PlainToken,
  row: VerifyRow & { reasons: readonly string[] },
  signed: PartList,
): VerifyRow[] {
  const token = (signature: string): string => [...signed, signature].join('.')
  const old = [...new Set([...row.reasons, 'signature'])]
  return [
    { twin: TWIN, ...row, title: `${row.title}, signature fitting`, token: token(fitting(signed)) },
    {
      twin: TWIN,
      ...row,
      name: `${row.name}-old-signature`,
      title: `${row.title}, signature of before`,
      token: token(plain.signature),
      reasons: old,
    },
  ]
}

/** The signed parts of a token with some of them replaced. */
export const replaced = ({ signed }: PlainToken, changes: Readonly<Record<number, string>>): PartList =>
  signed.map((part, index) => changes[index] ?? part)

/** @param made the second in which its token is made, if the row says no other */
export function verifyVector(row: VerifyRow, made: number): Vector {
  const { json = PLAIN_JSON, appId = APP, timestamp = made, after = MINUTE, appSecret = SECRET } = row
  const right = trace(json, { appId, appSecret: SECRET, timestamp })
  const question: QuestionOf<'token.verify'> = {
    method: 'token.verify',
    params: { token: row.token ?? right.token, appId, appSecret, now: timestamp + after },
  }
  // Of a secret that is not plain an SDK may say so.
  const secret = isPlainSecret(appSecret) ? [] : ['malformed']
  const reasons = row.reasons && [...new Set([...row.reasons, ...trueReasons(question.params), ...secret])]
  return vectorOf('token/verify', row, { question, expect: expectation({ ...row, reasons }, json, right) })
}

type Judged = Omit<VerifyRow, 'reasons'> & { readonly reasons: readonly string[] | undefined }

function expectation(
  { reasons = [], open, ...row }: Judged,
  json: string,
  intermediates: object,
): Expectation {
  if (reasons.length > 0 && open === undefined) return { verdict: 'refuse', reasons }
  const output = { joinParams: readJson(json).value as JsonObject }
  if (open === undefined) return { verdict: 'accept', output, intermediates }
  // Of a right token every step can be shown.
  return { verdict: 'either', reasons, open, output, ...(row.token === undefined && { intermediates }) }
}
