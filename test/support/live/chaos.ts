/** What a chaos proxy does to which request: conditions and fates, of which tests make rows. */
import { setTimeout } from 'node:timers/promises'
import {
  bodyWith,
  isRight,
  requestObject,
  streamListOf,
  type ServiceAlteration,
  type WaitingAlteration,
} from '../../../src/faults/service/serviceFault.ts'
import { SERVICE_FAULTS } from '../../../src/faults/service/index.ts'
import { SERVICE_VARIANTS } from '../../../src/variants/service/index.ts'
import { isObject } from '../../../src/json.ts'
import type { Json, JsonObject } from '../../../src/model/index.ts'
import type { Arrived, Fate, When } from './chaosProxy.ts'
import { CHANNEL } from './service.ts'
import type { Answered } from './wrapped.ts'

export const always: When = () => true
export const every =
  (nth: number): When =>
  ({ count }) =>
    count % nth === 0
/** @param first counted from 1, as `last` */
export const between =
  (first: number, last = Infinity): When =>
  ({ count }) =>
    count >= first && count <= last

/**
 * More than so many in a second. The second begins with the first one too many, so that a machine which is too busy for
 * so many sees them refused as well.
 */
export function beyond(perSecond: number): When {
  let [since, seen] = [Infinity, 0]
  return ({ at }) => {
    if (at - since >= 1000) [since, seen] = [Infinity, 0]
    if (++seen > perSecond) since = Math.min(since, at)
    return since <= at
  }
}

const isOf =
  (path: string): When =>
  (asked) =>
    asked.path === path && asked.json['channelId'] === CHANNEL
/** In the open channel. */
export const isStart = isOf('/streaming/start')
export const isStop = isOf('/streaming/stop')
/** One that a right service carries out. */
export const isRightStop: When = (asked) => isStop(asked) && isRight('streaming-stop', asked)

/** Not carried out. */
export const answered =
  (status: number, headers: Readonly<Record<string, string>> = {}): Fate =>
  async () => ({ status, headers })
/** 503 names no time (RFC 9110 section 15.6.4), 429 does (RFC 6585 section 4). */
export const busy = answered(503)
/** Carried out, and a gateway says that it was not. */
export const carriedBusy: Fate = async (_, carry) => {
  await carry()
  return { status: 503 }
}
export const tooMany = answered(429, { 'Retry-After': '1' })

/** Not carried out, and never answered. */
export const silent: Fate = async () => undefined

/** Not carried out, and the connection closed. */
export const cut: Fate = async ({ raw }) => {
  raw.socket.destroy()
  return undefined
}

/** Carried out, and the connection closed in the place of the answer. */
export const lost: Fate = async (asked, carry) => {
  await carry()
  return cut(asked, carry)
}

/** Answered at once, and carried out so many milliseconds later. */
export const carriedAfter =
  (millis: () => number): Fate =>
  async ({ later }, carry) => {
    later(millis(), () => void carry())
    return { status: 200 }
  }

/** Stops the pushes that run in the open channel before it goes on, as if their addresses could not be reached. */
export const ended: Fate = async ({ altered, json: { streamId } }, carry) => {
  const stop = {
    method: 'POST',
    path: '/streaming/stop',
    ...bodyWith({ channelId: CHANNEL, streamId: streamId as number }),
  }
  altered(stop)
  const answer = await carry()
  return answer.status === 200 ? { status: 404 } : answer
}

/** The pushes of a start end at once, as where their addresses lead nowhere. */
export const endsAtOnce: Fate = async ({ altered }, carry) => {
  const answer = await carry()
  altered({ method: 'POST', path: '/streaming/stop', ...bodyWith({ channelId: CHANNEL }) })
  return answer
}

/**
 * The pushes of a start end so many milliseconds after it. The fifth start, and each one after it, is answered only after
 * twice that time: an endpoint that is quick at first.
 */
export const endsLater = (millis: number): Fate => {
  let starts = 0
  return async (asked, carry) => {
    const answer = await carry()
    for (const { streamId } of streamListOf(asked) as { readonly streamId: number }[]) {
      const body = bodyWith({ channelId: CHANNEL, streamId })
      asked.later(millis, () => void asked.altered({ method: 'POST', path: '/streaming/stop', ...body }))
    }
    starts++
    if (starts > 4) await setTimeout(2 * millis)
    return answer
  }
}

/** Changes the answer of the service. */
export const changed =
  (change: (answer: Answered, asked: Arrived) => Answered | Promise<Answered>): Fate =>
  async (asked, carry) =>
    change(await carry(), asked)

/** The code of an error stands in a header: the shape of error bodies is not shown (7.1). */
export const codeInHeader = changed(({ status, body, ...rest }) =>
  body?.['code'] === undefined
    ? { status, ...rest, ...(body && { body }) }
    : { status, headers: { 'X-Error-Code': body['code'] } },
)

const isRefusedStart = ({ status }: Answered, asked: Arrived): boolean =>
  status === 400 && isStart(asked) && isRight('streaming-start', asked)

/** A start for which there is no room is answered with 500: the status of that is not shown (4.2 rule 1). */
export const noRoomIs500 = changed((answer, asked) =>
  isRefusedStart(answer, asked) ? { status: 500 } : answer,
)

/** A start of several is carried out as far as there is room: whether it is, is not shown (4.2 rule 1). */
export const inPart: Fate = async (asked, carry) => {
  const answer = await carry()
  const entries = streamListOf(asked)
  if (!isRefusedStart(answer, asked) || entries.length < 2) return answer
  const statuses: number[] = []
  for (const entry of entries)
    statuses.push((await carry(bodyWith({ channelId: CHANNEL, streamList: [entry] }))).status)
  return statuses.includes(200) ? { status: 200 } : answer
}

/** Support has changed the default size of channels (2.1). */
export const sizeOf50: Fate = (asked, carry) => {
  const body = requestObject(asked)
  const isMeant = asked.path === '/auth/token' && isRight('auth-token', asked) && body['size'] === undefined
  return carry(isMeant ? bodyWith({ ...body, size: 50 }) : {})
}

/** A wrong service of the catalogue. */
export function faulty(id: string): WaitingAlteration {
  const fault = SERVICE_FAULTS.find((one) => one.id === id)
  if (!fault) throw new Error(`no fault ${id}`)
  return fault.alteration
}

/** A right service that decides something in its own way. */
export function way(id: string): ServiceAlteration {
  const variant = SERVICE_VARIANTS.find((one) => one.id === id)
  if (!variant) throw new Error(`no variant ${id}`)
  return variant.alteration
}

const isNameless = (entry: Json): entry is JsonObject =>
  isObject(entry) && typeof entry['streamId'] === 'boolean'

/** Takes true for a streamId, and counts such pushes itself: no id that a client knows stops them. */
export function numbersItself(): ServiceAlteration {
  let next = 4_000_000_000
  return (asked, right) => {
    if (asked.path !== '/streaming/start' || !streamListOf(asked).some(isNameless)) return right()
    const streamList = streamListOf(asked).map((entry) =>
      isNameless(entry) ? { ...entry, streamId: next++ } : entry,
    )
    return right(bodyWith({ ...requestObject(asked), streamList }))
  }
}
