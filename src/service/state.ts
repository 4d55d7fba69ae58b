import type { Json, JsonObject } from '../model/index.ts'

/** An application as the console knows it. */
export interface App {
  readonly appId: string
  /** Empty: none was set (7.1, App.Secret.Empty). */
  readonly appSecret: string
  readonly status: 'active' | 'disabled' | 'unpaid'
}

/** A running push; `closesAt` once it was stopped with a delay. Unix seconds. */
export interface Stream {
  readonly streamId: number
  readonly url: string
  readonly flag: number
  readonly type: 1 | 2
  /** The user who is pushed, or the presenter. */
  readonly userId: string
  readonly fps: number
  readonly delayClose: number
  readonly layout?: JsonObject
  readonly watermarks?: readonly Json[]
  readonly closesAt?: number
}

/** An open channel. Times are Unix seconds. */
export interface Channel {
  readonly channelId: string
  /** The join of the first user. */
  readonly openedAt: number
  /** openedAt + channelDuration of the first user's token; never, where that is 0. */
  readonly endsAt: number
  /** Capacity: `size` of the first user's token. Which token decides is not shown (CHANNEL-SIZE-WHICH-TOKEN). */
  readonly size: number
  /** Seconds that the channel stays open once everyone has left; of the first user's token, likewise not shown. */
  readonly delayClose: number
  readonly firstUser: string
  /** In the order of joining. */
  readonly users: readonly string[]
  /** The second in which the last user left. */
  readonly emptySince?: number
  readonly streams: readonly Stream[]
}

/** Everything the service knows. Never changed in place. */
export interface ServiceState {
  readonly apps: readonly App[]
  /** By app and channel id, see `channelKey`. */
  readonly channels: ReadonlyMap<string, Channel>
  /** The word before the signature in the Authorization header; `SvcSign` unless a compatible service is simulated. */
  readonly scheme: string
}

/** A request as it stood on the wire; header names in any case. */
export interface ServiceRequest {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
}

export interface ServiceResponse {
  readonly status: number
  /** What the JSON body holds; undefined: no body. */
  readonly body?: Readonly<Record<string, string>>
}

/** A new state and the response. */
export interface Handled {
  readonly state: ServiceState
  readonly response: ServiceResponse
}

/** The result of a join. */
export type Joined = { readonly joined: true } | { readonly joined: false; readonly reason: string }

/** The length separates two apps whatever their ids hold. */
export const channelKey = (appId: string, channelId: string): string => `${appId.length}:${appId}${channelId}`

export const findApp = ({ apps }: ServiceState, appId: string): App | undefined =>
  apps.find((app) => app.appId === appId)
