/** What the body of a request must hold (sections 2.1, 2.3 and 4). */
import { gatingViolations, validateBody } from '../../body/index.ts'
import {
  BODY_OF,
  type BodyKind,
  type ClientCall,
  type Json,
  type JsonObject,
  type Operation,
  type SeenRequest,
} from '../../model/index.ts'
import { JOIN_DEFAULTS } from '../../token/index.ts'
import { differenceOf, type Finding } from '../finding.ts'
import { bodiesOf, direct, each, jsonOf, textOf, type Check } from './seen.ts'
import { isObject, own } from '../../json.ts'

/** STREAM-FPS-DEFAULT, STREAM-DELAYCLOSE-DEFAULT */
const STREAM_DEFAULTS: JsonObject = { fps: 30, delayClose: 0 }

/** Members of the object at a place that may be written out or left out: at these values they mean the same. */
function defaultsAt(operation: Operation, at: string): JsonObject {
  if (operation === 'auth.token' && at === '') return JOIN_DEFAULTS
  return operation === 'streaming.start' && /^\/streamList\/[0-9]+$/.test(at) ? STREAM_DEFAULTS : {}
}

/** Every body holds what the call asked, with the same types, and keeps the rules of the interface. */
export const body: Check = (seen) => {
  const bodies = bodiesOf(seen.call)
  const requests = direct(seen)
  for (const [index, request] of requests.entries()) {
    const asked =
      bodies.find((one) => holds(request, seen.call, one)) ?? bodies[Math.min(index, bodies.length - 1)]!
    const found = bodyFinding(request, seen.call, asked)
    if (found) return found
  }
  const lost = bodies.find((one) => !requests.some((request) => holds(request, seen.call, one)))
  return lost && changed(lost, requests.map(textOf).join(' '), '')
}

const holds = (request: SeenRequest, { operation }: ClientCall, asked: JsonObject): boolean =>
  changedAt(operation, asked, jsonOf(request)?.value) === undefined

function bodyFinding(
  request: SeenRequest,
  { operation }: ClientCall,
  asked: JsonObject,
): Finding | undefined {
  const json = jsonOf(request)
  if (!json)
    return { reason: 'body-no-json', rule: 'API-REQUEST-BODY-JSON', message: 'the body is no JSON text.' }
  const text = textOf(request)
  const at = changedAt(operation, asked, json.value)
  return at === undefined ? violationIn(BODY_OF[operation], text) : changed(asked, text, at)
}

const changed = (asked: JsonObject, got: string, at: string): Finding => ({
  reason: 'body-changed',
  rule: 'SDK-BODY-VALUES',
  message: `the body does not hold what was asked, first at ${at === '' ? 'its root' : at}: names, values and types stay as they are.`,
  difference: differenceOf(JSON.stringify(asked), got),
})

function violationIn(kind: BodyKind, text: string): Finding | undefined {
  const [violation] = gatingViolations(validateBody(kind, text), 'required')
  return (
    violation && {
      reason: 'body-invalid',
      rule: violation.requirement,
      message: `the body breaks a rule: ${violation.message}`,
    }
  )
}

/** Members by name, entries of a list by index. */
const branch = (value: Json | undefined): JsonObject => Object.fromEntries(Object.entries(value ?? {}))

/** JSON Pointer of the first place where a body differs from the question; another check looks at unlisted members. */
function changedAt(operation: Operation, asked: Json, got: Json | undefined, at = ''): string | undefined {
  if (typeof asked !== 'object' || asked === null) return Object.is(asked, got) ? undefined : at
  if (Array.isArray(asked) ? !Array.isArray(got) || got.length !== asked.length : !isObject(got)) return at
  const [members, found] = [branch(asked), branch(got)]
  const defaults = defaultsAt(operation, at)
  for (const [name, value] of Object.entries(members)) {
    // A member asked at its default may be left out.
    if (!Object.hasOwn(found, name) && own(defaults, name) === value) continue
    const changed = changedAt(operation, value, own(found, name), `${at}/${name}`)
    if (changed !== undefined) return changed
  }
  const added = Object.keys(found).find(
    (name) =>
      Object.hasOwn(defaults, name) && !Object.hasOwn(members, name) && found[name] !== defaults[name],
  )
  return added === undefined ? undefined : `${at}/${added}`
}

/** The interface does not show what layout and watermarks hold (section 2.3). */
const NOT_SHOWN = /^\/streamList\/[0-9]+\/(?:layout|watermarks)\//

/** Recommended: 60.0 is the value 60 (RFC 8259 section 6), and whether the service reads it as an integer is not shown. */
export const integers: Check = each((request) => {
  const at = jsonOf(request)?.inexact.find((pointer) => !NOT_SHOWN.test(pointer))
  return at === undefined
    ? undefined
    : {
        reason: 'integer-as-fraction',
        rule: 'SDK-BODY-INTEGER-TEXT',
        message: `the integer at ${at} is written with a fraction or an exponent; write its digits alone.`,
      }
})

/** Recommended: RFC 8259 section 4. */
export const repeated: Check = each((request) => {
  const [at] = jsonOf(request)?.duplicates ?? []
  return at === undefined
    ? undefined
    : {
        reason: 'member-repeated',
        rule: 'API-REQUEST-BODY-DUPLICATE-KEYS',
        message: `the body holds the member ${at} twice: readers take different ones (RFC 8259 section 4).`,
      }
})

/** Recommended: the body has no member that was not asked and is not a default. */
export const unlisted: Check = each((request, { call }) => {
  const json = jsonOf(request)
  const at = json && addedAt(call.operation, call.body, json.value)
  if (at === undefined) return undefined
  return {
    reason: 'member-added',
    rule: 'SDK-BODY-NOTHING-ADDED',
    message: `the body has a member that was not asked for: ${at}.`,
  }
})

/** The text does not show what a missing privileges means (section 2.1): an SDK may always write it. */
const isUnaskedPrivileges = (operation: Operation, at: string): boolean =>
  operation === 'auth.token' && at === '/privileges'

function addedAt(
  operation: Operation,
  asked: Json | undefined,
  got: Json | undefined,
  at = '',
): string | undefined {
  if (typeof asked !== 'object' || asked === null || typeof got !== 'object' || got === null) return undefined
  const [members, found] = [branch(asked), branch(got)]
  const defaults = defaultsAt(operation, at)
  for (const [name, value] of Object.entries(found)) {
    const isOpen = Object.hasOwn(defaults, name) || isUnaskedPrivileges(operation, `${at}/${name}`)
    if (!Object.hasOwn(members, name) && !isOpen) return `${at}/${name}`
    const added = addedAt(operation, own(members, name), value, `${at}/${name}`)
    if (added !== undefined) return added
  }
  return undefined
}
