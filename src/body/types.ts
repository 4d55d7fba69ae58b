import type { JoinParamName } from '../interface/joinParams.ts'
import type { JOIN_PARAM_SCHEMAS } from '../interface/schemas.ts'
import type { BodyKind, Json, JsonObject } from '../model/index.ts'

/** Body of `POST /auth/token` and content of the params part of a token (sections 2.1 and 4.1). */
export type JoinParams = {
  readonly [Name in RequiredName]: ValueOf<Name>
} & {
  readonly [Name in Exclude<JoinParamName, RequiredName>]?: ValueOf<Name>
}

type Schemas = typeof JOIN_PARAM_SCHEMAS
type RequiredName = {
  [Name in JoinParamName]: Schemas[Name]['required'] extends true ? Name : never
}[JoinParamName]
type ValueOf<Name extends JoinParamName> = Schemas[Name]['type'] extends 'string' ? string : number

interface StreamSettings {
  readonly streamId: number
  readonly url: string
  /** Sum of 1 audio, 2 video, 4 desktop sharing and 8 whiteboard. */
  readonly flag: number
  readonly layout?: JsonObject
  readonly fps?: 15 | 30
  readonly watermarks?: readonly Json[]
  /** Seconds, 0 to 600. */
  readonly delayClose?: number
}

/** All users as one mix; userId names the presenter. */
interface MixedStream extends StreamSettings {
  readonly type: 1
  readonly userId?: string
}

/** The one user whom userId names. */
interface SingleStream extends StreamSettings {
  readonly type: 2
  readonly userId: string
}

/** Element of the streamList of a start request (section 2.3). */
export type StreamConfiguration = MixedStream | SingleStream

/** Body of `POST /streaming/start` (section 4.2). */
export interface StartRequest {
  readonly channelId: string
  readonly streamList: readonly StreamConfiguration[]
}

/** Element of the streamList of an update request (section 4.3): type and flag cannot change. */
export interface StreamChange {
  readonly streamId: number
  readonly url?: string
  readonly userId?: string
  readonly layout?: JsonObject
  readonly fps?: 15 | 30
  /** An empty array takes the watermarks away. */
  readonly watermarks?: readonly Json[]
}

/** Body of `PUT /streaming/update` (section 4.3). */
export interface UpdateRequest {
  readonly channelId: string
  readonly streamList: readonly StreamChange[]
}

/** Body of `POST /streaming/stop` (section 4.4); without streamId every push of the channel stops. */
export interface StopRequest {
  readonly channelId: string
  readonly streamId?: number
}

interface Bodies {
  'auth-token': JoinParams
  'streaming-start': StartRequest
  'streaming-update': UpdateRequest
  'streaming-stop': StopRequest
}

/** The type of the bodies of a kind. */
export type BodyOf<K extends BodyKind> = Bodies[K]
