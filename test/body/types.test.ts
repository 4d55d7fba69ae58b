import { describe, expect, test } from 'vitest'
import { readJsonFile } from '../../runners/suite/files.ts'
import type {
  JoinParams,
  StartRequest,
  StopRequest,
  StreamChange,
  StreamConfiguration,
  UpdateRequest,
} from '../../src/body/index.ts'
import type { Json, JsonObject } from '../../src/model/index.ts'

type JsonType<T> = T extends string
  ? 'string'
  : T extends number
    ? 'integer'
    : T extends readonly unknown[]
      ? 'array'
      : 'object'

/** Of a union a member is optional where one of its types may lack it. */
type Presence<T, K extends keyof T> = T extends unknown
  ? object extends Pick<T, K>
    ? 'optional'
    : 'required'
  : never
type OneOf<T> = 'optional' extends T ? 'optional' : 'required'

/** What the compiler knows of a type; the tables below are held against it, and the schemas against the tables. */
type Table<T> = {
  readonly [K in keyof T]-?: readonly [JsonType<Exclude<T[K], undefined>>, OneOf<Presence<T, K>>]
}

const JOIN_PARAMS = {
  channelId: ['string', 'required'],
  userId: ['string', 'required'],
  privileges: ['integer', 'optional'],
  channelDuration: ['integer', 'optional'],
  duration: ['integer', 'optional'],
  size: ['integer', 'optional'],
  delayClose: ['integer', 'optional'],
} as const satisfies Table<JoinParams>

const CONFIGURATION = {
  streamId: ['integer', 'required'],
  url: ['string', 'required'],
  flag: ['integer', 'required'],
  type: ['integer', 'required'],
  userId: ['string', 'optional'],
  layout: ['object', 'optional'],
  fps: ['integer', 'optional'],
  watermarks: ['array', 'optional'],
  delayClose: ['integer', 'optional'],
} as const satisfies Table<StreamConfiguration>

const CHANGE = {
  streamId: ['integer', 'required'],
  url: ['string', 'optional'],
  userId: ['string', 'optional'],
  layout: ['object', 'optional'],
  fps: ['integer', 'optional'],
  watermarks: ['array', 'optional'],
} as const satisfies Table<StreamChange>

const LIST = { channelId: ['string', 'required'], streamList: ['array', 'required'] } as const
const START = LIST satisfies Table<StartRequest>
const UPDATE = LIST satisfies Table<UpdateRequest>
const STOP = {
  channelId: ['string', 'required'],
  streamId: ['integer', 'optional'],
} as const satisfies Table<StopRequest>

/** Compiles only where both are the same. */
type Same<A, B> = [A, B] extends [B, A] ? true : never
const FPS = [30, 15] as const
const TYPE = [1, 2] as const
const PROVED: readonly true[] = [
  true satisfies Same<(typeof FPS)[number], NonNullable<StreamConfiguration['fps']>>,
  true satisfies Same<(typeof FPS)[number], NonNullable<StreamChange['fps']>>,
  true satisfies Same<(typeof TYPE)[number], StreamConfiguration['type']>,
  true satisfies Same<StartRequest['streamList'][number], StreamConfiguration>,
  true satisfies Same<UpdateRequest['streamList'][number], StreamChange>,
  // Section 4.2 rule 3: type 2 has a userId.
  true satisfies Same<string, Extract<StreamConfiguration, { type: 2 }>['userId']>,
]

const load = (name: string): JsonObject => readJsonFile('schemas', `${name}.schema.json`)

/** A schema without its `$ref`. */
function resolved(schema: JsonObject): JsonObject {
  const reference = schema['$ref'] as string | undefined
  if (reference === undefined) return schema
  const name = reference.split('/').at(-1)!
  return (load('stream-configuration')['$defs'] as Readonly<Record<string, JsonObject>>)[name]!
}

/** The same table out of a schema. */
function tableOf({ properties, required }: JsonObject): Record<string, [Json | undefined, string]> {
  return Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, JsonObject>>).map(([name, member]) => {
      const { type, enum: values } = resolved(member)
      const integers = (values as Json[] | undefined)?.every(Number.isInteger) ? 'integer' : undefined
      return [name, [type ?? integers, (required as string[]).includes(name) ? 'required' : 'optional']]
    }),
  )
}

describe('the types of the bodies say what the schemas say', () => {
  test.each([
    ['join-params', JOIN_PARAMS],
    ['stream-configuration', CONFIGURATION],
    ['stream-change', CHANGE],
    ['streaming-start-request', START],
    ['streaming-update-request', UPDATE],
    ['streaming-stop-request', STOP],
  ])('%s', (name, table) => {
    expect(tableOf(load(name))).toEqual(table)
  })

  test('values of fps and type', () => {
    const { $defs, properties } = load('stream-configuration')
    expect($defs).toMatchObject({ fps: { enum: FPS } })
    expect(properties).toMatchObject({ type: { enum: TYPE } })
    expect(PROVED).not.toContain(false)
  })

  test('the body of a token request is the join parameters', () => {
    expect(load('auth-token-request')).toMatchObject({ $ref: 'join-params.schema.json' })
  })
})
