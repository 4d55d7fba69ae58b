/** Bodies with what the text does not grant: an SDK may refuse them, and if it sends them it alters nothing. */
import { OPERATIONS, type JsonObject, type Operation, type RequirementId } from '../../../model/index.ts'
import { MINIMAL, type ClientRow } from '../../rows/client.ts'
import { ID_TEXTS } from '../../rows/idTexts.ts'
import { IDS } from '../../rows/row.ts'
import { STREAM } from './bodies.ts'
import { required } from './required.ts'

const LAYOUT = { mode: 'grid', cells: [{ userId: 'u1', order: 0, x: 0.5 }], empty: {} }
/** RFC 8259 section 3: null is a value. */
const WITH_NULL = { title: null, cells: [null, { userId: 'u1', order: null }] }
const WATERMARKS = [{ url: 'https://push.example/mark.png', x: 0 }]

/** @param open the rule that leaves it open */
const either = (
  open: RequirementId,
  operation: Operation,
  name: string,
  title: string,
  body: JsonObject,
): ClientRow => ({
  ...required(operation, name, title, { body }),
  title: `Sends ${operation} or refuses it: ${title}`,
  open,
})

const start = (entry: JsonObject): JsonObject => ({
  channelId: 'c1',
  streamList: [{ ...STREAM, type: 1, ...entry }],
})
const update = (entry: JsonObject): JsonObject => ({
  channelId: 'c1',
  streamList: [{ streamId: 1, ...entry }],
})

/** Values without a bound in the text, and members whose contents are not shown. */
const values: readonly ClientRow[] = [
  either('PARAM-PRIVILEGES-VALUES', 'auth.token', 'privileges', 'privileges 1', { ...IDS, privileges: 1 }),
  either('PARAM-PRIVILEGES-VALUES', 'auth.token', 'privileges-zero', 'privileges 0', {
    ...IDS,
    privileges: 0,
  }),
  either('PARAM-SIZE-MAXIMUM', 'auth.token', 'beyond-bounds', 'values that the text does not bound', {
    ...IDS,
    size: 2147483647,
    channelDuration: 2147483647,
  }),
  either('PARAM-SIZE-ZERO', 'auth.token', 'size-zero', 'size 0', { ...IDS, size: 0 }),
  either('STREAM-STREAMID-VALUES', 'streaming.start', 'stream-id-0', 'streamId 0', start({ streamId: 0 })),
  either('STREAM-STREAMID-VALUES', 'streaming.update', 'stream-id-0', 'streamId 0 and an empty array', {
    channelId: 'c1',
    streamList: [{ streamId: 0, watermarks: [] }],
  }),
  either('STREAM-STREAMID-VALUES', 'streaming.stop', 'stream-id-0', 'streamId 0', {
    channelId: 'c1',
    streamId: 0,
  }),
  either(
    'STREAM-STREAMID-VALUES',
    'streaming.stop',
    'stream-id-2147483647',
    'the largest streamId of 32 bits',
    {
      channelId: 'c1',
      streamId: 2147483647,
    },
  ),
  either(
    'STREAM-LAYOUT-FIELDS',
    'streaming.start',
    'contents',
    'layout and watermarks',
    start({ layout: LAYOUT, watermarks: WATERMARKS }),
  ),
  either(
    'STREAM-LAYOUT-FIELDS',
    'streaming.update',
    'contents',
    'layout and watermarks',
    update({ layout: LAYOUT, watermarks: WATERMARKS }),
  ),
]

/** The first integer that a float of 32 bits cannot hold, and the last that every reader of JSON keeps. */
const LARGE = [2 ** 24 + 1, 2 ** 53 - 1]
const large: readonly ClientRow[] = LARGE.flatMap((value) => [
  ...(
    [
      ['PARAM-PRIVILEGES-VALUES', 'privileges'],
      ['PARAM-SIZE-MAXIMUM', 'size'],
      ['PARAM-SIZE-MAXIMUM', 'channelDuration'],
    ] as const
  ).map(([open, name]) =>
    either(open, 'auth.token', `${name.toLowerCase()}-${value}`, `${name} ${value}`, {
      ...IDS,
      [name]: value,
    }),
  ),
  ...OPERATIONS.filter((operation) => operation !== 'auth.token').map((operation) => {
    const streamId = value
    const bodies = {
      'streaming.start': start({ streamId }),
      'streaming.update': update({ streamId }),
      'streaming.stop': { channelId: 'c1', streamId },
    }
    return either(
      'STREAM-STREAMID-VALUES',
      operation,
      `stream-id-${value}`,
      `streamId ${value}`,
      bodies[operation],
    )
  }),
])

const FOUR = [1, 2, 3, 4].map((streamId) => ({ ...STREAM, streamId, type: 1 }))

/** Null within a member whose contents are not shown, more entries than the default limit, and a long body. */
const unusual: readonly ClientRow[] = [
  either(
    'STREAM-LAYOUT-FIELDS',
    'streaming.start',
    'null-within',
    'null in a layout',
    start({ layout: WITH_NULL }),
  ),
  either(
    'STREAM-LAYOUT-FIELDS',
    'streaming.update',
    'null-within',
    'null in a layout',
    update({ layout: WITH_NULL }),
  ),
  either('START-STREAMS-MAXIMUM-ANSWER', 'streaming.start', 'four-streams', 'four streams at once', {
    channelId: 'c1',
    streamList: FOUR,
  }),
  ...(['streaming.start', 'streaming.update'] as const).map((operation): ClientRow => ({
    ...either('STREAM-LAYOUT-FIELDS', operation, 'one-mebibyte', 'a body above one MiB', {
      ...(operation === 'streaming.start' ? start : update)({ layout: { filler: '' } }),
    }),
    level: 'recommended',
    requirements: ['SDK-BODY-LARGE'],
    filler: 1024 * 1024,
    timeoutMillis: 30_000,
  })),
]

/** Of the texts, those for which an empty or a very long one adds nothing here. */
const texts = ID_TEXTS.filter(({ name }) => !/bytes$|^one-byte$|^255/.test(name)).map(({ name, text }) =>
  either('PARAM-CHANNELID-NAMING', 'auth.token', `text-${name}`, `in ids ${name.replaceAll('-', ' ')}`, {
    channelId: text,
    userId: text,
  }),
)

const EVERYTHING = ID_TEXTS.find(({ name }) => name === 'everything-at-once')!.text
/** The same at depth: in users, and in members whose contents the interface does not show. */
const WITHIN = {
  userId: EVERYTHING,
  url: 'rtmp://Push.example/Live/%C3%A9?Key=a+b',
  layout: { [EVERYTHING]: EVERYTHING },
}
const streamTexts = [
  ...(['streaming.start', 'streaming.update', 'streaming.stop'] as const).map((operation) =>
    either('PARAM-CHANNELID-NAMING', operation, 'text-everything-at-once', 'in ids everything at once', {
      ...MINIMAL[operation],
      channelId: EVERYTHING,
    }),
  ),
  either(
    'STREAM-LAYOUT-FIELDS',
    'streaming.start',
    'text-within',
    'in texts of the list everything at once',
    start({ ...WITHIN, type: 2 }),
  ),
  either(
    'STREAM-LAYOUT-FIELDS',
    'streaming.update',
    'text-within',
    'in texts of the list everything at once',
    update(WITHIN),
  ),
]

const beyondAscii = OPERATIONS.map((operation): ClientRow => ({
  ...either('PARAM-CHANNELID-NAMING', operation, 'encoding-beyond-ascii', 'text beyond ASCII in UTF-8', {
    ...MINIMAL[operation],
    channelId: 'caf\u00e9',
  }),
  level: 'recommended',
  requirements: ['API-REQUEST-BODY-UTF8', 'API-REQUEST-BODY-NO-BYTE-ORDER-MARK'],
  checks: ['asked', 'encoding'],
}))

export const openBodies: readonly ClientRow[] = [
  ...values,
  ...large,
  ...unusual,
  ...texts,
  ...streamTexts,
  ...beyondAscii,
]
