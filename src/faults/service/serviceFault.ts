import { type ErrorCode, errorOf } from '../../interface/errors.ts'
import { headerOf, type App, type ServiceRequest, type ServiceResponse } from '../../service/index.ts'
import { rowsWith } from '../../tables.ts'
import type { FaultText } from '../fault.ts'
import { readBody } from '../../body/index.ts'
import { isObject, readJson } from '../../json.ts'
import { entriesOf } from '../../members.ts'
import { BODY_OF, ROUTES } from '../../interface/operations.ts'
import { type BodyKind, type Json, type JsonObject, type Operation, OPERATIONS } from '../../model/index.ts'
import { UNKNOWN_APP } from '../../model/placeholders.ts'
import { issueText } from '../../token/index.ts'

/** `raw`: the body as it is sent, instead of JSON. `headers`: additional ones, or (empty text) left out. */
export interface FaultyResponse extends ServiceResponse {
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * May answer instead of the right service.
 * @param right asks the right service this request, or another one
 * @param now Unix seconds
 * @param memory what it keeps from one request to the next; empty at first
 */
export type ServiceAlteration = (
  request: ServiceRequest,
  right: (altered?: Partial<ServiceRequest>) => ServiceResponse,
  now: number,
  memory: Map<string, string>,
) => FaultyResponse

/** It may wait meanwhile, so that other requests come between. */
export type WaitingAlteration = (
  ...asked: Parameters<ServiceAlteration>
) => FaultyResponse | Promise<FaultyResponse>

/** A fault of a service: it shows in what an endpoint answers. */
export interface ServiceFault extends FaultText {
  readonly group: 'service'
  readonly shows: 'service'
  readonly alteration: WaitingAlteration
  /** The same fault in other forms. */
  readonly others?: readonly WaitingAlteration[]
}

/** A row of the table: what is known of the fault, and the service that makes it. */
export type ServiceRow = Omit<ServiceFault, 'group' | 'shows'>

/** Changes what the right service answers. */
export const altering =
  (change: (response: ServiceResponse, request: ServiceRequest) => FaultyResponse): ServiceAlteration =>
  (request, right) =>
    change(right(), request)

export const serviceRowsWith = rowsWith<ServiceRow>()
export const serviceRows = serviceRowsWith({})

/** The secret of each app of a faulty service but the last. */
export const APPS_SECRET = 'DO-NOT-USE-faulty-service'
/** The apps of a faulty service: three that are named after their state, and another one that is in order. */
export const APPS = [
  { appId: 'active', appSecret: APPS_SECRET, status: 'active' },
  { appId: 'disabled', appSecret: APPS_SECRET, status: 'disabled' },
  { appId: 'unpaid', appSecret: APPS_SECRET, status: 'unpaid' },
  { appId: 'other', appSecret: 'DO-NOT-USE-second-in-order', status: 'active' },
] as const satisfies readonly App[]
/** The channel that is open in it. */
export const OPEN_CHANNEL = 'openchannel'
/** Who is in it. */
export const USER = 'host'

/** Is it signed by an app that does not exist? */
export const isOfUnknownApp = (request: ServiceRequest): boolean =>
  headerOf(request, 'authorization')?.includes(UNKNOWN_APP) === true
export const isToken = ({ path }: ServiceRequest): boolean => path === ROUTES['auth.token'].path
export const isStreaming = ({ path }: ServiceRequest): boolean => /streaming/.test(path)
export const isStart = ({ path }: ServiceRequest): boolean => path === ROUTES['streaming.start'].path
export const isUpdate = ({ path }: ServiceRequest): boolean => path === ROUTES['streaming.update'].path
export const isStop = ({ path }: ServiceRequest): boolean => path === ROUTES['streaming.stop'].path

export const requestText = ({ body }: ServiceRequest): string => Buffer.from(body).toString('utf8')

/** The value of a body; undefined: it is no JSON. */
export const requestJson = (request: ServiceRequest): Json | undefined => {
  try {
    return readJson(requestText(request)).value
  } catch {
    return undefined
  }
}

/** Its members, if it is an object. */
export const requestObject = (request: ServiceRequest): JsonObject => {
  const value = requestJson(request)
  return isObject(value) ? value : {}
}

/** A request with this body instead of its own. */
export const bodyWith = (value: Json): { body: Uint8Array } => ({ body: Buffer.from(JSON.stringify(value)) })

/** Entries of streamList, if it is an array. */
export const streamListOf = (request: ServiceRequest): readonly Json[] => {
  const { streamList } = requestObject(request)
  return Array.isArray(streamList) ? streamList : []
}

/** Those that are objects. */
export const entriesIn = (request: ServiceRequest): JsonObject[] => entriesOf(requestObject(request))

/** Is its form right? */
export const isRight = (kind: BodyKind, request: ServiceRequest): boolean =>
  readBody(kind, requestText(request)).violations.length === 0

/** By its path; undefined where there is no such path. */
export const operationOf = ({ path }: ServiceRequest): Operation | undefined =>
  OPERATIONS.find((name) => ROUTES[name].path === path)

/** The kind of body for its path. */
export const kindOf = (request: ServiceRequest): BodyKind | undefined => {
  const operation = operationOf(request)
  return operation && BODY_OF[operation]
}

/** The error of section 7.1 with this code, as our own service writes it. */
export const coded = (code: ErrorCode): FaultyResponse => ({ status: errorOf(code).status, body: { code } })

/** What a service answers that issues a token for these join parameters, whatever they hold. @param now Unix seconds */
export const issued = (joinParamsJson: string, now: number): FaultyResponse => ({
  status: 200,
  body: { token: issueText(joinParamsJson, { appId: 'active', appSecret: APPS_SECRET, timestamp: now }) },
})
