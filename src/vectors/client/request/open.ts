/** Bodies with what the text does not grant: an SDK may refuse them, and if it sends them it alters nothing. */
import { OPERATIONS, type JsonObject, type Operation, type RequirementId } from '../../../model/index.ts'
import { MINIMAL, type ClientRow } from '../../rows/client.ts'
import { ID_TEXTS, IDS } from '../../rows/row.ts'
import { required, STREAM } from './required.ts'

const LAYOUT = { mode: 'grid', cells: [{ userId: 'u1', order: 0, x: 0.5 }], empty: {} }
/** RFC 8259 section 3: null is a value. */
const WITH_NULL = { title: null, cells: [null, { userId: 'u1', order: null }] }
const WATERMARKS = [{ url: 'https://push.example/mark.png', x: 0 }]

/** @param open the rule that leaves it open */
const either =
  (open: RequirementId) =>
  (operation: Operation, name: string, title: string, body: JsonObject): ClientRow => ({
    ...required(operation, name, title, { body }),
    title: `Sends ${operation} or refuses it: ${title}`,
    open,
  })
const privileges = either('PARAM-PRIVILEGES-VALUES')
const size = either('PARAM-SIZE-MAXIMUM')
const streamIds = either('STREAM-STREAMID-VALUES')
const layout = either('STREAM-LAYOUT-FIELDS')
const naming = either('PARAM-CHANNELID-NAMING')

const start = (entry: JsonObject): JsonObject => ({
  channelId: 'c1',
  streamList: [{ ...STREAM, type: 1, ...entry }],
})
const update = (entry: JsonObject): JsonObject => ({
  channelId: 'c1',
  streamList: [{ streamId: 1, ...entry }],
})
const stop = (streamId: number): JsonObject => ({ channelId: 'c1', streamId })

/** Members of an entry that are open in a start and in an update alike. */
const layouts = (name: string, title: string, entry: JsonObject): readonly ClientRow[] => [
  layout('streaming.start', name, title, start(entry)),
  layout('streaming.update', name, title, update(entry)),
]

/** Values without a bound in the text, and members whose contents are not shown. */
const values: readonly ClientRow[] = [
  privileges('auth.token', 'privileges', 'privileges 1', { ...IDS, privileges: 1 }),
  privileges('auth.token', 'privileges-zero', 'privileges 0', { ...IDS, privileges: 0 }),
  size('auth.token', 'beyond-bounds', 'values that the text does not bound', {
    ...IDS,
    size: 2147483647,
    channelDuration: 2147483647,
  }),
  either('PARAM-SIZE-ZERO')('auth.token', 'size-zero', 'size 0', { ...IDS, size: 0 }),
  streamIds('streaming.start', 'stream-id-0', 'streamId 0', start({ streamId: 0 })),
  streamIds(
    'streaming.update',
    'stream-id-0',
    'streamId 0 and an empty array',
    update({ streamId: 0, watermarks: [] }),
  ),
  streamIds('streaming.stop', 'stream-id-0', 'streamId 0', stop(0)),
  streamIds('streaming.stop', 'stream-id-2147483647', 'the largest streamId of 32 bits', stop(2147483647)),
  ...layouts('contents', 'layout and watermarks', { layout: LAYOUT, watermarks: WATERMARKS }),
]

/** The first integer that a float of 32 bits cannot hold, and the last that every reader of JSON keeps. */
const LARGE = [2 ** 24 + 1, 2 ** 53 - 1]
const large: readonly ClientRow[] = LARGE.flatMap((value) => [
  privileges('auth.token', `privileges-${value}`, `privileges ${value}`, { ...IDS, privileges: value }),
  ...['size', 'channelDuration'].map((name) =>
    size('auth.token', `${name.toLowerCase()}-${value}`, `${name} ${value}`, { ...IDS, [name]: value }),
  ),
  ...Object.entries({
    'streaming.start': start({ streamId: value }),
    'streaming.update': update({ streamId: value }),
    'streaming.stop': stop(value),
  }).map(([operation, body]) =>
    streamIds(operation as Operation, `stream-id-${value}`, `streamId ${value}`, body),
  ),
])

const FOUR = [1, 2, 3, 4].map((streamId) => ({ ...STREAM, streamId, type: 1 }))

/** Null within a member whose contents are not shown, more entries than the default limit, and a long body. */
const unusual: readonly ClientRow[] = [
  ...layouts('null-within', 'null in a layout', { layout: WITH_NULL }),
  either('START-STREAMS-MAXIMUM-ANSWER')('streaming.start', 'four-streams', 'four streams at once', {
    channelId: 'c1',
    streamList: FOUR,
  }),
  ...layouts('one-mebibyte', 'a body above one MiB', { layout: { filler: '' } }).map((row): ClientRow => ({
    ...row,
    level: 'recommended',
    requirements: ['SDK-BODY-LARGE'],
    filler: 1024 * 1024,
    timeoutMillis: 30_000,
  })),
]

/** Of the texts, those for which an empty or a very long one adds nothing here. */
const texts = ID_TEXTS.filter(({ name }) => !/bytes$|^one-byte$|^255/.test(name)).map(({ name, text }) =>
  naming('auth.token', `text-${name}`, `in ids ${name.replaceAll('-', ' ')}`, {
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
const WITHIN_TITLE = 'in texts of the list everything at once'
const streamTexts = [
  ...(['streaming.start', 'streaming.update', 'streaming.stop'] as const).map((operation) =>
    naming(operation, 'text-everything-at-once', 'in ids everything at once', {
      ...MINIMAL[operation],
      channelId: EVERYTHING,
    }),
  ),
  layout('streaming.start', 'text-within', WITHIN_TITLE, start({ ...WITHIN, type: 2 })),
  layout('streaming.update', 'text-within', WITHIN_TITLE, update(WITHIN)),
]

const beyondAscii = OPERATIONS.map((operation): ClientRow => ({
  ...naming(operation, 'encoding-beyond-ascii', 'text beyond ASCII in UTF-8', {
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
