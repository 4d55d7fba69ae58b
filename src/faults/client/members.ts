import { isObject } from '../../json.ts'
import type { Json, JsonObject, Operation } from '../../model/index.ts'
import { clientRows, type ClientRow, type ClientSteps } from './clientFault.ts'
import { cutsLists, gains, same } from './seenRequests.ts'

/** What tells a body from another one: each operation has members of its own (sections 2.1 and 4). */
const operationOf = (body: JsonObject): Operation => {
  const list = body['streamList']
  if (!Array.isArray(list)) return 'userId' in body ? 'auth.token' : 'streaming.stop'
  return list.some((entry: Json) => isObject(entry) && 'type' in entry)
    ? 'streaming.start'
    : 'streaming.update'
}

type Alter = (members: JsonObject, at: number) => JsonObject

const bodies = (operation: Operation, alter: Alter): ClientSteps => ({
  serialise: (body) => JSON.stringify(operationOf(body) === operation ? alter(body, 0) : body),
})

const lists = (
  operations: readonly Operation[],
  alter: (list: readonly Json[]) => readonly Json[],
): ClientSteps => ({
  serialise: (body) => {
    const list = body['streamList']
    const isMeant = operations.includes(operationOf(body)) && Array.isArray(list)
    return JSON.stringify(isMeant ? { ...body, streamList: alter(list) } : body)
  },
})

const entries = (operation: Operation, alter: Alter): ClientSteps =>
  lists([operation], (list) => list.map((entry, at) => (isObject(entry) ? alter(entry, at) : entry)))

const LISTS = ['streaming.start', 'streaming.update'] as const

/** A member of an entry, changed where it is a number. */
const number =
  (name: string, change: (value: number) => number): Alter =>
  (entry) => {
    const value = entry[name]
    return typeof value === 'number' ? { ...entry, [name]: change(value) } : entry
  }

const LIST_ROWS: readonly ClientRow[] = clientRows({
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
    steps: lists(['streaming.update'], (list) => list.slice(0, 1)),
    recognises: cutsLists(['streaming.update'], 3, 1),
  },
  'contents-carried-on': {
    does: 'Layout and watermarks of a stream stand in those behind it too.',
    origin: 'A variable outside of the loop over the entries, which a missing member does not clear.',
    repair: 'Make each entry of its own stream alone.',
    steps: {
      serialise: (body) => {
        const list = body['streamList']
        if (!Array.isArray(list)) return JSON.stringify(body)
        let kept: JsonObject = {}
        const streamList = list.filter(isObject).map((entry) => {
          const { layout, watermarks } = entry
          kept = { ...kept, ...(layout && { layout }), ...(watermarks && { watermarks }) }
          return { ...kept, ...entry }
        })
        return JSON.stringify({ ...body, streamList })
      },
    },
  },
  'watermarks-cut-to-one': {
    does: 'Of several watermarks the first alone is sent.',
    origin: 'A type with one watermark, made before the interface had an array.',
    repair: 'Send every element of watermarks.',
    steps: lists(LISTS, (list) =>
      list.map((entry: Json) => {
        if (!isObject(entry) || !Array.isArray(entry['watermarks'])) return entry
        return { ...entry, watermarks: entry['watermarks'].slice(0, 1) }
      }),
    ),
  },
})

const ADDED_ROWS: readonly ClientRow[] = clientRows({
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
    steps: entries('streaming.update', (entry) => ({ watermarks: [], ...entry })),
    recognises: gains('streaming.update', 'entries', 'watermarks', (marks) => same(marks, [])),
  },
  'update-gains-fps': {
    does: 'An update without fps is sent with 30, which is the default of a start.',
    origin: 'One type of a stream with defaults, for start and update alike.',
    repair: 'Leave fps out of an update that does not change it: a push at 15 would change to 30.',
    steps: entries('streaming.update', (entry) => ({ fps: 30, ...entry })),
    recognises: gains('streaming.update', 'entries', 'fps', (fps) => fps === 30),
  },
  'start-gains-presenter': {
    does: 'A start in mixed mode without a userId is sent with one.',
    origin: 'A userId of the whole client, put into every request.',
    repair:
      'Leave userId out where the caller gave none: then the first user is the presenter (section 2.3).',
    steps: entries('streaming.start', (entry) => ({ userId: 'server', ...entry })),
    others: [entries('streaming.start', (entry) => ({ userId: '', ...entry }))],
    recognises: gains('streaming.start', 'entries', 'userId', (user) => typeof user === 'string'),
  },
})

const VALUE_ROWS: readonly ClientRow[] = clientRows({
  'update-drops-fps-30': {
    does: 'An update to 30 frames is sent without fps, because 30 is the default.',
    origin: 'One serialiser that leaves out defaults, for start and update alike.',
    repair: 'Send what the caller changes: in an update nothing has a default.',
    steps: entries('streaming.update', ({ fps, ...entry }) =>
      fps === undefined || fps === 30 ? entry : { ...entry, fps },
    ),
  },
  'flag-by-name': {
    does: 'Sums of media flags that have no name are sent as 15.',
    origin: 'An enum of the usual combinations, with everything as its fallback.',
    repair: 'Send the sum that the caller gave: flag is a bitmask (section 2.3).',
    steps: entries(
      'streaming.start',
      number('flag', (flag) => ([1, 2, 3, 4, 8].includes(flag) ? flag : 15)),
    ),
  },
  'stream-id-a-byte': {
    does: 'In a list only the lowest eight bits of a streamId are sent.',
    origin: 'A uint8_t in a C struct; a byte column of a database.',
    repair: 'Keep a streamId in 32 bits at least.',
    steps: entries(
      'streaming.start',
      number('streamId', (id) => id & 0xff),
    ),
  },
  'stream-delay-a-byte': {
    does: 'The delayClose of a stream is cut to 255 seconds.',
    origin: 'A uint8_t in a C struct; a clamp that was written for another field.',
    repair: 'Take up to 600 seconds (section 2.3).',
    steps: entries(
      'streaming.start',
      number('delayClose', (delay) => Math.min(delay, 255)),
    ),
  },
  'durations-in-minutes': {
    does: 'The duration and the delayClose of a token are rounded to whole minutes.',
    origin: 'A Duration that is printed by toMinutes() * 60; settings that are kept in minutes.',
    repair: 'Keep seconds.',
    steps: bodies('auth.token', (body) => {
      const minutes = (name: string): Alter => number(name, (value) => Math.ceil(value / 60) * 60)
      return minutes('delayClose')(minutes('duration')(body, 0), 0)
    }),
  },
})

/** Mistakes in members and lists of a body that only some bodies show. */
export const CLIENT_MEMBER_ROWS: readonly ClientRow[] = [...LIST_ROWS, ...ADDED_ROWS, ...VALUE_ROWS].map(
  (row) => ({
    ...row,
    by: 'generated',
  }),
)
