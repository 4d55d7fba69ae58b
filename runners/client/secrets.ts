import type { SeenRequest } from '../../src/model/index.ts'

const PLACE = '[secret]'

const hide = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(
    (rest, secret) => rest.replaceAll(secret, PLACE).replaceAll(encodeURIComponent(secret), PLACE),
    text,
  )

const asJson = (secret: string): string => JSON.stringify(secret).slice(1, -1)

/** What an adapter says is shown and stored: secrets are taken out wherever they stand. */
export const without = <T>(value: T, secrets: readonly string[]): T =>
  JSON.parse(hide(JSON.stringify(value), secrets.map(asJson))) as T

/** Does a value hold one of them? */
export const holds = (value: unknown, secrets: readonly string[]): boolean => {
  const text = JSON.stringify(value)
  return secrets.some((secret) => text.includes(asJson(secret)) || text.includes(encodeURIComponent(secret)))
}

/** A request may be shown but for its Authorization, of which no finding repeats the value. */
export const shownRequest = (request: SeenRequest, secrets: readonly string[]): SeenRequest => {
  const body = Buffer.from(request.body, 'base64')
  const isIn = holds(body.toString('utf8'), secrets)
  return {
    ...request,
    target: hide(request.target, secrets),
    headers: request.headers.map(([name, value]) =>
      name.toLowerCase() === 'authorization' ? [name, value] : [name, hide(value, secrets)],
    ),
    ...(isIn && { body: Buffer.from(hide(body.toString('utf8'), secrets.map(asJson))).toString('base64') }),
  }
}
