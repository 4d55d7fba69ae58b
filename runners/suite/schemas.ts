import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { SchemaCheck } from '../../src/vectors/format/read.ts'
import { readJsonFile } from './files.ts'

export const SCHEMA_BASE = 'https://channelproof.example/schemas/'

// The tests check our own schemas with their meta-schema; at every start that would take some 30 ms.
const ajv = new Ajv2020({ strict: true, allErrors: true, validateSchema: false })
const checks = new Map<string, SchemaCheck>()

/** The check of `<name>.schema.json`, or of one of its definitions: `report`, `adapter-protocol#/$defs/describe`. */
export function schemaCheck(name: string): SchemaCheck {
  const check = checks.get(name) ?? makeCheck(name)
  checks.set(name, check)
  return check
}

function makeCheck(name: string): SchemaCheck {
  const [file, definition = ''] = name.split(/(?=#)/)
  addSchema(`${file}.schema.json`)
  const validate = ajv.getSchema(`${SCHEMA_BASE}${file}.schema.json${definition}`) as ValidateFunction
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(explain))
}

function addSchema(file: string): void {
  if (ajv.schemas[`${SCHEMA_BASE}${file}`]) return
  const schema = readJsonFile<object>('schemas', file)
  ajv.addSchema(schema)
  for (const [, other] of JSON.stringify(schema).matchAll(/"\$ref":"([^"#]+)[^"]*"/g)) addSchema(other!)
}

/** `/vectors/3/level must be equal to one of the allowed values: "required", …` */
function explain({ instancePath, message, params }: ErrorObject): string {
  const extra = params['allowedValues'] ?? params['additionalProperty']
  return `${instancePath || 'the value'} ${message}${extra === undefined ? '' : `: ${JSON.stringify(extra)}`}`
}
