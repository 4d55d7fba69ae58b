import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { readText } from '../../../runners/suite/files.ts'
import { OPENAPI_FILE } from '../../../tools/openapi.ts'
import type { BodyKind, Json, JsonObject } from '../../../src/model/index.ts'
import { API_OPERATIONS } from '../../../src/openapi/document.ts'
import { built } from '../cli.ts'

interface Media {
  readonly schema: { readonly $ref: string }
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: JsonObject }>>
}
interface Response {
  readonly description: string
  readonly content?: Readonly<Record<'application/json', Media>>
  readonly 'x-requirements': readonly string[]
  readonly 'x-error-codes'?: readonly { readonly code: string; readonly requirement: string }[]
}
export interface OperationObject {
  readonly operationId: string
  readonly description: string
  readonly 'x-requirements': readonly string[]
  readonly requestBody: { readonly content: Readonly<Record<'application/json', Media>> }
  readonly responses: Readonly<Record<string, Response>>
}
export type Document = JsonObject & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas?: JsonObject }
}

/** The committed file. */
export const written = (): Document => parse(readText(OPENAPI_FILE)) as Document

/** The file that a build puts next to the program. */
export const BUNDLE = built('openapi.json')
export const bundled = (): Document => JSON.parse(readFileSync(BUNDLE, 'utf8')) as Document

export const operationsOf = ({ paths }: Document): OperationObject[] =>
  Object.values(paths).flatMap(Object.values)

/** Every value of a member of this name, at any depth. */
export const members = (value: Json, name: string): Json[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]: [string, Json]) => [
        ...(key === name ? [member] : []),
        ...members(member, name),
      ])

/** A name, not an address. */
const DOCUMENT = 'https://channelproof.example/openapi.json'

/** Tests a body with the schema that a document in one piece has for it. */
export function validatorIn(document: Document): (kind: BodyKind, body: Json) => boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  ajv.addSchema(document, DOCUMENT)
  const compiled = new Map(
    API_OPERATIONS.map(({ path, method, body }) => {
      const steps = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
      const pointer = steps.map((step) => `/${step.replaceAll('/', '~1')}`).join('')
      return [body, ajv.compile({ $ref: `${DOCUMENT}#${pointer}` })] as const
    }),
  )
  return (kind, body) => compiled.get(kind)!(body)
}

/** The text of a JSON file with a line for each member, in which a test can replace one. */
export const spread = (file: string): string =>
  JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 2)
