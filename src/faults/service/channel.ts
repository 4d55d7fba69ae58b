/** Services that keep the pushes of a channel wrongly: it shows only in a row of requests, or in several at once. */
import { MOST_STREAMS } from '../../interface/operations.ts'
import { entriesOf } from '../../members.ts'
import type { JsonObject } from '../../model/index.ts'
import {
  type RunningPush,
  type Store,
  type Entries,
  withoutPushes,
  withPlaces,
  runs,
  RIGHT,
  pushesIn,
  streamIdOf,
  keeping,
  stopping,
  stoppingAll,
  stoppingOne,
  stoppingUnknown,
  onRefusedStop,
  startUnless,
  carriedOut,
} from './pushStore.ts'
import { isStart, isUpdate, serviceRowsWith, type WaitingAlteration } from './serviceFault.ts'

const STOPS = serviceRowsWith({
  repair: 'Stop all pushes of the channel where streamId is omitted, else the one that has it (section 4.4).',
  by: 'generated',
})({
  'service-channel-stop-all-leaves-single': {
    does: 'A stop without streamId leaves the pushes of a single user running.',
    origin: 'Any language: two lists, by type, of which one is emptied.',
    alteration: stoppingAll(({ type }) => type !== 2),
  },
  'service-channel-stop-all-leaves-updated': {
    does: 'A stop without streamId leaves the pushes that were updated.',
    origin: 'Any language: it stops what has the state "started", and an update sets another state.',
    alteration: stoppingAll(({ isUpdated }) => !isUpdated),
  },
  'service-channel-stop-all-skips': {
    does: 'A stop without streamId stops every second push.',
    origin: 'Any language: entries are deleted from a list while a loop counts through it.',
    alteration: stoppingAll((_, at) => at % 2 === 0),
  },
  'service-channel-stop-all-stops-one': {
    does: 'A stop without streamId stops the first push alone.',
    origin: 'SQL: LIMIT 1, or a find in the place of a filter.',
    alteration: stoppingAll((_, at) => at === 0),
  },
  'service-channel-stop-all-leaves-newest': {
    does: 'A stop without streamId leaves the push that was started last.',
    origin: 'Any language: i < length - 1.',
    alteration: stoppingAll((_, at, { length }) => at < length - 1),
  },
  'service-channel-stop-unknown-stops-all': {
    does: 'A stop of a streamId that does not run stops all pushes.',
    origin: 'JavaScript: splice(-1) takes the last away, and a filter without a hit takes all.',
    alteration: stoppingUnknown((kept) => RIGHT.stop(kept, undefined)),
  },
  'service-channel-stop-unknown-stops-newest': {
    does: 'A stop of a streamId that does not run stops the push that was started last.',
    origin: 'JavaScript: splice(indexOf(id), 1), where indexOf gives -1.',
    alteration: stoppingUnknown((kept) => withoutPushes(kept, (_, at, { length }) => at === length - 1)),
  },
  'service-channel-stop-zero-stops-all': {
    does: 'A stop of streamId 0 stops all pushes.',
    origin: 'JavaScript, Python: if (streamId), which 0 is not.',
    alteration: stopping((kept, id) => RIGHT.stop(kept, id === 0 ? undefined : id)),
  },
  'service-channel-stop-by-prefix': {
    does: 'A stop of a streamId stops also those that begin with its digits.',
    origin: 'SQL: LIKE; Redis: a key pattern that ends with *.',
    alteration: stoppingOne(({ streamId }, id) => String(streamId).startsWith(String(id))),
  },
  'service-channel-stop-by-suffix-of-bits': {
    does: 'A stop of a streamId stops also those that are equal to it in 32 bits.',
    origin: 'C, Java, JavaScript: a cast to int, or id | 0.',
    alteration: stoppingOne(({ streamId }, id) => (streamId | 0) === (id | 0)),
  },
  'service-channel-stop-oldest': {
    does: 'A stop of one push stops the one that was started first.',
    origin: 'Any language: the queue is shifted whatever streamId says.',
    alteration: stopping((kept, id) =>
      id !== undefined && runs(kept, id) ? withoutPushes(kept, (_, at) => at === 0) : RIGHT.stop(kept, id),
    ),
  },
  'service-channel-stop-of-all-users-ends-single': {
    does: 'A stop of a push of all users stops the pushes of single users as well.',
    origin: 'Any language: the mixer is stopped, and whatever takes its sound from it.',
    alteration: stopping((kept, id) => {
      const isMixed = kept.running.some(({ streamId, type }) => streamId === id && type === 1)
      return isMixed
        ? withoutPushes(kept, ({ streamId, type }) => streamId === id || type === 2)
        : RIGHT.stop(kept, id)
    }),
  },
  'service-channel-stop-of-updated-ignored': {
    does: 'A stop of one push has no effect where it was updated.',
    origin: 'Any language: the stop compares whole records, and an update has changed the stored one.',
    alteration: stoppingOne(({ streamId, isUpdated }, id) => streamId === id && !isUpdated),
  },
  'service-channel-stop-again-ignored': {
    does: 'A second stop of a streamId has no effect, though it was started again.',
    origin: 'A filter that drops repeated stops by their streamId.',
    alteration: stopping((kept, id) => {
      const times = kept.known.filter((one) => one === id).length
      return id !== undefined && times > 1 ? kept : RIGHT.stop(kept, id)
    }),
  },
  'service-channel-stop-in-any-channel': {
    does: 'A stop in another channel stops the push of this one that has the same streamId.',
    origin: 'SQL: WHERE stream_id = ?, without the channel.',
    alteration: onRefusedStop(404, carriedOut),
  },
  'service-channel-stop-malformed-stops-all': {
    does: 'A stop whose streamId is no integer is answered 400, and stops all pushes.',
    origin: 'Any language: the pushes are stopped before the body is checked.',
    alteration: onRefusedStop(400, (kept) => RIGHT.stop(kept, undefined)),
  },
  'service-channel-stop-unsigned-stops': {
    does: 'A stop with a wrong signature is answered 401, and stops the push.',
    origin: 'Any language: the check runs beside the work and only its answer comes first.',
    repair: 'Carry out nothing of a request with a wrong signature (section 5).',
    alteration: onRefusedStop(401, (kept, request) =>
      streamIdOf(request) === undefined ? kept : carriedOut(kept, request),
    ),
  },
  'service-channel-stop-all-unsigned-stops': {
    does: 'A stop of all pushes with a wrong signature is answered 401, and stops them.',
    origin: 'Any language: the check runs beside the work and only its answer comes first.',
    repair: 'Carry out nothing of a request with a wrong signature (section 5).',
    alteration: onRefusedStop(401, (kept, request) =>
      streamIdOf(request) === undefined ? carriedOut(kept, request) : kept,
    ),
  },
  'service-channel-stops-at-once-lost': {
    does: 'Of stops that come at the same time one has no effect.',
    origin: 'Any language: the list is read, waits for the store, and is written back as it was.',
    repair: 'Change what runs in one step, or under a lock: each stop stops its push (section 4.4).',
    alteration: keeping({ waits: ['streaming.stop'] }),
  },
})

/** Where the last push stops, no place is lost any more. */
const freedWhenEmpty = (kept: Store, id: number | undefined): Store => {
  const after = RIGHT.stop(kept, id)
  return after.running.length === 0 ? { ...after, lost: 0 } : after
}

const LIMITS = serviceRowsWith({
  repair: 'Count the pushes that run: a channel can have 3 at the same time (section 4.2 rule 1).',
  by: 'generated',
})({
  'service-channel-single-not-counted': {
    does: 'Pushes of a single user do not count for the limit.',
    origin: 'SQL: count(*) WHERE type = 1.',
    alteration: keeping({
      start: startUnless(({ running }, entries) => {
        const counted = [...running, ...entries].filter(({ type }) => type === 1)
        return counted.length > MOST_STREAMS
      }),
    }),
  },
  'service-channel-request-counted-alone': {
    does: 'A start of up to three is taken while fewer than three run, whatever the sum.',
    origin: 'Any language: if (running.length < 3), and maxItems in a schema.',
    alteration: keeping({
      start: startUnless(
        ({ running }, { length }) => running.length >= MOST_STREAMS || length > MOST_STREAMS,
      ),
    }),
  },
  'service-channel-list-takes-a-place-more': {
    does: 'After a start of two pushes there is no room for a third.',
    origin: 'Any language: the counter goes up for the entries and for their request.',
    alteration: keeping({
      start: (kept, entries) => {
        const after = RIGHT.start(kept, entries)
        return after && withPlaces(after, entries.length === 2 ? 1 : 0)
      },
      stop: freedWhenEmpty,
    }),
  },
  'service-channel-known-not-counted': {
    does: 'A streamId that was used before does not count for the limit.',
    origin: 'Any language: the counter goes up where a set of all ids grows.',
    alteration: keeping({
      start: (kept, entries) => {
        const known = entries.filter(({ streamId }) => kept.known.includes(streamId)).length
        return RIGHT.start(withPlaces(kept, -known), entries)
      },
    }),
  },
  'service-channel-stop-unknown-makes-room': {
    does: 'A stop of a streamId that does not run makes room for one more push.',
    origin: 'Any language: the counter goes down with every stop.',
    alteration: stoppingUnknown((kept) => withPlaces(kept, -1)),
  },
  'service-channel-stop-twice-makes-room': {
    does: 'A second stop of the same push makes room once more.',
    origin: 'Any language: the counter goes down where the streamId is known, and not where it runs.',
    alteration: stoppingUnknown((kept, id) =>
      kept.known.includes(id) ? withPlaces(kept, -1) : RIGHT.stop(kept, id),
    ),
  },
  'service-channel-stop-frees-all': {
    does: 'After a stop of one push there is room for three, whatever else runs.',
    origin: 'Any language: the counter is set to zero.',
    alteration: stopping((kept, id) => {
      const after = RIGHT.stop(kept, id)
      return { ...after, lost: id !== undefined && runs(kept, id) ? -after.running.length : 0 }
    }),
  },
  'service-channel-stop-all-frees-one': {
    does: 'A stop without streamId makes room for one push, however many it stops.',
    origin: 'Any language: the counter goes down by one with each stop.',
    alteration: stopping((kept, id) =>
      id === undefined && kept.running.length > 1
        ? withPlaces(RIGHT.stop(kept, id), kept.running.length - 1)
        : RIGHT.stop({ ...kept, lost: id === undefined ? 0 : kept.lost }, id),
    ),
  },
  'service-channel-stop-all-twice-makes-room': {
    does: 'A second stop without streamId makes room for a fourth push.',
    origin: 'Any language: the counter goes below zero.',
    alteration: stopping((kept, id) =>
      id === undefined && kept.running.length === 0 && kept.known.length > 0
        ? withPlaces(kept, -1)
        : RIGHT.stop(kept, id),
    ),
  },
  'service-channel-stop-keeps-place-of-updated': {
    does: 'A push that was updated keeps its place after its stop.',
    origin: 'Any language: an update makes a second record of the push, and the stop removes one.',
    alteration: stopping((kept, id) => {
      const isUpdated = kept.running.some((push) => push.streamId === id && push.isUpdated)
      const after = RIGHT.stop(kept, id)
      return withPlaces(id === undefined ? { ...after, lost: 0 } : after, isUpdated ? 1 : 0)
    }),
  },
  'service-channel-malformed-start-takes-place': {
    does: 'A start that is answered 400 for its body takes a place.',
    origin: 'Any language: the place is taken before the entries are checked.',
    alteration: keeping({
      refused: { 400: (kept, request) => (isStart(request) ? withPlaces(kept, 1) : kept) },
      stop: (kept, id) => RIGHT.stop(id === undefined ? { ...kept, lost: 0 } : kept, id),
    }),
  },
  'service-channel-start-elsewhere-takes-place': {
    does: 'While pushes run, a start for a channel that does not exist takes a place in this one.',
    origin: 'Any language: one counter for all channels, set to zero where the last push stops.',
    alteration: keeping({
      refused: {
        404: (kept, request) => (isStart(request) && kept.running.length > 0 ? withPlaces(kept, 1) : kept),
      },
      stop: freedWhenEmpty,
    }),
  },
  'service-channel-starts-at-once': {
    does: 'Starts that come at the same time all find room.',
    origin: 'Any language: the pushes are counted, the store is waited for, and then they are started.',
    repair: 'Count and start in one step, or under a lock (section 4.2 rule 1).',
    alteration: keeping({ waits: ['streaming.start'] }),
  },
})

const namesUser = (body: JsonObject): boolean => entriesOf(body).some((entry) => 'userId' in entry)
/** An update that names a user is refused in these states. */
const presenterFixed = (
  isFixed: (kept: Store, entries: Entries) => boolean,
  otherwise: Parameters<typeof keeping>[0] = {},
): WaitingAlteration =>
  keeping({
    ...otherwise,
    update: (kept, entries, body) =>
      namesUser(body) && isFixed(kept, entries) ? undefined : RIGHT.update(kept, entries, body),
  })
const typeOf = ({ running }: Store, { streamId }: RunningPush): number | undefined =>
  running.find((push) => push.streamId === streamId)?.type
const retyped = (kept: Store, entries: Entries): Store => ({
  ...kept,
  running: kept.running.map((push) => {
    const change = entries.find(({ streamId, type }) => streamId === push.streamId && type > 0)
    return change ? { ...push, type: change.type } : push
  }),
})

/** A start is refused where an id is the same in a type of fewer bits. */
const comparingIds = (inType: (streamId: number) => number): WaitingAlteration =>
  keeping({
    start: (kept, entries) => {
      const taken = new Set(kept.running.map(({ streamId }) => inType(streamId)))
      const isTaken = entries.some(({ streamId }) => taken.has(inType(streamId)))
      return isTaken ? undefined : RIGHT.start(kept, entries)
    },
  })

const UPDATES = serviceRowsWith({
  repair: 'Let an update change what section 4.3 lists of each push that runs, and nothing else.',
  by: 'generated',
})({
  'service-channel-update-changes-type': {
    does: 'An update that names a type is answered 400, and changes the type: such a push has no presenter any more.',
    origin: 'Any language: the entry is merged into the stored push, and then checked.',
    alteration: presenterFixed((kept, entries) => entries.some((entry) => typeOf(kept, entry) === 2), {
      refused: { 400: (kept, request) => (isUpdate(request) ? retyped(kept, pushesIn(request)) : kept) },
    }),
  },
  'service-channel-presenter-beside-single': {
    does: 'The presenter cannot be changed while a push of a single user runs in the channel.',
    origin: 'Any language: any() over the pushes of the channel in the place of the one that is meant.',
    alteration: presenterFixed((kept) => kept.running.some(({ type }) => type === 2)),
  },
  'service-channel-type-of-first': {
    does: 'The presenter cannot be changed where the push that was started first is one of a single user.',
    origin: 'Any language: the stored push is found by the place of its entry, and not by its streamId.',
    alteration: presenterFixed((kept, entries) => entries.some((_, at) => kept.running[at]?.type === 2)),
  },
  'service-channel-ids-of-floats': {
    does: 'A start is refused where a push runs whose streamId is close to its own.',
    origin: 'C, Lua, databases: a column or a field of 32-bit floats, which hold 24 bits.',
    repair: 'Compare streamIds whole: each names a push of its own (section 2.3).',
    alteration: comparingIds(Math.fround),
  },
  'service-channel-ids-of-32-bits': {
    does: 'A start is refused where a push runs whose streamId has the same lowest 32 bits.',
    origin: 'C, Java, JavaScript: a cast to int, or id | 0.',
    repair: 'Compare streamIds whole: each names a push of its own (section 2.3).',
    alteration: comparingIds((streamId) => streamId | 0),
  },
})

export const CHANNEL_ROWS = [...STOPS, ...LIMITS, ...UPDATES]
