/**
 * src/body/compiled.ts, which `npm run vectors` writes: the body schemas as code, so that no run loads ajv for them.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { parseJson } from '../src/json.ts'
import { readJsonFile } from '../runners/suite/files.ts'
import { SCHEMA_BASE } from '../runners/suite/schemas.ts'

export const VALIDATORS_FILE = 'src/body/compiled.ts'

const HEADER = `// @ts-nocheck: the schemas of request bodies as ajv compiles them. Generated from schemas/ by "npm run vectors". Do not edit.
`

/** Schemas that the bodies refer to. */
const PARTS = ['join-params', 'stream-configuration', 'stream-change']

/** Name of the function → schema. */
const BODIES: Readonly<Record<string, string>> = {
  authToken: 'auth-token-request',
  streamingStart: 'streaming-start-request',
  streamingUpdate: 'streaming-update-request',
  streamingStop: 'streaming-stop-request',
}

/**
 * ownProperties: a member that only a prototype has is no member. verbose: the value decides which rule is broken.
 * The tests compare the schemas with their meta-schema.
 */
export function validatorsText(read = readSchema): string {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    validateSchema: false,
    code: { source: true, esm: true },
  })
  for (const name of [...PARTS, ...Object.values(BODIES)]) ajv.addSchema(withoutWords(read(name)))
  const ids = Object.entries(BODIES).map(([name, schema]) => [name, `${SCHEMA_BASE}${schema}.schema.json`])
  const code = standalone.default(ajv, Object.fromEntries(ids) as Record<string, string>)
  return `${HEADER}${code.replace('"use strict";', '').replaceAll(/(?=\b(?:const schema|function validate)\d)/g, '\n')}\n`
}

const WORDS = new Set(['title', 'description', '$comment', 'examples'])

/** Annotations for people do not matter for validation, and would make the code twice as long. */
const withoutWords = (schema: object): object =>
  parseJson(JSON.stringify(schema, (key, value: unknown) => (WORDS.has(key) ? undefined : value)))

const readSchema = (name: string): object => readJsonFile('schemas', `${name}.schema.json`)
