import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { readJsonFile } from '../../runners/suite/files.ts'
import type { JsonObject } from '../../src/model/index.ts'
import { JOIN_PARAMS } from '../../src/interface/joinParams.ts'

const NAMES = [
  'auth-token-request',
  'join-params',
  'stream-change',
  'stream-configuration',
  'streaming-start-request',
  'streaming-stop-request',
  'streaming-update-request',
]
const load = (name: string): JsonObject => readJsonFile('schemas', `${name}.schema.json`)

describe('the schemas of the bodies', () => {
  test.each(NAMES)('%s keeps the meta-schema, which is not looked at when the program starts', (name) => {
    expect(new Ajv2020({ strict: true }).validateSchema(load(name))).toBe(true)
  })

  test('a schema that does not keep it is found', () => {
    const ajv = new Ajv2020({ strict: true })
    expect(ajv.validateSchema({ ...load('join-params'), required: 'channelId' })).toBe(false)
  })
})

test('the table of section 2.1 is that of its schema', () => {
  const { properties, required } = load('join-params')
  const rows = Object.entries(properties as Readonly<Record<string, JsonObject>>).map(
    ([name, { type, default: usual, maximum }]) => ({
      name,
      type,
      required: (required as string[]).includes(name),
      ...(usual !== undefined && { default: usual }),
      ...(maximum !== undefined && { maximum }),
    }),
  )
  const words = new Set(['open', 'sample', 'plain'])
  const bare = JOIN_PARAMS.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !words.has(name))),
  )
  expect(bare).toEqual(rows)
  expect(rows).toHaveLength(7)
})
