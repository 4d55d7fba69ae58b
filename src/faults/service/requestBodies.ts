import { readBody } from '../../body/index.ts'
import { readJson } from '../../json.ts'
import { BODY_OF, OPERATIONS, ROUTES, type BodyKind, type Json, type JsonObject } from '../../model/index.ts'
import type { ServiceRequest } from '../../service/index.ts'
import { isObject } from '../../json.ts'

export const isToken = ({ path }: ServiceRequest): boolean => path === ROUTES['auth.token'].path
export const isStreaming = ({ path }: ServiceRequest): boolean => /streaming/.test(path)
export const isStart = ({ path }: ServiceRequest): boolean => path === ROUTES['streaming.start'].path
export const isUpdate = ({ path }: ServiceRequest): boolean => path === ROUTES['streaming.update'].path
export const isStop = ({ path }: ServiceRequest): boolean => path === ROUTES['streaming.stop'].path

export const textOf = ({ body }: ServiceRequest): string => Buffer.from(body).toString('utf8')

/** The value of a body; undefined: it is no JSON. */
export const jsonOf = (request: ServiceRequest): Json | undefined => {
  try {
    return readJson(textOf(request)).value
  } catch {
    return undefined
  }
}

/** Its members, if it is an object. */
export const objectOf = (request: ServiceRequest): JsonObject => {
  const value = jsonOf(request)
  return isObject(value) ? value : {}
}

/** A request with this body instead of its own. */
export const bodyWith = (value: Json): { body: Uint8Array } => ({ body: Buffer.from(JSON.stringify(value)) })

/** Entries of streamList, if it is an array. */
export const listOf = (request: ServiceRequest): readonly Json[] => {
  const { streamList } = objectOf(request)
  return Array.isArray(streamList) ? streamList : []
}

/** Is its form right? */
export const isRight = (kind: BodyKind, request: ServiceRequest): boolean =>
  readBody(kind, textOf(request)).violations.length === 0

/** The kind of body for its path; undefined where there is no such path. */
export const kindOf = ({ path }: ServiceRequest): BodyKind | undefined => {
  const operation = OPERATIONS.find((name) => ROUTES[name].path === path)
  return operation && BODY_OF[operation]
}
