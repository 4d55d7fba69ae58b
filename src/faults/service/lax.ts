import type { Json } from '../../model/index.ts'
import { headerOf, standIn, type ServiceRequest } from '../../service/index.ts'
import { isObject } from '../../json.ts'
import { bodyWith, isStart, isStop, isToken, jsonOf, listOf, objectOf, textOf } from './requestBodies.ts'
import { issued } from './issued.ts'
import { serviceRows, SECRET, type ServiceAlteration, type ServiceRow } from './serviceFault.ts'

/** Takes a request as if it were another one, wherever the right service refuses it. */
const asIf =
  (change: (request: ServiceRequest) => Json | undefined): ServiceAlteration =>
  (request, right) => {
    const response = right()
    const changed = response.status === 200 ? undefined : change(request)
    return changed === undefined ? response : right(bodyWith(changed))
  }

/** Every value in a body changed. */
const deep = (value: Json, change: (value: Json) => Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => deep(item, change))
  if (!isObject(value)) return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, deep(member, change)]))
}
/** Leaves out streamId and delayClose: streams that are started with other values would outlive clean-up. */
const trueAsOne = (entry: Json): Json =>
  isObject(entry)
    ? {
        ...entry,
        ...(entry['flag'] === true && { flag: 1 }),
        ...(entry['type'] === true && { type: 1 }),
      }
    : entry

/** Services that let through what they should refuse (sections 4, 5 and 7). */
export const LAX_ROWS: readonly ServiceRow[] = serviceRows({
  'service-authorization-optional': {
    does: 'Tokens are issued to requests without an Authorization header.',
    origin: 'Any framework: a filter that checks the header only if it is there.',
    repair: 'Refuse a request without an Authorization header (section 5).',
    alteration: (request, right, now) =>
      isToken(request) && headerOf(request, 'authorization') === undefined
        ? issued(textOf(request), now)
        : right(),
  },
  'service-app-unknown-on-streaming': {
    does: 'An app that does not exist passes the authentication of the streaming endpoints.',
    origin: 'Any language: the signature is checked only where a secret is found.',
    repair: 'Answer 401 where the app is unknown (section 5).',
    alteration: (request, right, now) => {
      const isUnknown = /unknownapp/.test(headerOf(request, 'authorization') ?? '')
      const asActive = standIn({ appId: 'active', appSecret: SECRET }, now)
      return isUnknown && !isToken(request) ? right({ headers: [['Authorization', asActive]] }) : right()
    },
  },
  'service-body-no-object': {
    does: 'Tokens are issued for a body that is no JSON object.',
    origin: 'JavaScript and PHP: members of what is no object are undefined, and no error.',
    repair: 'Refuse a body that is no JSON object (section 4.1).',
    alteration: (request, right) =>
      isToken(request) && !isObject(jsonOf(request)) ? { status: 200, body: { token: 'x' } } : right(),
  },
  'service-entry-first-only': {
    does: 'Only the first entry of streamList is looked at.',
    origin: 'Any language: streamList[0], written when one push was all there was.',
    repair: 'Check and carry out every entry of streamList (sections 4.2 and 4.3).',
    alteration: asIf((request) => {
      const [first, ...others] = listOf(request)
      return !isToken(request) && !isStop(request) && isObject(first) && others.length > 0
        ? { ...objectOf(request), streamList: [first] }
        : undefined
    }),
  },
  'service-fraction-cut-off': {
    does: 'Numbers with a fraction are cut to integers.',
    origin: 'Java Jackson ACCEPT_FLOAT_AS_INT, on by default; PHP (int).',
    repair: 'Refuse numbers with a fraction where an int stands (sections 2.1 and 2.3).',
    alteration: asIf((request) =>
      deep(jsonOf(request) ?? {}, (value) => (typeof value === 'number' ? Math.trunc(value) : value)),
    ),
  },
  'service-text-as-number': {
    does: 'Digits in a text are taken for a number.',
    origin: 'Python pydantic without strict mode; Java Jackson with its default coercions; ajv coerceTypes.',
    repair: 'Refuse a text where an int stands (sections 2.1 and 2.3); pydantic: strict=True.',
    alteration: asIf((request) =>
      deep(jsonOf(request) ?? {}, (value) =>
        typeof value === 'string' && /^[0-9]+$/.test(value) ? Number(value) : value,
      ),
    ),
  },
  'service-boolean-as-number': {
    does: 'The value true of flag and type is taken for 1.',
    origin: 'Python: bool is a kind of int, so that isinstance(True, int) holds.',
    repair: 'Refuse a boolean where an int stands (section 2.3).',
    alteration: asIf((request) =>
      isStart(request) && listOf(request).length > 0
        ? { ...objectOf(request), streamList: listOf(request).map(trueAsOne) }
        : undefined,
    ),
  },
})
