/** Services that treat a request by what came before it, or one way through the code unlike another. */
import type { Json, JsonObject } from '../../model/index.ts'
import { headerOf, type ServiceRequest } from '../../service/index.ts'
import { authorizedBy, authorizingValue, signedBy } from './authorization.ts'
import { isBodyRefused, leavingOut, letThrough, refusingStart } from './checks.ts'
import {
  bodyWith,
  entriesIn,
  isRight,
  isStart,
  isStop,
  issued,
  isToken,
  requestObject,
  requestText,
  type ServiceAlteration,
  serviceRowsWith,
  streamListOf,
} from './serviceFault.ts'

const WHOLE_SIGNATURE = 'Check the Authorization of every request, whole and for its own time (section 5).'

const keyOf = (value: Json | undefined): string => JSON.stringify(value ?? null)

/** What the service let through once under a name it does not check again. */
const checkedOnce =
  (
    isMeant: (request: ServiceRequest) => boolean,
    namesOf: (request: ServiceRequest) => readonly string[],
  ): ServiceAlteration =>
  (request, right, now, memory) => {
    const response = right()
    if (!isMeant(request)) return response
    const names = namesOf(request)
    if (response.status === 200) for (const name of names) memory.set(name, '')
    const isKnown = isBodyRefused(response) && names.length > 0 && names.every((name) => memory.has(name))
    return isKnown ? letThrough(request, now) : response
  }

export const AFTERWARDS_ROWS = serviceRowsWith({
  repair: 'Check every request anew, whatever was right before it.',
  by: 'generated',
})({
  'service-afterwards-join-checked-once': {
    does: 'Once a channel and user got a token, their later join parameters are not checked.',
    origin: 'Any language: a cache of what was validated, under the key of the ids.',
    alteration: checkedOnce(isToken, (request) => {
      const { channelId, userId } = requestObject(request)
      return [keyOf([channelId ?? null, userId ?? null])]
    }),
  },
  'service-afterwards-entry-checked-once': {
    does: 'An entry is not checked where its streamId was started before.',
    origin: 'Any language: a cache of what was validated, under the key of the streamId.',
    alteration: checkedOnce(isStart, (request) => entriesIn(request).map(({ streamId }) => keyOf(streamId))),
  },
  'service-afterwards-entry-merged': {
    does: 'A start fills the members that an entry lacks from the push that had its streamId before.',
    origin: 'SQL: INSERT … ON CONFLICT UPDATE; JavaScript: { ...stored, ...entry }.',
    alteration: (request, right, _, memory) => {
      const streamList = entriesIn(request).map((entry): JsonObject => {
        const old = memory.get(keyOf(entry['streamId']))
        return old === undefined ? entry : { ...(JSON.parse(old) as JsonObject), ...entry }
      })
      const body = bodyWith({ ...requestObject(request), streamList })
      const isWhole = streamList.length > 0 && streamList.length === streamListOf(request).length
      if (!isStart(request) || !isWhole || !isRight('streaming-start', { ...request, ...body }))
        return right()
      const response = right(body)
      if (response.status === 200)
        for (const entry of streamList) memory.set(keyOf(entry['streamId']), JSON.stringify(entry))
      return response
    },
  },
  'service-afterwards-duration-beside-delay': {
    does: 'The maximum of duration is not checked where delayClose stands beside it.',
    origin: 'Any language: else-if in the place of if.',
    alteration: leavingOut('maximum', (request) => {
      const { duration, delayClose } = requestObject(request)
      return Number.isInteger(duration) && Number.isInteger(delayClose) && Number(delayClose) <= 86400
    }),
  },
  'service-duration-up-to-channel': {
    does: 'The maximum of duration is that of channelDuration where this is longer.',
    origin: 'Any language: max(86400, channelDuration * 60), so that a token lasts as long as its channel.',
    repair: 'Refuse a duration above 86400, whatever stands beside it (section 2.1).',
    alteration: leavingOut('maximum', (request) => {
      const { duration, channelDuration } = requestObject(request)
      return Number(duration) <= Number(channelDuration) * 60
    }),
  },
  'service-maximum-of-mixed-only': {
    does: 'The maxima of flag and delayClose are checked for pushes of type 1 alone.',
    origin: 'Any language: a check that went into one branch of an if over type.',
    repair: 'Check every entry, whatever its type is (section 2.3).',
    alteration: leavingOut(
      'maximum',
      (request) => isStart(request) && entriesIn(request).some(({ type }) => type === 2),
    ),
  },
  'service-afterwards-answer-replayed': {
    does: 'A request with a Tracking-Id that was there before gets the token of the earlier one.',
    origin: 'A filter that makes retries safe, with the Tracking-Id as its key.',
    repair: 'Make each token out of its own request: the Tracking-Id only traces it (sections 2.1 and 4).',
    alteration: (request, right, _, memory) => {
      const trackingId = headerOf(request, 'tracking-id')
      if (!isToken(request) || trackingId === undefined) return right()
      const old = memory.get(trackingId)
      if (old !== undefined) return { status: 200, body: { token: old } }
      const response = right()
      const token = response.body?.['token']
      if (token !== undefined) memory.set(trackingId, token)
      return response
    },
  },
  'service-afterwards-channel-opened': {
    does: 'The second start in a channel that does not exist is answered 200.',
    origin: 'Any language: the first makes the record that the second finds.',
    repair: 'Answer 404 until the first user has opened the channel (section 4.2 rule 4).',
    alteration: (request, right, _, memory) => {
      const response = right()
      if (!isStart(request) || response.status !== 404) return response
      const name = keyOf(requestObject(request)['channelId'])
      const isKnown = memory.has(name)
      memory.set(name, '')
      return isKnown ? { status: 200 } : response
    },
  },
  'service-afterwards-signature-seen': {
    does: 'A signature that was right once is taken with any other time.',
    origin: 'A cache of signatures that were checked.',
    repair: WHOLE_SIGNATURE,
    alteration: (request, right, _, memory) => {
      const [, timestamp = '', signature = ''] =
        /^SvcSign .*\.([0-9]+)\.([^.]+)$/.exec(headerOf(request, 'authorization') ?? '') ?? []
      const response = right()
      if (response.status === 200) memory.set(signature, timestamp)
      const known = memory.get(signature)
      if (response.status === 200 || known === undefined) return response
      const others = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization')
      return right({ headers: [...others, ...authorizedBy(signedBy(Number(known))).headers] })
    },
  },
  'service-afterwards-stop-all-unsigned': {
    does: 'A stop without streamId is carried out whatever its signature is.',
    origin: 'Any framework: the check hangs on the route with an id.',
    repair: WHOLE_SIGNATURE,
    alteration: (request, right, now, memory) =>
      isStop(request) && !('streamId' in requestObject(request))
        ? authorizingValue((given) => given !== '')(request, right, now, memory)
        : right(),
  },
  'service-afterwards-time-of-signature': {
    does: 'A token bears the time of the signature in the place of the present time.',
    origin: 'Any language: one variable timestamp for both.',
    repair: 'Write the time at which the token is made (section 4.5).',
    alteration: (request, right) => {
      const response = right()
      const [, seconds] = /\.([0-9]+)\./.exec(headerOf(request, 'authorization') ?? '') ?? []
      return response.body?.['token'] === undefined ? response : issued(requestText(request), Number(seconds))
    },
  },
  'service-afterwards-rtmp-anywhere': {
    does: 'An address is taken where rtmp:// stands anywhere in it.',
    origin: 'Any language: contains, or a regular expression without ^.',
    repair: 'Take an address that begins with rtmp:// (section 2.3).',
    alteration: leavingOut(
      'pattern',
      (request) => isStart(request) && entriesIn(request).every(({ url }) => keyOf(url).includes('rtmp://')),
    ),
  },
  'service-afterwards-delay-600-refused': {
    does: 'A push with delayClose 600 is refused.',
    origin: 'Any language: < in the place of <=.',
    repair: 'Take delayClose from 0 to 600, both included (section 2.3).',
    alteration: refusingStart(({ delayClose }) => delayClose === 600),
  },
  'service-afterwards-second-of-user-refused': {
    does: 'A second push of the same user is refused.',
    origin: 'SQL: a unique index over channel and user.',
    repair: 'Tell pushes apart by their streamId (sections 2.3 and 4.2 rule 2).',
    alteration: (request, right, _, memory) => {
      const users = entriesIn(request).flatMap(({ type, userId, streamId }) =>
        isStart(request) && type === 2 ? [[keyOf(userId), keyOf(streamId)] as const] : [],
      )
      if (isStop(request)) memory.clear()
      if (users.some(([user]) => memory.has(user))) return { status: 400 }
      const response = right()
      if (response.status === 200) for (const [user, id] of users) memory.set(user, id)
      return response
    },
  },
})
