/** What start and update share: push addresses, frame rates, and what the text leaves open about an entry. */
import type { Json, JsonObject, RequirementId } from '../../model/index.ts'
import {
  missing,
  noObject,
  open,
  opened,
  root,
  wrongIn,
  wrongTypes,
  wrongValues,
  type BodyRow,
  type RightBody,
} from './body.ts'

/** Each entry has its own: the text does not show whether two may share one (STREAM-URL-SHARED). */
export const urlOf = (number: number): string => `rtmp://push.example/live/room-${number}`
export const URL = urlOf(1)

export const streamsOf = (...streamList: Json[]): JsonObject => ({ channelId: 'c1', streamList })

/** A right body with one entry, whose members are looked at. */
export const only = (twin: string, members: JsonObject): RightBody => ({
  twin,
  at: '/streamList/0',
  members,
  body: (entry) => streamsOf(entry),
})

/** The same with a good entry first: code that looks only at the first entry accepts the second. */
export const second = (good: JsonObject, twin: string, members: JsonObject): RightBody => ({
  twin,
  at: '/streamList/1',
  members,
  body: (entry) => streamsOf(good, entry),
  suffix: '-in-entry-2',
})

const RTMP_URLS = {
  short: 'rtmp://h',
  port: 'rtmp://push.example:1935/live/room-1',
  query: 'rtmp://push.example/live/room-1?auth=a%2Fb%2B&t=1700000000',
  user: 'rtmp://user:word@push.example/live/room-1',
  ipv4: 'rtmp://192.0.2.1/live',
  ipv6: 'rtmp://[2001:db8::1]:1935/live',
}

const SCHEME_CASES = {
  'upper-case': 'RTMP://push.example/live/room-1',
  'mixed-case': 'rTmP://push.example/live/room-1',
}

/** A scheme with one letter less or another letter passes a pattern that is loose in one place. */
const OTHER_URLS = {
  http: 'http://push.example/live/room-1.flv',
  https: 'https://push.example/live/room-1.m3u8',
  rtsp: 'rtsp://push.example/live/room-1',
  srt: 'srt://push.example:9000',
  webrtc: 'webrtc://push.example/live/room-1',
  file: 'file:///live/room-1',
  'without-r': 'tmp://push.example/live/room-1',
  'without-t': 'rmp://push.example/live/room-1',
  'without-m': 'rtp://push.example/live/room-1',
  'without-p': 'rtm://push.example/live/room-1',
  'other-r': 'xtmp://push.example/live/room-1',
  'other-t': 'rxmp://push.example/live/room-1',
  'other-m': 'rtxp://push.example/live/room-1',
  'other-p': 'rtmx://push.example/live/room-1',
  'rtmp-inside': 'http://push.example/?to=rtmp://push.example/live/room-1',
  'scheme-missing': 'push.example/live/room-1',
  'colon-missing': 'rtmp//push.example/live/room-1',
  'other-colon': 'rtmp;//push.example/live/room-1',
  'other-slash': 'rtmp:\\/push.example/live/room-1',
  'one-slash': 'rtmp:/push.example/live/room-1',
  'slashes-missing': 'rtmp:push.example/live/room-1',
  'nothing-after': 'rtmp://',
  'scheme-alone': 'rtmp',
  empty: '',
}

const VARIANTS = {
  rtmps: 'rtmps://push.example/live/room-1',
  'rtmps-upper-case': 'RTMPS://push.example/live/room-1',
  rtmpt: 'rtmpt://push.example/live/room-1',
  rtmpe: 'rtmpe://push.example/live/room-1',
  rtmpte: 'rtmpte://push.example/live/room-1',
  rtmpts: 'rtmpts://push.example/live/room-1',
}

/** Addresses in an entry. @param twin one with the address above */
export const urlRows = (entry: JsonObject, twin: string): BodyRow[] => [
  ...Object.entries(RTMP_URLS).map(([name, url]) =>
    opened(`url-rtmp-${name}`, 'STREAM-URL-FORM', streamsOf({ ...entry, url })),
  ),
  ...Object.entries(SCHEME_CASES).map(([name, url]): BodyRow => ({
    name: `url-scheme-${name}`,
    title: `Accepts the scheme in another letter case: ${url}`,
    requirements: ['STREAM-URL-SCHEME-CASE'],
    level: 'recommended',
    body: streamsOf({ ...entry, url }),
  })),
  ...Object.entries(OTHER_URLS).map(([name, url]) => ({
    ...wrongIn(only(twin, entry), 'url', url, 'STREAM-URL-RTMP', 'pattern', `url-${name}`),
    title: `Refuses an address that is not RTMP: ${url || 'the empty text'}`,
  })),
  ...Object.entries(VARIANTS).map(([name, url]) =>
    open(`url-${name}`, 'STREAM-URL-RTMPS', streamsOf({ ...entry, url })),
  ),
]

/** A number of an enum written as text. */
export const asText = (
  right: RightBody,
  name: string,
  value: number,
  requirement: RequirementId,
): BodyRow => ({
  ...wrongIn(right, name, String(value), requirement, ['enum', 'type'], `${name}-${value}-as-text`),
  title: `Refuses ${name} ${value} written as text`,
})

/** Frame rates in an entry. @param requirement the rule of the type of fps @param twin one with fps 15 */
export const fpsRows = (entry: JsonObject, requirement: RequirementId, twin: string): BodyRow[] => [
  ...[15, 30].map((fps): BodyRow => ({
    name: `fps-${fps}`,
    title: `Accepts fps ${fps}`,
    requirements: ['STREAM-FPS-VALUES', requirement],
    body: streamsOf({ ...entry, fps }),
  })),
  ...[0, 1, 14, 16, 24, 25, 29, 31, 60, -15, -30].map((fps) => ({
    ...wrongIn(only(twin, entry), 'fps', fps, 'STREAM-FPS-VALUES', [
      'enum',
      ...(fps < 15 ? ['minimum'] : []),
      ...(fps > 30 ? ['maximum'] : []),
    ]),
    title: `Refuses fps ${fps}: only 15 and 30 are allowed`,
  })),
  asText(only('fps-30', entry), 'fps', 30, requirement),
]

/**
 * Bodies without channelId or streamList, with wrong ones, and bodies and entries that are no objects.
 * @param twin the body with the good entry alone; `two-entries` is the one with two
 */
export const listRows = (operation: 'START' | 'UPDATE', good: JsonObject, twin: string): BodyRow[] => [
  ...missing(root(twin, streamsOf(good)), {
    channelId: `${operation}-CHANNELID-REQUIRED`,
    streamList: `${operation}-STREAMLIST-REQUIRED`,
  }),
  ...wrongTypes(root(twin, streamsOf(good)), [
    { name: 'channelId', type: 'string', requirement: `${operation}-CHANNELID-STRING` },
    { name: 'streamList', type: 'array', requirement: `${operation}-STREAMLIST-ARRAY` },
  ]),
  ...wrongValues('object', {}).flatMap((wrong) => {
    const noEntry = (end: string, what: string, twin: string, ...streamList: Json[]): BodyRow => ({
      name: `entry-is-${wrong.name}${end}`,
      title: `Refuses ${what} that is no object: ${wrong.name}`,
      requirements: [`${operation}-STREAMLIST-ARRAY`],
      body: streamsOf(...streamList),
      blame: ['type', `/streamList/${streamList.length - 1}`],
      twin,
    })
    return [
      noObject(wrong, `${operation}-CHANNELID-REQUIRED`, twin),
      noEntry('', 'an entry', twin, wrong.value),
      noEntry('-in-entry-2', 'a second entry', 'two-entries', good, wrong.value),
    ]
  }),
]

/** What the text leaves open about an entry, in a start and in an update alike. */
export const openRows = (entry: JsonObject): BodyRow[] => [
  ...(
    [
      ['stream-id-0', 'STREAM-STREAMID-VALUES', { streamId: 0 }],
      ['stream-id-minus-1', 'STREAM-STREAMID-VALUES', { streamId: -1 }],
      ['stream-id-33-bits', 'STREAM-STREAMID-VALUES', { streamId: 4294967296 }],
      ['user-id-empty', 'STREAM-USERID-EMPTY', { userId: '' }],
      ['user-id-nul', 'PARAM-USERID-FORMAT', { userId: 'before\u0000after' }],
      ['layout-with-members', 'STREAM-LAYOUT-FIELDS', { layout: { mode: 1, cells: [{ x: 0.5 }] } }],
      ['layout-with-nulls', 'STREAM-LAYOUT-FIELDS', { layout: { mode: null } }],
      ['watermarks-with-objects', 'STREAM-WATERMARKS-FIELDS', { watermarks: [{ x: 0.5, text: 'w' }] }],
      ['watermarks-with-texts', 'STREAM-WATERMARKS-FIELDS', { watermarks: ['w', 'w'] }],
      ['watermarks-with-nulls', 'STREAM-WATERMARKS-FIELDS', { watermarks: [null] }],
    ] as const
  ).map(([name, requirement, change]) => open(name, requirement, streamsOf({ ...entry, ...change }))),
  open('channel-id-empty', 'START-CHANNELID-EMPTY', { ...streamsOf(entry), channelId: '' }),
  open('channel-id-nul', 'PARAM-CHANNELID-NAMING', { ...streamsOf(entry), channelId: 'before\u0000after' }),
]
