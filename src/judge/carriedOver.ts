import { own } from '../json.ts'
import { jsonOrNothing } from '../members.ts'
import type { ExpectedOutputs, JsonObject } from '../model/index.ts'
import type { Found } from './finding.ts'

/**
 * A member of an earlier question in the token of one that did not ask for it. An SDK may write `privileges` of its
 * own, whose meaning is not shown (section 2.1); those of another call would let its user do what was not granted.
 */
export function carriedFindings(
  { joinParams, earlier = {} }: ExpectedOutputs['token.issue'],
  token: string,
): Found[] {
  const names = Object.keys(earlier).filter((name) => !Object.hasOwn(joinParams, name))
  if (names.length === 0) return []
  const sent = jsonOrNothing(Buffer.from(token.split('.')[3] ?? '', 'base64').toString('utf8'))
  return names
    .filter((name) => own((sent ?? {}) as JsonObject, name) === earlier[name])
    .map((name) => ({
      reason: 'member-of-earlier-question',
      message: `${name} ${String(earlier[name])} was asked for in an earlier question and not in this one; keep nothing from one token to the next.`,
      difference: { expected: '(absent)', got: String(earlier[name]) },
    }))
}
