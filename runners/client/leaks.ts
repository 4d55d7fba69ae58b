import type { SeenRequest } from '../../src/model/index.ts'
import { secretForms, secretParts } from '../../src/secretForms.ts'

/** A text within JSON, without the quotes around it. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The forms and parts of an app secret, but for those that stand in other values: a client may send those. */
export function formsOutside(others: unknown, appSecret: string): readonly string[] {
  const known = JSON.stringify(others)
  return [...secretForms(appSecret), ...secretParts(appSecret)].filter(
    (form) => !known.includes(inJson(form)),
  )
}

/** Does any text within a value hold one of these? */
export function holdsForm(value: unknown, forms: readonly string[]): boolean {
  const text = JSON.stringify(value)
  return forms.some((form) => text.includes(inJson(form)))
}

/** A request with every reading of its texts: base64 holds slashes, which JSON and URLs may escape. */
export function readings({ target, body, ...request }: SeenRequest): object {
  const text = Buffer.from(body, 'base64').toString('utf8')
  return {
    ...request,
    target,
    decoded: target.replaceAll(/%[0-9a-f]{2}/gi, (code) =>
      String.fromCodePoint(Number.parseInt(code.slice(1), 16)),
    ),
    body: text,
    unescaped: text.replaceAll('\\/', '/'),
  }
}
