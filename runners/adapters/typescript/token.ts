/**
 * Makes access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5).
 * No function reads the clock or the environment, and no message holds a secret.
 */
import { createHmac } from 'node:crypto'

/** Section 9 item 1. */
export const VERSION = '02'
export const DAY = 86400

/** Who issues a token, and when: Unix seconds. */
export interface Issuer {
  readonly appId: string
  readonly appSecret: string
  readonly timestamp: number
}

/** What is signed: four parts of a token. */
export interface Signed {
  readonly version: string
  readonly appId: string
  readonly timestamp: number | string
  readonly params: string
}

export type JoinParams = Readonly<Record<string, unknown>>

const isText = (value: unknown): boolean => typeof value === 'string'
// Above 2^53 JavaScript no longer holds every whole number, and another would be sent.
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value)

/**
 * Section 2.1. No other bound is shown, so no other is checked: negative numbers and empty ids are the service's to
 * judge.
 */
const FIELDS = [
  { name: 'channelId', fits: isText, required: true },
  { name: 'userId', fits: isText, required: true },
  { name: 'privileges', fits: isWhole },
  { name: 'channelDuration', fits: isWhole },
  { name: 'duration', fits: isWhole, maximum: DAY },
  { name: 'size', fits: isWhole },
  { name: 'delayClose', fits: isWhole, maximum: DAY },
]

/** A call that makes no token; `reason` is a stable code. */
export class Refused extends Error {
  readonly reason: string

  constructor(reason: string, name: string) {
    super(`${reason}: ${name}`)
    this.reason = reason
  }
}

/** The params part for a JSON text, which is taken exactly as given. */
export const encodeParams = (joinParamsJson: string): string => standardBase64(Buffer.from(joinParamsJson))

/** The signature part (section 4.5). @throws Refused `empty-secret` */
export function sign({ version, appId, timestamp, params }: Signed, appSecret: string): string {
  if (appSecret === '') throw new Refused('empty-secret', 'appSecret')
  return standardBase64(
    createHmac('sha256', appSecret).update(`${version}${appId}${timestamp}${params}`).digest(),
  )
}

/** A token (section 2.2). @throws Refused */
export function issue(joinParams: unknown, { appId, appSecret, timestamp }: Issuer): string {
  checkJoinParams(joinParams)
  if (!isWhole(timestamp)) throw new Refused('wrong-type', 'timestamp')
  const params = encodeParams(JSON.stringify(joinParams))
  const signature = sign({ version: VERSION, appId, timestamp, params }, appSecret)
  return [VERSION, appId, timestamp, params, signature].join('.')
}

/** @throws Refused unless this is an object that follows section 2.1 */
export function checkJoinParams(value: unknown): asserts value is JoinParams {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refused('wrong-type', 'joinParams')
  for (const field of FIELDS) checkField(field, (value as JoinParams)[field.name])
}

function checkField({ name, fits, required, maximum }: (typeof FIELDS)[number], value: unknown): void {
  if (value === undefined) {
    if (required) throw new Refused('missing-field', name)
    return
  }
  if (!fits(value)) throw new Refused('wrong-type', name)
  if (maximum !== undefined && (value as number) > maximum) throw new Refused('out-of-range', name)
}

// Node's base64 has the standard alphabet, padding and no line breaks (section 4.5 note 2).
export const standardBase64 = (bytes: Buffer): string => bytes.toString('base64')
