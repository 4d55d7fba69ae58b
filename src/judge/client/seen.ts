import { readJson, type JsonText } from '../../json.ts'
import type { ClientAnswer, ClientCall, ExpectedCall, SeenRequest } from '../../model/index.ts'
import type { Finding } from '../finding.ts'

/** Everything that a check looks at. */
export interface Seen {
  readonly call: ClientCall
  readonly expected: ExpectedCall
  readonly answer: ClientAnswer
}

export type Check = (seen: Seen) => Finding | undefined

/** The values of a header, in the order in which they stood; names in any case. */
export const valuesOf = ({ headers }: SeenRequest, name: string): string[] =>
  headers.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value)

/** Requests that the SDK made of itself; those that follow a redirect are looked at by the checks of redirects. */
export const direct = ({ answer }: Seen): SeenRequest[] =>
  answer.requests.filter(({ elsewhere, unreadable }) => !elsewhere && unreadable === undefined)

/** The first finding of any request. */
export const each =
  (check: (request: SeenRequest, seen: Seen) => Finding | undefined): Check =>
  (seen) => {
    for (const request of direct(seen)) {
      const found = check(request, seen)
      if (found) return found
    }
    return undefined
  }

export const bytesOf = ({ body }: SeenRequest): Buffer => Buffer.from(body, 'base64')

/** The body as JSON; nothing where it is none, which the check `body` says. */
export function jsonOf(request: SeenRequest): JsonText | undefined {
  try {
    return readJson(
      bytesOf(request)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    )
  } catch {
    return undefined
  }
}
