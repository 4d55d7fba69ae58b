import { isObject } from '../json.ts'
import { objectOrNothing } from '../members.ts'
import { styleOf } from '../faults/faultySdk/seen.ts'
import type { Json } from '../model/index.ts'
import { JOIN_DEFAULTS } from '../interface/joinParams.ts'
import { joinParamsIn, type Observed } from './predict.ts'

/** A mistake may have put the number in quotes, or written the name in another case. */
const PRIVILEGES = /"privileges"\s*:\s*"?(-?[0-9]+)/i

/** What a token holds as privileges that were not asked for; undefined where that cannot be read. */
function unaskedIn({ question, seen: [first] }: Observed): string | undefined {
  const joinParams = joinParamsIn(question)
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

/** The optional members of a token that the question does not have, with their values. */
function addedIn({ question, seen: [first] }: Observed): [name: string, value: Json][] {
  const joinParams = joinParamsIn(question)
  if (!isObject(joinParams) || first?.json === undefined) return []
  const written = objectOrNothing(first.json)
  const isAdded = ([name, value]: [string, Json]): boolean =>
    Object.hasOwn(JOIN_DEFAULTS, name) && joinParams[name] === undefined && value !== JOIN_DEFAULTS[name]
  return Object.entries(written ?? {}).filter(isAdded)
}

/** Members that were not asked for and come with several values: an SDK that remembers, not one with defaults. */
function unsteadyIn(given: readonly Observed[]): readonly string[] {
  const values = new Map<string, Set<Json>>()
  for (const [name, value] of given.flatMap(addedIn))
    values.set(name, (values.get(name) ?? new Set()).add(value))
  return [...values].filter(([, { size }]) => size > 1).map(([name]) => name)
}

/** Adds what the SDK writes in a whole run to what each answer shows: one answer alone would look like a mistake. */
export function habits(given: readonly Observed[]): <T extends Observed>(one: T) => T {
  const privileges = privilegesIn(given)
  const unsteady = unsteadyIn(given)
  const more = { ...(privileges !== undefined && { privileges }), ...(unsteady.length > 0 && { unsteady }) }
  return (one) =>
    Object.keys(more).length === 0 ? one : { ...one, seen: one.seen.map((seen) => ({ ...seen, ...more })) }
}
