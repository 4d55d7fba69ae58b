import { describe, expect, test } from 'vitest'
import { readJsonFile } from '../../runners/suite/files.ts'
import { bundledOpenapi } from '../../tools/openapi.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { JsonObject } from '../../src/model/index.ts'
import { bundle } from '../../src/openapi/bundle.ts'
import { bodyVectors } from '../support/validators/bodies.ts'
import { bundled, members, validatorIn } from '../support/openapi/documents.ts'

const document = bundled()

/** The value at `#/…` of a document. */
const at = (document: JsonObject, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (value, step) => (value as Record<string, unknown>)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )

describe('dist/openapi.json', () => {
  test('is the bundle of what stands under schemas', () => {
    expect(document).toEqual(bundledOpenapi())
  })

  test('refers to nothing outside of itself, and finds all that it refers to', () => {
    const refs = members(document, '$ref') as string[]
    expect(refs.length).toBeGreaterThan(10)
    expect(refs.filter((ref) => !ref.startsWith('#/') || at(document, ref) === undefined)).toEqual([])
  })

  test('has no $id, by which its references would be looked for elsewhere', () => {
    expect(members(document, '$id')).toEqual([])
  })

  test('has the schemas of all bodies under names that programs can use for types', () => {
    expect(Object.keys(document.components.schemas!)).toEqual([
      'AuthTokenRequest',
      'AuthTokenResponse',
      'JoinParams',
      'StreamChange',
      'StreamConfiguration',
      'StreamingStartRequest',
      'StreamingStopRequest',
      'StreamingUpdateRequest',
    ])
  })

  test('gives every body of the vectors the verdict of the schema files', () => {
    const valid = validatorIn(document)
    const other = bodyVectors().flatMap(({ id, body: { kind, body } }) => {
      const value = json(body)
      if (value === undefined) return []
      return valid(kind, value) === (schemaCheck(`${kind}-request`)(value).length === 0) ? [] : [id]
    })
    expect(other).toEqual([])
  })
})

const json = (text: string): JsonObject | undefined => {
  try {
    return JSON.parse(text) as JsonObject
  } catch {
    return undefined
  }
}

describe('bundle', () => {
  const files: Record<string, JsonObject> = {
    'a.schema.json': {
      $id: 'x/a',
      $schema: 'y',
      $ref: 'b-c.schema.json#/$defs/d',
      examples: [{ $ref: 'z.json' }],
    },
    'b-c.schema.json': { $defs: { d: { items: { $ref: '#/$defs/e' } }, e: { $ref: 'a.schema.json' } } },
  }

  test('follows references from file to file, in circles too, and leaves examples alone', () => {
    const document = {
      paths: { '/': [{ schema: { $ref: 'a.schema.json' } }] },
      components: { parameters: {} },
    }
    expect(bundle(document, (file) => files[file]!)).toEqual({
      paths: { '/': [{ schema: { $ref: '#/components/schemas/A' } }] },
      components: {
        parameters: {},
        schemas: {
          A: { $ref: '#/components/schemas/BC/$defs/d', examples: [{ $ref: 'z.json' }] },
          BC: {
            $defs: {
              d: { items: { $ref: '#/components/schemas/BC/$defs/e' } },
              e: { $ref: '#/components/schemas/A' },
            },
          },
        },
      },
    })
  })

  test('leaves references within the document alone', () => {
    const document = { paths: { $ref: '#/components/x' }, components: { x: {} } }
    expect(bundle(document, () => ({}))).toEqual({ ...document, components: { x: {}, schemas: {} } })
  })
})

test('the package exports the bundle', () => {
  const { exports } = readJsonFile<{ exports: JsonObject }>('package.json')
  expect(exports['./openapi.json']).toBe('./dist/openapi.json')
})
