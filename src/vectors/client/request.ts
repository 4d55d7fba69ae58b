import {
  OPERATIONS,
  ROUTES,
  type ClientCheck,
  type Family,
  type JsonObject,
  type Operation,
  type RequirementId,
} from '../../model/index.ts'
import { clientFamily, MINIMAL, type ClientRow } from '../rows/client.ts'
import { EVERY_MEMBER, IDS } from '../rows/row.ts'
import { ID_TEXTS } from '../rows/idTexts.ts'

/** Everything that the interface asks of a request (sections 1, 4 and 5). */
const REQUIRED: readonly ClientCheck[] = [
  'asked',
  'route',
  'content-type',
  'authorization',
  'tracking-id',
  'body',
]
const REQUIRED_RULES: readonly RequirementId[] = [
  'HEADER-CONTENT-TYPE',
  'AUTH-HEADER-PRESENT',
  'AUTH-HEADER-SCHEME',
  'HEADER-TRACKING-ID-FORMAT',
  'API-REQUEST-BODY-JSON',
  'SDK-BODY-VALUES',
]

const required = (
  operation: Operation,
  name: string,
  title: string,
  more: Partial<ClientRow> = {},
  rules: readonly RequirementId[] = [],
): ClientRow => ({
  name: `${operation.replace('.', '-')}-${name}`,
  title: `Sends ${operation}: ${title}`,
  requirements: [ROUTES[operation].rule, ...rules, ...REQUIRED_RULES],
  operation,
  checks: REQUIRED,
  ...more,
})

const STREAM = { streamId: 1, url: 'rtmp://push.example/live/1?key=a%20b&c=d', flag: 3 }
const WATERMARKS = [{ url: 'https://push.example/é.png', x: 0 }]
const LAYOUT = { mode: 'grid', cells: [{ userId: 'u1', order: 0 }], empty: {} }

/** Every member that an operation takes, at values that are neither defaults nor alike. */
const FULL: Readonly<Record<Operation, JsonObject>> = {
  'auth.token': EVERY_MEMBER,
  'streaming.start': {
    channelId: 'c1',
    streamList: [
      { ...STREAM, type: 1, userId: 'u1', layout: LAYOUT, fps: 15, watermarks: WATERMARKS, delayClose: 60 },
      { ...STREAM, streamId: 2, type: 2, userId: 'u2', flag: 15 },
    ],
  },
  'streaming.update': {
    channelId: 'c1',
    streamList: [
      { streamId: 1, url: STREAM.url, userId: 'u2', layout: LAYOUT, fps: 15, watermarks: WATERMARKS },
    ],
  },
  'streaming.stop': { channelId: 'c1', streamId: 2147483647 },
}

const bodies = OPERATIONS.flatMap((operation) => [
  required(operation, 'minimal', 'the least that it holds', {}, ['API-PATHS-UNVERSIONED']),
  required(operation, 'full', 'every member', { body: FULL[operation] }),
])

/** An empty array takes watermarks away (4.3 rule 3), zero is a value: neither is nothing. */
const values: readonly ClientRow[] = [
  required('streaming.update', 'empty-watermarks', 'an empty array of watermarks is kept', {
    body: { channelId: 'c1', streamList: [{ streamId: 1, watermarks: [] }] },
  }),
  required('streaming.stop', 'stream-id-0', 'streamId 0 is kept', { body: { channelId: 'c1', streamId: 0 } }),
  required('streaming.start', 'stream-id-0', 'streamId 0 is kept', {
    body: { channelId: 'c1', streamList: [{ ...STREAM, streamId: 0, type: 1 }] },
  }),
  required('streaming.update', 'stream-id-0', 'streamId 0 is kept', {
    body: { channelId: 'c1', streamList: [{ streamId: 0, fps: 15 }] },
  }),
  required('auth.token', 'zeros', 'zeros are kept or left out as defaults', {
    body: { ...IDS, channelDuration: 0, delayClose: 0, privileges: 0 },
  }),
  required('auth.token', 'largest', 'the largest values', {
    body: { ...IDS, duration: 86400, delayClose: 86400, size: 2147483647, channelDuration: 2147483647 },
  }),
]

/** Of the texts, those in which an empty or a very long one adds nothing here. */
const texts = ID_TEXTS.filter(({ name }) => !/bytes$|^one-byte$|^255/.test(name)).map(({ name, text }) =>
  required('auth.token', `text-${name}`, `ids hold ${name.replaceAll('-', ' ')}`, {
    body: { channelId: text, userId: text },
  }),
)
const EVERYTHING = ID_TEXTS.find(({ name }) => name === 'everything-at-once')!.text
/** The same deep within: in users, addresses and what the interface does not show. */
const WITHIN = {
  userId: EVERYTHING,
  url: 'rtmp://Push.example/Live/é?Key=%C3%A9',
  layout: { [EVERYTHING]: EVERYTHING },
}
const streamTexts = [
  ...(['streaming.start', 'streaming.update', 'streaming.stop'] as const).map((operation) =>
    required(operation, 'text-everything-at-once', 'ids hold everything at once', {
      body: { ...MINIMAL[operation], channelId: EVERYTHING },
    }),
  ),
  required('streaming.start', 'text-within', 'texts within the list hold everything at once', {
    body: { channelId: 'c1', streamList: [{ ...STREAM, type: 2, ...WITHIN }] },
  }),
  required('streaming.update', 'text-within', 'texts within the list hold everything at once', {
    body: { channelId: 'c1', streamList: [{ streamId: 1, ...WITHIN }] },
  }),
]

const bases = OPERATIONS.flatMap((operation) =>
  [
    ['slash', '/', 'the base URL ends with a slash'],
    ['prefix', '/gateway/v1', 'the base URL has a path'],
    ['prefix-slash', '/gateway/v1/', 'the base URL has a path that ends with a slash'],
  ].map(([name, basePath, title]) =>
    required(operation, `base-${name!}`, title!, { basePath: basePath! }, ['API-PATHS-BASE-URL']),
  ),
)

const twice = OPERATIONS.map((operation) =>
  required(operation, 'twice', 'two calls within one second are two requests', { calls: 2 }),
)

const recommended = (
  operation: Operation,
  name: string,
  title: string,
  requirements: ClientRow['requirements'],
  ...checks: ClientCheck[]
): ClientRow => ({
  name: `${operation.replace('.', '-')}-${name}`,
  title: `${title}: ${operation}`,
  level: 'recommended',
  requirements,
  operation,
  body: FULL[operation],
  checks: ['asked', ...checks],
})

const standards = OPERATIONS.flatMap((operation): ClientRow[] => [
  recommended(operation, 'framing', 'Frames the body once', ['SDK-BODY-FRAMING'], 'framing'),
  recommended(
    operation,
    'encoding',
    'Writes UTF-8 without a byte order mark',
    ['API-REQUEST-BODY-UTF8', 'API-REQUEST-BODY-NO-BYTE-ORDER-MARK'],
    'encoding',
  ),
  recommended(
    operation,
    'nothing-added',
    'Sends no member that nobody asked for',
    ['SDK-BODY-NOTHING-ADDED'],
    'unlisted',
  ),
  {
    ...recommended(
      operation,
      'tracking-ids',
      'Makes a Tracking-Id for each call',
      ['SDK-TRACKING-ID-UNIQUE'],
      'tracking-ids-differ',
    ),
    calls: 2,
  },
  recommended(
    operation,
    'no-secret-in-request',
    'Keeps the app secret to itself',
    ['SDK-SECRET-NOT-SENT'],
    'no-secret-in-request',
  ),
])

const open: readonly ClientRow[] = [
  {
    ...recommended(
      'auth.token',
      'content-type-parameter',
      'Open: Content-Type with a parameter',
      ['HEADER-CONTENT-TYPE-PARAMETER'],
      'content-type-parameter',
    ),
    level: 'unspecified',
  },
  {
    ...recommended(
      'auth.token',
      'tracking-id-sent',
      'Open: whether a Tracking-Id is sent',
      ['HEADER-TRACKING-ID-REQUIRED'],
      'tracking-id-sent',
    ),
    level: 'unspecified',
  },
]

/** What an SDK's HTTP client puts on the wire. */
export const clientRequest = (): Family =>
  clientFamily('client/request', 'Requests that an SDK sends (sections 1, 4 and 5)', [
    ...bodies,
    ...values,
    ...texts,
    ...streamTexts,
    ...bases,
    ...twice,
    ...standards,
    ...open,
  ])
