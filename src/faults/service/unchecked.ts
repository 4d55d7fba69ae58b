import { gatingViolations, validateBody } from '../../body/index.ts'
import type { ServiceRequest, ServiceResponse } from '../../service/index.ts'
import { isToken, kindOf, textOf } from './requestBodies.ts'
import { issued } from './issued.ts'
import type { ServiceAlteration, ServiceRow } from './serviceFault.ts'

/** Does the right service refuse the body, and not its sender? */
const isBodyRefused = ({ status, body }: ServiceResponse): boolean =>
  status === 400 || body?.['code'] === 'Invalid.Parameter.Value'

/** Does the body break rules, and all of them by this keyword? */
function hasOnly(keyword: string, request: ServiceRequest): boolean {
  const kind = kindOf(request)
  const alterations = kind ? gatingViolations(validateBody(kind, textOf(request)), 'recommended') : []
  return alterations.length > 0 && alterations.every((alteration) => alteration.keyword === keyword)
}

/** A streaming request is answered but not carried out: clean-up could not stop such a stream by its id. */
export const leavingOut =
  (keyword: string, isMeant: (request: ServiceRequest) => boolean = () => true): ServiceAlteration =>
  (request, right, now) => {
    const response = right()
    if (!isBodyRefused(response) || !hasOnly(keyword, request) || !isMeant(request)) return response
    return isToken(request) ? issued(textOf(request), now) : { status: 200 }
  }

/** Leaves out the check of one keyword. */
const unchecked = (keyword: string, does: string, origin: string, repair: string): ServiceRow => ({
  id: `service-body-${keyword}-unchecked`,
  does,
  origin,
  repair,
  alteration: leavingOut(keyword),
})

/** Services that leave out one check of request bodies each (sections 2.1, 2.3 and 4). */
export const UNCHECKED_ROWS: readonly ServiceRow[] = [
  unchecked(
    'type',
    'Members of a wrong JSON type are let through.',
    'JavaScript, Python, Ruby and PHP: the body is used as it was parsed.',
    'Check the JSON type of the body and of every member (sections 2.1, 2.3 and 4).',
  ),
  unchecked(
    'required',
    'Bodies without a member that they need are let through.',
    'Go and Java: a missing member is the zero value of its type.',
    'Check that each required member is there, userId of type 2 as well (sections 2.1, 2.3 and 4).',
  ),
  unchecked(
    'maximum',
    'Numbers above their maximum are let through.',
    'Any language: no check of bounds, or one in the console alone.',
    'Check the maxima: 86400 for duration and delayClose of a token, 15 for flag, 600 for delayClose of a stream (sections 2.1 and 2.3).',
  ),
  unchecked(
    'minimum',
    'Numbers below their minimum are let through.',
    'Any language: a signed integer that is checked against its maximum alone.',
    'Check the minima: flag is at least 1, delayClose of a stream at least 0 (section 2.3).',
  ),
  unchecked(
    'enum',
    'Values beside the listed ones are let through.',
    'Any language: an enum kept as a plain number.',
    'Check type (1 or 2) and fps (15 or 30) against their values (section 2.3).',
  ),
  unchecked(
    'pattern',
    'Push addresses that are no RTMP address are let through.',
    'Any language: any text is taken for a URL, or any URL for an address to push to.',
    'Check that url begins with rtmp:// (section 2.3).',
  ),
]
