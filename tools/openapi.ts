/** schemas/openapi.yaml, which `npm run vectors` writes, and its bundle, which `npm run build` puts into dist. */
import { parse } from 'yaml'
import type { Family, JsonObject } from '../src/model/index.ts'
import { bundle } from '../src/openapi/bundle.ts'
import { openapiDocument } from '../src/openapi/document.ts'
import { examplesFrom } from '../src/openapi/examples.ts'
import { printYaml } from '../src/vectors/format/print.ts'
import { readJsonFile, readText } from '../runners/suite/files.ts'

export const OPENAPI_FILE = 'schemas/openapi.yaml'

const HEADER = `# OpenAPI 3.1 description of the service, over the schema files beside it; dist/openapi.json is the same in one file.
# Generated from src/openapi and the vectors by "npm run vectors". Do not edit.
`

interface HeadersSchema {
  readonly properties: { readonly 'tracking-id': JsonObject }
}

export function openapiText(families: readonly Family[]): string {
  const { properties } = readJsonFile<HeadersSchema>('schemas', 'common-headers.schema.json')
  const parts = { ...examplesFrom(families), trackingId: properties['tracking-id'] }
  return HEADER + printYaml(openapiDocument(parts))
}

/** The document in one file, without a reference to another one. */
export const bundledOpenapi = (): JsonObject =>
  bundle(parse(readText(OPENAPI_FILE)) as JsonObject, (file) => readJsonFile<JsonObject>('schemas', file))
