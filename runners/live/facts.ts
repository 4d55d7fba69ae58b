import type { IssuedToken, Json } from '../../src/model.ts'
import { equalInConstantTime, parse, sign, TokenError } from '../../src/token/index.ts'
import type { LiveConfig } from './config.ts'

/** A body as JSON, if it is JSON. */
export function jsonOf(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json
  } catch {
    return undefined
  }
}

/** Every text in a JSON value; with a pointer only the one that stands there. Not the token: it is secret. */
export function textsOf(value: Json | undefined, pointer: string | undefined): string[] {
  if (pointer !== undefined) {
    const found = pointer.split('/').slice(1).reduce(member, value)
    return typeof found === 'string' ? [found] : []
  }
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (name === 'token' ? [] : textsOf(inner, undefined)))
}

const member = (value: Json | undefined, step: string): Json | undefined =>
  typeof value === 'object' && value !== null
    ? (value as Record<string, Json>)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
    : undefined

/** Takes an issued token apart, so that neither it nor the secret goes any further. */
export function takeApart(value: Json | undefined, { app, skew }: LiveConfig): IssuedToken | undefined {
  const token = member(value, 'token')
  if (typeof token !== 'string') return undefined
  try {
    const parts = parse(token)
    const { version, timestamp, params, appId } = parts
    const signature =
      app.appSecret === undefined
        ? {}
        : { signatureFits: equalInConstantTime(sign(parts, app.appSecret), parts.signature) }
    return { version, timestamp, params, appIdFits: appId === app.appId, ...signature, skew }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    return { misformed: error.message, skew }
  }
}
