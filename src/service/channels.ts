import { textIn } from '../json.ts'
import type { JsonObject } from '../model/index.ts'
import { JOIN_DEFAULTS } from '../interface/joinParams.ts'
import { parse, verify } from '../token/index.ts'
import { channelKey, findApp, type Channel, type Joined, type ServiceState } from './state.ts'

const paramOf = (joinParams: JsonObject, name: string): number =>
  Number(joinParams[name] ?? JOIN_DEFAULTS[name] ?? 0)

/** The state at a second: without channels whose time is up and streams whose delay is over. */
export function settle(state: ServiceState, now: number): ServiceState {
  if (!isAnyDue(state, now)) return state
  const channels = new Map(
    [...state.channels].flatMap(([key, channel]) =>
      isOver(channel, now) ? [] : [[key, withoutClosed(channel, now)] as const],
    ),
  )
  return { ...state, channels }
}

function isAnyDue({ channels }: ServiceState, now: number): boolean {
  for (const channel of channels.values()) if (isDue(channel, now)) return true
  return false
}

const isDue = (channel: Channel, now: number): boolean =>
  isOver(channel, now) || channel.streams.some(({ closesAt = Infinity }) => closesAt <= now)

/** CHANNEL-DURATION-ENDS-CHANNEL, whatever delayClose says; CHANNEL-DELAYCLOSE-STAYS-OPEN, CHANNEL-DELAYCLOSE-ZERO */
const isOver = ({ endsAt, emptySince = Infinity, delayClose }: Channel, now: number): boolean =>
  now >= endsAt || now >= emptySince + delayClose

/** STREAM-DELAYCLOSE-EFFECT */
const withoutClosed = (channel: Channel, now: number): Channel => ({
  ...channel,
  streams: channel.streams.filter(({ closesAt = Infinity }) => closesAt > now),
})

interface AfterJoin {
  readonly state: ServiceState
  readonly result: Joined
}

/**
 * A client joins with a token. The service checks it and gives the reason of a refusal (section 2.1). The same
 * token may be used again while it is valid.
 */
export function join(before: ServiceState, token: string, now: number): AfterJoin {
  const state = settle(before, now)
  const refused = (reason: string): AfterJoin => ({ state, result: { joined: false, reason } })
  const app = findApp(state, appIdOf(token))
  if (!app?.appSecret) return refused('app')
  if (app.status !== 'active') return refused('app-status')
  const found = verify(token, { ...app, now })
  if (!found.valid) return refused(found.reason)
  const channel = admit(state, app.appId, found.joinParams, now)
  return channel
    ? { state: withChannel(state, app.appId, channel), result: { joined: true } }
    : refused('full')
}

function appIdOf(token: string): string {
  try {
    return parse(token).appId
  } catch {
    return ''
  }
}

/** The channel with this user in it; nothing if it is full (CHANNEL-SIZE-CAPACITY). */
function admit(state: ServiceState, appId: string, joinParams: JsonObject, now: number): Channel | undefined {
  const [channelId, userId] = [textIn(joinParams, 'channelId'), textIn(joinParams, 'userId')]
  const open = state.channels.get(channelKey(appId, channelId)) ?? opened(channelId, userId, joinParams, now)
  if (open.users.includes(userId)) return open
  if (open.users.length >= open.size) return undefined
  const { emptySince: _, ...channel } = open
  return { ...channel, users: [...channel.users, userId] }
}

/** CHANNEL-START-FIRST-JOIN, CHANNEL-DURATION-FIRST-TOKEN, CHANNEL-DURATION-UNLIMITED, PARAM-CHANNELDURATION-MINUTES */
function opened(channelId: string, userId: string, joinParams: JsonObject, now: number): Channel {
  const minutes = paramOf(joinParams, 'channelDuration')
  return {
    channelId,
    openedAt: now,
    endsAt: minutes > 0 ? now + minutes * 60 : Infinity,
    size: paramOf(joinParams, 'size'),
    delayClose: paramOf(joinParams, 'delayClose'),
    firstUser: userId,
    users: [],
    streams: [],
  }
}

/** A user leaves; with the last one the channel closes, at once or after delayClose. */
export function leave(
  before: ServiceState,
  appId: string,
  channelId: string,
  userId: string,
  now: number,
): ServiceState {
  const state = settle(before, now)
  const channel = state.channels.get(channelKey(appId, channelId))
  if (!channel?.users.includes(userId)) return state
  const users = channel.users.filter((user) => user !== userId)
  return settle(
    withChannel(state, appId, { ...channel, users, ...(users.length === 0 && { emptySince: now }) }),
    now,
  )
}

/** The channel is closed through a server-side API: delayClose is void (CHANNEL-DELAYCLOSE-VOID-AFTER-SERVER-CLOSE). */
export function closeChannel(
  before: ServiceState,
  appId: string,
  channelId: string,
  now: number,
): ServiceState {
  const channels = new Map(settle(before, now).channels)
  channels.delete(channelKey(appId, channelId))
  return { ...before, channels }
}

/** The state with this channel in place of the earlier one. */
export const withChannel = (state: ServiceState, appId: string, channel: Channel): ServiceState => ({
  ...state,
  channels: new Map(state.channels).set(channelKey(appId, channel.channelId), channel),
})
