import type { SeenRequest } from '../../src/model/index.ts'
import { secretForms, secretParts } from '../../src/secretForms.ts'
import { heldBy } from '../terminal/secrets.ts'

/** The forms and parts of an app secret, without those that also stand in other values, which a client may send. */
export function formsOutside(others: unknown, appSecret: string): readonly string[] {
  const forms = [...secretForms(appSecret), ...secretParts(appSecret)]
  const isHeld = heldBy(others)
  return forms.filter((form) => !isHeld(form))
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
