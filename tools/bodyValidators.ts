/**
 * What `npm run vectors` writes out of the body schemas: src/body/compiled.ts, so that no run loads ajv for them, and
 * src/interface/schemas.ts, which says of each member its type, bounds and default.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { parseJson } from '../src/json.ts'
import { readJsonFile } from '../runners/suite/files.ts'
import { SCHEMA_BASE } from '../runners/suite/schemas.ts'

export const VALIDATORS_FILE = 'src/body/compiled.ts'

const HEADER = `// @ts-nocheck: the schemas of request bodies as ajv compiles them. Generated from schemas/ by "npm run vectors". Do not edit.
`

const REFERRED_TO = ['join-params', 'stream-configuration', 'stream-change']

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
  for (const name of [...REFERRED_TO, ...Object.values(BODIES)]) ajv.addSchema(withoutWords(read(name)))
  const ids = Object.entries(BODIES).map(([name, schema]) => [name, `${SCHEMA_BASE}${schema}.schema.json`])
  const code = standalone.default(ajv, Object.fromEntries(ids) as Record<string, string>)
  return `${HEADER}${code.replace('"use strict";', '').replaceAll(/(?=\b(?:const schema|function validate)\d)/g, '\n')}\n`
}

const WORDS = new Set(['title', 'description', '$comment', 'examples'])

/** Annotations for people do not matter for validation, and would make the code twice as long. */
const withoutWords = (schema: object): object =>
  parseJson(JSON.stringify(schema, (key, value: unknown) => (WORDS.has(key) ? undefined : value)))

export const MEMBERS_FILE = 'src/interface/schemas.ts'

/** What is said of a member: the words of JSON Schema that hold values. */
const FACTS = ['type', 'minimum', 'maximum', 'enum', 'default'] as const

type Schema = Readonly<Record<string, unknown>>

interface ObjectSchema {
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, Schema>>
}

/** The schemas of each streaming body: of the body, and of the entries of its streamList. */
const STREAMING = {
  'streaming.start': ['streaming-start-request', 'stream-configuration'],
  'streaming.update': ['streaming-update-request', 'stream-change'],
  'streaming.stop': ['streaming-stop-request'],
} as const

/** The module that holds the members of sections 2.1, 2.3 and 4 as they stand in their schemas. */
export function membersModule(read = readSchema): string {
  const objectIn = (name: string): ObjectSchema => read(name) as ObjectSchema
  const { properties, required } = objectIn('join-params')
  const rows = Object.entries(properties).map(([name, member]) => {
    const facts = FACTS.filter((word) => Object.hasOwn(member, word)).map((word) => [word, member[word]])
    return [name, { ...Object.fromEntries(facts), required: required.includes(name) }]
  })
  const streaming = Object.entries(STREAMING).map(([operation, schemas]) => [
    operation,
    Object.fromEntries(schemas.flatMap((name) => needsIn(objectIn(name)))),
  ])
  return [
    '// Generated from schemas/ by "npm run vectors". Do not edit.',
    '/** What schemas/join-params.schema.json says of each member. */',
    `export const JOIN_PARAM_SCHEMAS = ${JSON.stringify(Object.fromEntries(rows))} as const`,
    '',
    '/** The members of each streaming body and of the entries of its streamList: is a member required? */',
    `export const STREAMING_MEMBERS = ${JSON.stringify(Object.fromEntries(streaming))} as const`,
    '',
  ].join('\n')
}

const needsIn = ({ properties, required }: ObjectSchema): (readonly [name: string, required: boolean])[] =>
  Object.keys(properties).map((name) => [name, required.includes(name)] as const)

const readSchema = (name: string): object => readJsonFile('schemas', `${name}.schema.json`)
