import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { readdirSync } from 'node:fs'
import type { SchemaCheck } from '../src/vectors/read.ts'
import { readJsonFile, rootFile } from './files.ts'

/** All schemas under schemas/, compiled when first asked for. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
let loaded = false

function load(): void {
  if (loaded) return
  loaded = true
  for (const file of readdirSync(rootFile('schemas')).filter((name) => name.endsWith('.schema.json')))
    ajv.addSchema(readJsonFile<object>('schemas', file))
}

const BASE = 'https://channelproof.example/schemas/'

/** The check of `<name>.schema.json`, or of one of its definitions: `report`, `adapter-protocol#/$defs/describe`. */
export function schemaCheck(name: string): SchemaCheck {
  const known = checks.get(name) ?? makeCheck(name)
  checks.set(name, known)
  return known
}

const checks = new Map<string, SchemaCheck>()

function makeCheck(name: string): SchemaCheck {
  load()
  const [file, definition = ''] = name.split(/(?=#)/)
  const validate = ajv.getSchema(`${BASE}${file}.schema.json${definition}`) as ValidateFunction
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(explain))
}

/** `/vectors/3/level must be equal to one of the allowed values: "required", …` */
function explain({ instancePath, message, params }: ErrorObject): string {
  const extra = params['allowedValues'] ?? params['additionalProperty']
  return `${instancePath || 'the value'} ${message}${extra === undefined ? '' : `: ${JSON.stringify(extra)}`}`
}
