import { isUtf8 } from 'node:buffer'
import { isObject, type JsonText, readJson } from '../../json.ts'
import { jsonOrNothing } from '../../members.ts'
import { type Json, type JsonObject, type Operation, type SeenRequest } from '../../model/index.ts'
import { MEMBER_NAMES } from '../../interface/bodies.ts'
import { JOIN_DEFAULTS } from '../../interface/joinParams.ts'
import { clientRows, clientRowsWith, type ClientSteps, type Recognises } from './clientFault.ts'
import {
  anyRequest,
  sentBytes,
  cutsLists,
  gains,
  isBranch,
  type BodyPlace,
  placesOf,
  same,
  sentText,
  textsIn,
} from './seen.ts'

const BYTE_ORDER_MARK = '\ufeff'

const isEmpty = (value: Json | undefined): boolean =>
  value === 0 || (Array.isArray(value) && value.length === 0)

const anyPlace = (fits: (places: readonly BodyPlace[]) => boolean): Recognises =>
  anyRequest((request, _answer, { body }) => fits(placesOf(body, jsonOrNothing(sentText(request)))))
const anyDropped = (fits: (dropped: readonly BodyPlace[]) => boolean): Recognises =>
  anyPlace((places) => fits(places.filter(({ sent }) => sent === undefined)))

const written = (change: (body: JsonObject) => Json): ClientSteps => ({
  serialise: (body) => JSON.stringify(change(body)),
})

/** Faults in the body: its JSON, its bytes and how it is framed. */
export const CLIENT_BODY_ROWS = clientRows({
  'json-injection': {
    does: 'Ids are pasted into a template of the body, without escapes.',
    origin: 'Any language: sprintf, a template string or concatenation around the ids.',
    repair: 'Make the body with a JSON encoder: quotes, backslashes and control characters need escapes.',
    steps: { serialise: pasted },
    recognises: anyRequest((request, _answer, { body }) => {
      if (same(jsonOrNothing(sentText(request)), body)) return false
      const unescaped = textsIn(body).filter((text) => JSON.stringify(text) !== `"${text}"`)
      return unescaped.some((text) => sentText(request).includes(`"${text}"`))
    }),
  },
  'numbers-as-text': {
    does: 'Numbers of the body are sent as strings.',
    origin: 'Any language: values taken from a form, an environment variable or a map of strings.',
    repair: 'Send integers as JSON numbers, without quotes.',
    steps: { serialise: (body) => JSON.stringify(body).replace(/:([0-9]+)(?=[,}])/g, ':"$1"') },
    recognises: anyPlace((places) =>
      places.some(({ asked, sent }) => typeof asked === 'number' && sent === String(asked)),
    ),
  },
  'empty-dropped': {
    does: 'Zeros and empty arrays are left out of the body.',
    origin: 'Go omitempty; Java JsonInclude NON_EMPTY and NON_DEFAULT; protobuf JSON of proto3.',
    repair: 'Send what the caller has set: streamId 0 is a stream, an empty array removes watermarks.',
    steps: written((body) => without(body, isEmpty)),
    // The client may not know one missing member; several that are all empty are no accident.
    recognises: anyDropped((dropped) => {
      const names = new Set(dropped.map(({ name }) => name).filter((name) => !DEFAULTS.has(name)))
      return names.size > 1 && dropped.every(({ asked }) => isEmpty(asked))
    }),
  },
  'stream-id-0-dropped': {
    does: 'A streamId of 0 is left out of a stop, which then stops all pushes.',
    origin: 'Any language: if (streamId) in the place of a look for a missing one.',
    repair: 'Leave streamId out only where the caller gave none: 0 is a stream (section 2.3).',
    steps: written(({ streamId, ...body }) => (streamId ? { ...body, streamId } : body)),
    recognises: anyDropped(
      ([one, ...others]) => one?.name === 'streamId' && one.asked === 0 && others.length === 0,
    ),
  },
  'null-dropped': {
    does: 'Members whose value is null are left out, in a layout too.',
    origin: 'Gson by default; Jackson JsonInclude NON_NULL; a filter over all members of all objects.',
    repair: 'Leave out what the caller has not set, and nothing within a layout or a watermark.',
    steps: written((body) => without(body, (value) => value === null)),
    recognises: anyDropped((dropped) => dropped.length > 0 && dropped.every(({ asked }) => asked === null)),
  },
  'body-cut-at-64-kib': {
    does: 'Of a body the first 65,536 bytes are sent.',
    origin: 'A buffer of fixed size; a limit that was set for logs.',
    repair: 'Send the whole body, and its length in bytes as Content-Length.',
    steps: { encode: (text) => Buffer.from(text).subarray(0, 65536) },
    recognises: anyRequest((request) => sentBytes(request).length === 65536),
  },
  'length-in-characters': {
    does: 'The length of the body is counted in characters: where some have several bytes, the end is cut off.',
    origin: 'JavaScript body.length; Python len(text); Java text.length().',
    repair: 'Count the bytes of the body: Buffer.byteLength, len(text.encode()), getBytes(UTF_8).length.',
    steps: { encode: (text) => Buffer.from(text).subarray(0, text.length) },
    others: [{ encode: (text) => Buffer.from(text).subarray(0, Array.from(text).length) }],
    recognises: anyRequest((request, _answer, { body }) => {
      const text = JSON.stringify(body)
      const sent = sentBytes(request)
      const isCut =
        sent.length < Buffer.byteLength(text) && Buffer.from(text).subarray(0, sent.length).equals(sent)
      return isCut && [text.length, Array.from(text).length].includes(sent.length)
    }),
  },
  'member-added': {
    does: 'The body has members that were not asked for.',
    origin: 'Any language: a client that stamps its name, version or time on every body.',
    repair: 'Send the members of section 4 and no others; the version of an SDK belongs in User-Agent.',
    steps: written((body) => ({ ...body, sdkVersion: '1.0' })),
    // Null is how an encoder writes what is not set: another fault. So is another name for a member, and a member
    // of the interface comes from another place.
    recognises: anyPlace(
      (places) =>
        places.every(({ sent }) => sent !== undefined) &&
        places.some(
          ({ name, asked, sent }) => asked === undefined && sent !== null && !MEMBER_NAMES.includes(name),
        ),
    ),
  },
  'member-repeated': {
    does: 'The body holds a member twice.',
    origin: 'A builder that appends to text; C++ and Erlang libraries that keep members as a list of pairs.',
    repair: 'Write each member once (RFC 8259 section 4): readers take different ones.',
    steps: {
      serialise: (body) => JSON.stringify(body).replace(/^\{("channelId":"(?:[^"\\]|\\.)*")/, '{$1,$1'),
    },
    recognises: anyRequest((request) => (readOrNothing(request)?.duplicates.length ?? 0) > 0),
  },
  'integer-as-fraction': {
    does: 'Integers of the body are written like 60.0.',
    origin: 'Lua from 5.3 on with floats; R; Python and Ruby where a number was divided or came as a float.',
    repair: 'Write integers without a fraction and an exponent: convert to an integer type before encoding.',
    steps: { serialise: (body) => JSON.stringify(body).replace(/(":)([0-9]+)(?=[,}])/g, '$1$2.0') },
    recognises: anyRequest((request, _answer, { body }) => {
      const read = readOrNothing(request)
      // The interface does not show what layout and watermarks hold (section 2.3).
      const isListed = (pointer: string): boolean => !/\/(?:layout|watermarks)\//.test(pointer)
      return read !== undefined && read.inexact.some(isListed) && same(read.value, body)
    }),
  },
  latin1: {
    does: 'The body is written in Latin-1 instead of UTF-8.',
    origin: 'Java getBytes() on an old platform; Python http.client with a str; Node write(text, "latin1").',
    repair: 'Encode the JSON text as UTF-8; Java: StandardCharsets.UTF_8, Python: .encode().',
    steps: { encode: (text) => Buffer.from(text, 'latin1') },
    recognises: anyRequest((request, _answer, { body }) => {
      const bytes = sentBytes(request)
      return !isUtf8(bytes) && same(jsonOrNothing(bytes.toString('latin1')), body)
    }),
  },
  'byte-order-mark': {
    does: 'The body begins with a byte order mark.',
    origin: 'C# StreamWriter with Encoding.UTF8; Python utf-8-sig; text from a file of a Windows editor.',
    repair: 'Write UTF-8 without a byte order mark (RFC 8259 section 8.1); C#: new UTF8Encoding(false).',
    steps: { encode: (text) => Buffer.from(BYTE_ORDER_MARK + text) },
    recognises: anyRequest((request) => sentText(request).startsWith(BYTE_ORDER_MARK)),
  },
  'length-and-chunked': {
    does: 'A request has both Content-Length and Transfer-Encoding: chunked.',
    origin: 'Any language: Content-Length set by hand on a library that streams the body.',
    repair: 'Leave the framing to the library, or send Content-Length alone (RFC 9112 section 6.2).',
    steps: { headers: (length) => ({ 'Content-Length': length, 'Transfer-Encoding': 'chunked' }) },
    // No predicate: a parser that refuses a text does not say more than that.
  },
})

/** At these values a member may be left out or written; the values of privileges are not shown (section 2.1). */
const DEFAULTS: ReadonlySet<string> = new Set(['fps', 'privileges', ...Object.keys(JOIN_DEFAULTS)])

/** The text of a body with what its value alone does not show; undefined where it is no JSON. */
function readOrNothing(request: SeenRequest): JsonText | undefined {
  try {
    return readJson(sentText(request))
  } catch {
    return undefined
  }
}

/** JSON by concatenation. */
function pasted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(pasted).join(',')}]`
  if (!isBranch(value)) return typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `"${name}":${pasted(member)}`)
  return `{${members.join(',')}}`
}

function without(value: Json, isLeftOut: (member: Json) => boolean): Json {
  if (Array.isArray(value)) return value.map((item: Json) => without(item, isLeftOut))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, member]) => !isLeftOut(member))
  return Object.fromEntries(kept.map(([name, member]) => [name, without(member, isLeftOut)]))
}

/** What tells a body from another one: each operation has members of its own (sections 2.1 and 4). */
const operationOf = (body: JsonObject): Operation => {
  const list = body['streamList']
  if (!Array.isArray(list)) return 'userId' in body ? 'auth.token' : 'streaming.stop'
  return list.some((entry: Json) => isObject(entry) && 'type' in entry)
    ? 'streaming.start'
    : 'streaming.update'
}

type Alter = (members: JsonObject) => JsonObject

const bodies = (operation: Operation, alter: Alter): ClientSteps =>
  written((body) => (operationOf(body) === operation ? alter(body) : body))

const lists = (operations: readonly Operation[], alter: (list: readonly Json[]) => Json[]): ClientSteps =>
  written((body) => {
    const list = body['streamList']
    const isMeant = operations.includes(operationOf(body)) && Array.isArray(list)
    return isMeant ? { ...body, streamList: alter(list) } : body
  })

const entries = (operations: readonly Operation[], alter: Alter): ClientSteps =>
  lists(operations, (list) => list.map((entry) => (isObject(entry) ? alter(entry) : entry)))

const START = ['streaming.start'] as const
const UPDATE = ['streaming.update'] as const
const LISTS = [...START, ...UPDATE]

const number =
  (name: string, change: (value: number) => number): Alter =>
  (entry) => {
    const value = entry[name]
    return typeof value === 'number' ? { ...entry, [name]: change(value) } : entry
  }

const inMinutes = (name: string): Alter => number(name, (value) => Math.ceil(value / 60) * 60)

const startNumber = (name: string, change: (value: number) => number): ClientSteps =>
  entries(START, number(name, change))

/** Faults in members and lists of a body that only some bodies show. */
export const CLIENT_MEMBER_ROWS = clientRowsWith({ by: 'generated' })({
  'list-cut-to-two': {
    does: 'Of three streams in a list the third is not sent.',
    origin: 'An array of fixed size in C or Swift; a loop up to length - 1.',
    repair: 'Send every entry of streamList; a channel may have three streams.',
    steps: lists(LISTS, (list) => list.slice(0, 2)),
    recognises: cutsLists(LISTS, 3, 2),
  },
  'update-cut-to-one': {
    does: 'An update sends the first of its streams alone.',
    origin: 'A signature update(channelId, stream) behind one that takes a list.',
    repair: 'Send every entry of streamList.',
    steps: lists(UPDATE, (list) => list.slice(0, 1)),
    recognises: cutsLists(UPDATE, 3, 1),
  },
  'contents-carried-on': {
    does: 'Layout and watermarks of a stream stand in those behind it too.',
    origin: 'A variable outside of the loop over the entries, which a missing member does not clear.',
    repair: 'Make each entry of its own stream alone.',
    steps: lists(LISTS, (list) => {
      let kept: JsonObject = {}
      return list.filter(isObject).map((entry) => {
        const { layout, watermarks } = entry
        kept = { ...kept, ...(layout && { layout }), ...(watermarks && { watermarks }) }
        return { ...kept, ...entry }
      })
    }),
  },
  'watermarks-cut-to-one': {
    does: 'Of several watermarks the first alone is sent.',
    origin: 'A type with one watermark, made before the interface had an array.',
    repair: 'Send every element of watermarks.',
    steps: entries(LISTS, (entry) => {
      const { watermarks } = entry
      return Array.isArray(watermarks) ? { ...entry, watermarks: watermarks.slice(0, 1) } : entry
    }),
  },
  'stop-all-with-zero': {
    does: 'A stop of all pushes is sent with streamId 0.',
    origin: 'Go int without omitempty; C# and Java int for a member that may be absent; a C struct of zeros.',
    repair: 'Make streamId nullable and leave it out where the caller gave none (section 4.4).',
    steps: bodies('streaming.stop', (body) => ({ streamId: 0, ...body })),
    others: [bodies('streaming.stop', (body) => ({ streamId: -1, ...body }))],
    recognises: gains('streaming.stop', 'body', 'streamId', (id) => id === 0 || id === -1),
  },
  'update-gains-empty-watermarks': {
    does: 'An update without watermarks is sent with an empty array of them.',
    origin: 'Go make([]T, 0); Java new ArrayList as a default; C# = new(); protobuf repeated fields.',
    repair: 'Leave watermarks out where the caller gave none: an empty array takes them away (4.3 rule 3).',
    steps: entries(UPDATE, (entry) => ({ watermarks: [], ...entry })),
    recognises: gains('streaming.update', 'entries', 'watermarks', (marks) => same(marks, [])),
  },
  'update-gains-fps': {
    does: 'An update without fps is sent with 30, which is the default of a start.',
    origin: 'One type of a stream with defaults, for start and update alike.',
    repair: 'Leave fps out of an update that does not change it: a push at 15 would change to 30.',
    steps: entries(UPDATE, (entry) => ({ fps: 30, ...entry })),
    recognises: gains('streaming.update', 'entries', 'fps', (fps) => fps === 30),
  },
  'start-gains-presenter': {
    does: 'A start in mixed mode without a userId is sent with one.',
    origin: 'A userId of the whole client, put into every request.',
    repair: 'Leave userId out where the caller gave none: then the first user is presenter (section 2.3).',
    steps: entries(START, (entry) => ({ userId: 'server', ...entry })),
    others: [entries(START, (entry) => ({ userId: '', ...entry }))],
    recognises: gains('streaming.start', 'entries', 'userId', (user) => typeof user === 'string'),
  },
  'update-drops-fps-30': {
    does: 'An update to 30 frames is sent without fps, because 30 is the default.',
    origin: 'One serialiser that leaves out defaults, for start and update alike.',
    repair: 'Send what the caller changes: in an update nothing has a default.',
    steps: entries(UPDATE, ({ fps = 30, ...entry }) => (fps === 30 ? entry : { ...entry, fps })),
  },
  'flag-by-name': {
    does: 'Sums of media flags that have no name are sent as 15.',
    origin: 'An enum of the usual combinations, with everything as its fallback.',
    repair: 'Send the sum that the caller gave: flag is a bitmask (section 2.3).',
    steps: startNumber('flag', (flag) => ([1, 2, 3, 4, 8].includes(flag) ? flag : 15)),
  },
  'stream-id-a-byte': {
    does: 'In a list only the lowest eight bits of a streamId are sent.',
    origin: 'A uint8_t in a C struct; a byte column of a database.',
    repair: 'Keep a streamId in 32 bits at least.',
    steps: startNumber('streamId', (id) => id & 0xff),
  },
  'stream-delay-a-byte': {
    does: 'The delayClose of a stream is cut to 255 seconds.',
    origin: 'A uint8_t in a C struct; a clamp that was written for another field.',
    repair: 'Take up to 600 seconds (section 2.3).',
    steps: startNumber('delayClose', (delay) => Math.min(delay, 255)),
  },
  'durations-in-minutes': {
    does: 'The duration and the delayClose of a token are rounded to whole minutes.',
    origin: 'A Duration that is printed by toMinutes() * 60; settings that are kept in minutes.',
    repair: 'Keep seconds.',
    steps: bodies('auth.token', (body) => inMinutes('delayClose')(inMinutes('duration')(body))),
  },
})
