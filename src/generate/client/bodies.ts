/** Bodies that the interface grants: every operation, every subset of its members, values around every bound. */
import { array, constantFrom, dictionary, integer, oneof, record, stringMatching } from 'fast-check'
import { uniqueArray, type Arbitrary } from 'fast-check'
import { canSet } from '../../interface/bodies.ts'
import type { Json, JsonObject, Operation } from '../../model/index.ts'
import { eachWithin, textOf, within, type Drawing } from '../drawing.ts'
import { joinParamsOf, PLAIN_MEMBERS } from '../joinParams.ts'
import { anyId, plainId } from '../texts.ts'

/** What a body is drawn out of. */
export interface World {
  readonly drawing: Drawing
  readonly channelId: Arbitrary<string>
  readonly userId: Arbitrary<string>
  readonly streamId: Arbitrary<number>
  /** Members of which the text shows no value are drawn too. */
  readonly odd: boolean
  /** Each body has every member that the client can set. */
  readonly isFullest?: true
}

const STREAM_IDS = oneof(integer({ min: 1, max: 1000 }), constantFrom(1, 127, 128, 255, 256, 999, 1000))
const ANY_STREAM_IDS = oneof(
  { arbitrary: STREAM_IDS, weight: 3 },
  { arbitrary: constantFrom(-1, 0, 1001, 32768, 65536, 2 ** 24 + 1, 2 ** 31 - 1, 2 ** 31), weight: 1 },
)

/** Values that no reading can refuse. */
export const plainWorld = (drawing: Drawing): World => ({
  drawing,
  channelId: textOf(drawing, 'channelId', plainId),
  userId: textOf(drawing, 'userId', plainId),
  streamId: within(drawing, 'streamId', STREAM_IDS),
  odd: false,
})

/** Any values. */
export const oddWorld = (drawing: Drawing): World => ({
  drawing,
  channelId: textOf(drawing, 'channelId', anyId),
  userId: textOf(drawing, 'userId', anyId),
  streamId: within(drawing, 'streamId', ANY_STREAM_IDS),
  odd: true,
})

/** Values that no reading can refuse, and in each body every member that the client can set. */
export const fullestWorld = (drawing: Drawing): World => ({ ...plainWorld(drawing), isFullest: true })

type Members = Readonly<Record<string, Arbitrary<Json>>>

/**
 * The required members, and any subset of the others that the client can set: all of them, and none, more often than
 * chance would have it.
 */
const subsetIn =
  ({ drawing, isFullest }: World, operation: Operation) =>
  (required: Members, optional: Members): Arbitrary<JsonObject> => {
    const settable = Object.entries(optional).filter(([name]) => canSet(drawing, operation, name))
    const all = { ...required, ...Object.fromEntries(settable) }
    return isFullest ? record(all, { noNullPrototype: true }) : subset(required, all)
  }

function subset(required: Members, all: Members): Arbitrary<JsonObject> {
  const requiredKeys = Object.keys(required)
  return oneof(
    { arbitrary: record(all, { requiredKeys, noNullPrototype: true }), weight: 3 },
    { arbitrary: record(required, { noNullPrototype: true }), weight: 1 },
    { arbitrary: record(all, { noNullPrototype: true }), weight: 1 },
  )
}

const HOST = constantFrom('push.example', 'push.example', 'push.example:1936')
const PATH = stringMatching(/^[abcXYZ019._~-]{1,40}$/)
const ENDING = constantFrom('', '', '/', '//b', '%2fc')
/** Signed addresses are long: section 2.3 bounds none. */
const SIGN = `?time=1700000000&sign=${'0123456789abcdef'.repeat(40)}`
const QUERY = constantFrom('', '?key=a%20b&c=d', '?sign=q+/8%3D&t=1', '?a=1&amp;b=2', SIGN)
/** RTMP in printable ASCII. */
const url = record({ host: HOST, path: PATH, ending: ENDING, query: QUERY }).map(
  ({ host, path, ending, query }) => `rtmp://${host}/live/${path}${ending}${query}`,
)

const leaf: Arbitrary<Json> = oneof(
  integer({ min: -1000, max: 1000 }),
  constantFrom(0.5, 1.75, true, false, null, '', 'a/b "c"'),
  plainId,
)
const branch = (of: Arbitrary<Json>): Arbitrary<JsonObject> =>
  dictionary(plainId, of, { maxKeys: 3, noNullPrototype: true })
/** What layout and watermarks hold is not shown (section 2.3). */
const contents = branch(oneof(leaf, branch(leaf), array(leaf, { maxLength: 3 })))
const notShown: Members = { layout: contents, watermarks: array(contents, { maxLength: 3 }) }

const FPS = constantFrom(15, 30)

/** A client that cannot name the user of a push has none of type 2 (4.2 rule 3). */
const typesIn = ({ drawing }: World): Arbitrary<number> =>
  canSet(drawing, 'streaming.start', 'userId') ? constantFrom(1, 2) : constantFrom(1)

const startEntry = (world: World): Arbitrary<JsonObject> =>
  typesIn(world).chain((type) => {
    const { drawing, userId, odd } = world
    const user = { userId }
    const required = { url, flag: integer({ min: 1, max: 15 }), type: constantFrom(type) }
    const delays = oneof(integer({ min: 0, max: 600 }), constantFrom(0, 1, 255, 256, 599, 600))
    const delayClose = within(drawing, 'delayClose', delays)
    return subsetIn(world, 'streaming.start')(
      { ...required, ...(type === 2 && user) },
      { ...(type === 1 && user), fps: FPS, delayClose, ...(odd && notShown) },
    )
  })

const updateEntry = (world: World): Arbitrary<JsonObject> => {
  const { userId, odd } = world
  const optional = { url, userId, fps: FPS, watermarks: constantFrom([]), ...(odd && notShown) }
  return subsetIn(world, 'streaming.update')({}, optional)
}

/** One to three entries, each of another stream (4.2 rule 1). */
const listOf = ({ streamId }: World, entry: Arbitrary<JsonObject>): Arbitrary<JsonObject[]> =>
  uniqueArray(streamId, { minLength: 1, maxLength: 3 }).chain((ids) =>
    array(entry, { minLength: ids.length, maxLength: ids.length }).map((entries) =>
      entries.map((members, at) => ({ streamId: ids[at]!, ...members })),
    ),
  )

/** A body of each operation. */
export const bodyIn = (world: World): Readonly<Record<Operation, Arbitrary<JsonObject>>> => {
  const { drawing, channelId, userId, streamId, odd } = world
  const plainMembers = eachWithin(drawing, Object.keys(PLAIN_MEMBERS), PLAIN_MEMBERS)
  const withList = (entry: Arbitrary<JsonObject>): Arbitrary<JsonObject> =>
    record({ channelId, streamList: listOf(world, entry) }, { noNullPrototype: true })
  return {
    'auth.token': odd
      ? joinParamsOf(drawing, undefined, (name) => canSet(drawing, 'auth.token', name))
      : subsetIn(world, 'auth.token')({ channelId, userId }, plainMembers),
    'streaming.start': withList(startEntry(world)),
    'streaming.update': withList(updateEntry(world)),
    'streaming.stop': subsetIn(world, 'streaming.stop')({ channelId }, { streamId }),
  }
}
