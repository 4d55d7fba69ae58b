import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { readJsonFile } from '../../runners/suite/files.ts'
import { SCHEMA_BASE } from '../../runners/suite/schemas.ts'
import type { BodyKind, Json, JsonObject } from '../../src/model/index.ts'
import { mutantsOf, type Mutant } from '../support/body/schemaMutants.ts'
import { bodyVectors } from '../support/body/vectors.ts'

/** The schemas of the bodies, and the kinds of bodies that each is a part of. */
const SCHEMAS: Readonly<Record<string, readonly BodyKind[]>> = {
  'join-params': ['auth-token'],
  'auth-token-request': ['auth-token'],
  'stream-configuration': ['streaming-start', 'streaming-update'],
  'streaming-start-request': ['streaming-start'],
  'stream-change': ['streaming-update'],
  'streaming-update-request': ['streaming-update'],
  'streaming-stop-request': ['streaming-stop'],
}
const ENTRY: Readonly<Record<BodyKind, string>> = {
  'auth-token': 'auth-token-request',
  'streaming-start': 'streaming-start-request',
  'streaming-update': 'streaming-update-request',
  'streaming-stop': 'streaming-stop-request',
}

const schemas = new Map(
  Object.keys(SCHEMAS).map((name) => [name, readJsonFile<JsonObject>('schemas', `${name}.schema.json`)]),
)
const bodies = bodyVectors().map(({ id, question: { params } }) => ({
  id,
  kind: params.kind,
  value: JSON.parse(params.body) as Json,
}))

/** Which bodies of these kinds fit, with some schema in place of the one in the repository. */
function fitting(kinds: readonly BodyKind[], name?: string, mutant?: JsonObject): string {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  for (const [other, schema] of schemas) ajv.addSchema(other === name ? mutant! : schema)
  return kinds
    .map((kind) => {
      const validate = ajv.getSchema(`${SCHEMA_BASE}${ENTRY[kind]}.schema.json`)!
      return bodies
        .filter((body) => body.kind === kind)
        .map(({ value }) => (validate(value) ? '+' : '-'))
        .join('')
    })
    .join(' ')
}

describe('every constraint of the schemas is held by a vector', () => {
  const counts = { killed: 0, all: 0 }

  test.each(Object.entries(SCHEMAS))('%s', (name, kinds) => {
    const usual = fitting(kinds)
    const mutants: readonly Mutant[] = mutantsOf(schemas.get(name)!)
    const alive = mutants.filter(({ schema }) => fitting(kinds, name, schema) === usual)
    counts.all += mutants.length
    counts.killed += mutants.length - alive.length
    expect(alive.map(({ what }) => what)).toEqual([])
    expect(mutants.length).toBeGreaterThan(0)
  })

  test('all mutants are killed', () => {
    console.log(`${counts.killed} of ${counts.all} schema mutants killed`)
    expect(counts.killed).toBe(counts.all)
    // So that a walk which finds nothing does not pass.
    expect(counts.all).toBeGreaterThan(200)
  })
})
