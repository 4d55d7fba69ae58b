/** What the body of a request must hold (sections 2.1, 2.3 and 4). */
import { gatingViolations, validateBody } from '../../body/index.ts'
import { isObject, own } from '../../json.ts'
import { BODY_OF } from '../../interface/operations.ts'
import {
  bodiesOf,
  withFiller,
  type ClientCall,
  type Json,
  type JsonObject,
  type Operation,
  type RequirementId,
  type SeenRequest,
} from '../../model/index.ts'
import { JOIN_DEFAULTS } from '../../interface/joinParams.ts'
import { differenceOf, type Found } from '../finding.ts'
import { show } from '../joinParams.ts'
import { direct, jsonOf, seenText, unlike, type Check, type Seen } from './seen.ts'

/** STREAM-FPS-DEFAULT, STREAM-DELAYCLOSE-DEFAULT */
const STREAM_DEFAULTS: JsonObject = { fps: 30, delayClose: 0 }

const ENTRY = /^\/streamList\/[0-9]+$/

/** Members of the object at a place that may be written out or left out: at these values they mean the same. */
function defaultsAt(operation: Operation, at: string): JsonObject {
  if (operation === 'auth.token' && at === '') return JOIN_DEFAULTS
  return operation === 'streaming.start' && ENTRY.test(at) ? STREAM_DEFAULTS : {}
}

/** A place where a body is not what was asked: JSON Pointer, and the values there. */
interface Place {
  readonly at: string
  readonly kind: 'changed' | 'added'
  readonly asked?: Json | undefined
  readonly got?: Json | undefined
}

function placesIn(operation: Operation, asked: Json, got: Json | undefined, at = ''): Place[] {
  if (typeof asked !== 'object' || asked === null)
    return Object.is(asked, got) ? [] : [{ at, kind: 'changed', asked, got }]
  if (Array.isArray(asked) ? !Array.isArray(got) || got.length !== asked.length : !isObject(got))
    return [{ at, kind: 'changed', asked, got }]
  const [members, found] = [branch(asked), branch(got)]
  const defaults = defaultsAt(operation, at)
  return [
    // A member asked at its default may be left out.
    ...Object.entries(members)
      .filter(([name, value]) => Object.hasOwn(found, name) || own(defaults, name) !== value)
      .flatMap(([name, value]) => placesIn(operation, value, own(found, name), `${at}/${name}`)),
    ...Object.entries(found)
      .filter(([name]) => !Object.hasOwn(members, name))
      .flatMap(([name, value]) => addedAt(operation, `${at}/${name}`, value, own(defaults, name))),
  ]
}

/** A default that is written out with another value asks for something else; other members only stand there. */
function addedAt(operation: Operation, at: string, got: Json, fallback: Json | undefined): Place[] {
  if (fallback !== undefined) return got === fallback ? [] : [{ at, kind: 'changed', got }]
  // The text does not show what a missing privileges means (section 2.1): an SDK may always write it.
  return operation === 'auth.token' && at === '/privileges' ? [] : [{ at, kind: 'added', got }]
}

const branch = (value: Json | undefined): JsonObject => Object.fromEntries(Object.entries(value ?? {}))

const askedBodies = (call: ClientCall): JsonObject[] =>
  bodiesOf(call).map((body) => withFiller(body, call.filler))

/** Where a request differs from the body that it comes nearest to: several calls may arrive in any order. */
function differencesOf(request: SeenRequest, call: ClientCall): readonly Place[] {
  const got = jsonOf(request)?.value
  const [nearest = []] = askedBodies(call)
    .map((body) => placesIn(call.operation, body, got))
    .toSorted((one, other) => weight(one) - weight(other))
  return nearest
}

/** A change weighs more than any number of additions. */
const weight = (places: readonly Place[]): number =>
  places.reduce((sum, place) => sum + (isChanged(place) ? 1000 : 1), 0)

const isChanged = ({ kind }: Place): boolean => kind === 'changed'

const eachBody =
  (find: (places: readonly Place[], request: SeenRequest, seen: Seen) => readonly Found[]): Check =>
  (seen) =>
    unlike(
      direct(seen)
        .filter((request) => jsonOf(request) !== undefined)
        .flatMap((request) => find(differencesOf(request, seen.call), request, seen)),
    )

/** Every body holds what the call asked, with the same types, and keeps the rules of the interface. */
export const body: Check = (seen) => {
  const unreadable = direct(seen).some((request) => jsonOf(request) === undefined)
  const found = [...(unreadable ? [NO_JSON] : []), ...changedBodies(seen)]
  return found.length > 0 ? found : lostBodies(seen)
}

const NO_JSON: Found = {
  reason: 'body-no-json',
  rule: 'API-REQUEST-BODY-JSON',
  message: 'the body is no JSON text.',
}

const changedBodies = eachBody((places, request, { call: { operation } }) => {
  const changed = places.filter(isChanged)
  // The wrong type of a changed value is no second finding.
  const isChangedAt = (pointer: string): boolean =>
    changed.some(({ at }) => pointer === at || pointer.startsWith(`${at}/`) || at.startsWith(`${pointer}/`))
  return [
    ...changed.map(changedFinding),
    ...gatingViolations(validateBody(BODY_OF[operation], seenText(request)), 'required')
      .filter(({ instancePath }) => !isChangedAt(instancePath))
      .map(({ requirement, message }) => ({
        reason: 'body-invalid',
        rule: requirement,
        message: `the body breaks a rule: ${message}`,
      })),
  ]
})

const changedFinding = ({ at, asked, got }: Place): Found => ({
  reason: 'body-changed',
  rule: 'SDK-BODY-VALUES',
  message: `the body does not hold what was asked at ${at === '' ? 'its root' : at}: names, values and types stay as they are.`,
  difference: differenceOf(show(asked), show(got)),
})

/** Calls that ask for different things, and what one of them asked never arrives though as many requests do. */
function lostBodies(seen: Seen): Found[] {
  const requests = direct(seen)
  if (requests.length < seen.call.calls) return []
  const holds = (request: SeenRequest, asked: JsonObject): boolean =>
    !placesIn(seen.call.operation, asked, jsonOf(request)?.value).some(isChanged)
  const lost = askedBodies(seen.call).filter((asked) => !requests.some((request) => holds(request, asked)))
  return lost.slice(0, 1).map((asked) => ({
    reason: 'body-changed',
    rule: 'SDK-BODY-VALUES',
    message:
      'no body holds what one of the calls asked: names, values and types stay as they are, in each call.',
    difference: differenceOf(JSON.stringify(asked), requests.map(seenText).join(' ')),
  }))
}

interface Gain {
  readonly place: RegExp
  readonly rule: RequirementId
  readonly does: string
  readonly counts: (value: Json) => boolean
}

/**
 * Members that change what the call does where nobody asked for them (sections 2.3, 4.3 and 4.4). Null and an empty
 * text have no shown effect, nor do the other members of an update.
 */
const GAINS: Readonly<Partial<Record<Operation, Gain>>> = {
  'streaming.start': {
    place: /^\/streamList\/[0-9]+\/userId$/,
    rule: 'STREAM-USERID-PRESENTER-DEFAULT',
    does: 'it names a presenter, and without it the first user is the one',
    counts: (value) => typeof value === 'string' && value !== '',
  },
  'streaming.update': {
    place: /^\/streamList\/[0-9]+\/watermarks$/,
    rule: 'UPDATE-WATERMARKS-EMPTY',
    does: 'it takes the watermarks away',
    counts: (value) => Array.isArray(value) && value.length === 0,
  },
  'streaming.stop': {
    place: /^\/streamId$/,
    rule: 'STOP-ALL',
    does: 'one push stops, and not all of them',
    counts: (value) => typeof value === 'number',
  },
}

function gainAt({ operation }: ClientCall, { at, kind, got = null }: Place): Gain | undefined {
  const gain = GAINS[operation]
  return kind === 'added' && gain?.place.test(at) && gain.counts(got) ? gain : undefined
}

/** Finds each member that no asked body has and that changes what the call does. */
export const gained = eachBody((places, _, { call }) =>
  places.flatMap((place) => {
    const gain = gainAt(call, place)
    if (!gain) return []
    const name = place.at.split('/').at(-1)
    // The value tells one fault from another: 0 is a member that was never set, 515 one of an earlier call.
    const message = `the body has ${name} ${show(place.got).slice(0, MOST_SHOWN)}, which was not asked for: ${gain.does}.`
    return [{ reason: 'member-gained', rule: gain.rule, message }]
  }),
)

const MOST_SHOWN = 60

/** Recommended: the body has no member that was not asked and is not a default. */
export const nothingAdded = eachBody((places, _, { call }) =>
  places
    .filter((place) => place.kind === 'added' && !gainAt(call, place))
    .map(({ at }) => ({
      reason: 'member-added',
      rule: 'SDK-BODY-NOTHING-ADDED',
      message: `the body has a member that was not asked for: ${at}.`,
    })),
)

/** The interface does not show what layout and watermarks hold (section 2.3). */
const NOT_SHOWN = /^\/streamList\/[0-9]+\/(?:layout|watermarks)\//

/** Recommended: 60.0 is the value 60 (RFC 8259 section 6), and whether the service reads it as an integer is not shown. */
export const integers = eachBody((_, request) =>
  jsonOf(request)!
    .inexact.filter((pointer) => !NOT_SHOWN.test(pointer))
    .map((at) => ({
      reason: 'integer-as-fraction',
      rule: 'SDK-BODY-INTEGER-TEXT',
      message: `the integer at ${at} is written with a fraction or an exponent; write its digits alone.`,
    })),
)

/** Recommended: RFC 8259 section 4. */
export const repeated = eachBody((_, request) =>
  jsonOf(request)!.duplicates.map((at) => ({
    reason: 'member-repeated',
    rule: 'API-REQUEST-BODY-DUPLICATE-KEYS',
    message: `the body holds the member ${at} twice: readers take different ones (RFC 8259 section 4).`,
  })),
)
