import { isObject } from '../json.ts'
import { styleOf } from '../faults/faultySdk/style.ts'
import type { Observed } from './predict.ts'

/** A mistake may have put the number in quotes, or written the name in another case. */
const PRIVILEGES = /"privileges"\s*:\s*"?(-?[0-9]+)/i

/** What a token holds as privileges that were not asked for; undefined where that cannot be read. */
function unaskedIn({ question, seen: [first] }: Observed): string | undefined {
  const { joinParams } = question.params as { joinParams?: unknown }
  if (!isObject(joinParams) || joinParams['privileges'] !== undefined || first?.json === undefined)
    return undefined
  // The text of an id may look like a member.
  const isMember = styleOf(first.json).order.some((name) => name.toLowerCase() === 'privileges')
  return (isMember && PRIVILEGES.exec(first.json)?.[1]) || 'none'
}

/**
 * What an SDK writes for privileges in every token where the question has none: section 2.1 gives no default, so the
 * value is the SDK's own choice. A value that comes only sometimes would be a mistake.
 */
function privilegesIn(given: readonly Observed[]): number | undefined {
  const written = new Set(given.flatMap((one) => unaskedIn(one) ?? []))
  const [only = 'none'] = written
  return written.size === 1 && only !== 'none' ? Number(only) : undefined
}

/** Adds what the SDK always writes to what each answer shows, so that it neither looks like a mistake nor hides one. */
export function habits(given: readonly Observed[]): <T extends Observed>(one: T) => T {
  const privileges = privilegesIn(given)
  return (one) =>
    privileges === undefined ? one : { ...one, seen: one.seen.map((seen) => ({ ...seen, privileges })) }
}
