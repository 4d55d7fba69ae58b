/**
 * Situations in which `live` once accused right endpoints or left streams behind: what a proxy does, and what comes of
 * it. Beside each stands something that the same situation must not hide.
 */
import { bodyWith, requestObject, type WaitingAlteration } from '../../../src/faults/service/serviceFault.ts'
import {
  always,
  answered,
  between,
  beyond,
  busy,
  carriedAfter,
  carriedBusy,
  codeInHeader,
  ended,
  endsAtOnce,
  endsLater,
  every,
  faulty,
  inPart,
  isRightStop,
  isStart,
  isStop,
  lost,
  noRoomIs500,
  numbersItself,
  silent,
  sizeOf50,
  tooMany,
  way,
} from './chaos.ts'
import type { Chaos, Entry, Fate, When } from './chaosProxy.ts'
import { CHANNEL } from './service.ts'

export const SHARED = ['--channel', CHANNEL]
export const OWN = [...SHARED, '--exclusive-channel']
const only = (...globs: readonly string[]): string[] =>
  globs.flatMap((glob) => ['--filter', `endpoint/${glob}`])
export const of = (names: string): string[] => only(...names.split(' ').map((name) => `streaming/${name}`))
/** Some of every kind. */
const SOME = [
  ...of(
    'start-mixed start-two start-three start-another start-refuses-a-fourth-stream start-refuses-flag-16',
  ),
  ...of('update-fps update-url update-refuses-fps-24 stop-one* stop-the-* stop-all start-*-after-stop*'),
  ...only('token/issues-every-*', 'token/refuses-duration-*'),
]
const FEW = of('start-three start-another-after-stop-* start-mixed start-refuses-a-fourth-stream')
const STARTS = of('start-mixed start-t* start-a* start-refuses-a-fourth-stream start-refuses-f* open-start-*')
/** An address that may lead somewhere. */
const SOMEWHERE = ['--push-url', 'rtmp://127.0.0.1/live']
const RUNNING = of('start-mixed start-three start-refuses-a-fourth-stream update-fps update-url stop-one*')
const FOURTH = of('start-mixed start-three start-refuses-a-fourth-stream')

/** What a run must bring, and what it must not. */
export interface Due {
  readonly code: number
  /** In what it prints or reports. */
  readonly says?: RegExp
  readonly neverSays?: RegExp
  /** Most streams of the run that go on after it. */
  readonly left?: number
  /** Vectors that fail. */
  readonly fails?: readonly string[]
}

/** The same day, and something else that it must not hide. Streams that go on: exactly so many. */
interface Unexcused extends Partial<Day>, Due {
  readonly but: string
  /** The rule of a failure. */
  readonly rule?: string
}

/** What a run meets. */
export interface Day {
  readonly flags: readonly string[]
  readonly chaos?: () => Chaos
  readonly service?: () => WaitingAlteration
  /** So many streams of others run in the channel. */
  readonly others?: number
}

export interface Row extends Day, Due {
  readonly situation: string
  /** Among the requests that the proxy has seen. */
  readonly sees?: (entry: Entry) => boolean
  /** Most requests. */
  readonly requests: number
  readonly unexcused: Unexcused
}

/** A wrong service of the catalogue behind the proxy. */
const unexcused = (fault: string, rule: string, vector: string) => ({
  but: `${fault} fails`,
  service: () => faulty(fault),
  code: 1,
  rule,
  fails: [`endpoint/${vector}`],
})
const NO_LIMIT = {
  ...unexcused('service-limit-missing', 'START-STREAMS-MAXIMUM', 'streaming/start-refuses-a-fourth-stream'),
  flags: [...OWN, ...FOURTH],
}
/** What a run says where pushes end by themselves. @param fails these fail where the address leads somewhere */
const pushesEnd = (...fails: readonly string[]) => ({
  flags: [...OWN, ...RUNNING],
  code: 4,
  says: /not judged: pushes do not keep running[^]*--push-url/,
  neverSays: /may remain/,
  requests: 60,
  unexcused: {
    but: 'at an address that leads somewhere they fail',
    flags: [...OWN, ...RUNNING, ...SOMEWHERE],
    code: 1,
    rule: 'UPDATE-FPS' as const,
    fails: fails.map((name) => `endpoint/streaming/${name}`),
  },
})
const NO_MAXIMUM = {
  ...unexcused('service-body-maximum-unchecked', 'STREAM-FLAG-MAXIMUM', 'streaming/start-refuses-flag-16'),
  flags: [...SHARED, ...of('start-mixed start-refuses-flag-16')],
}

const streamsIn = (body: Uint8Array): number =>
  (
    Buffer.from(body)
      .toString('utf8')
      .match(/"streamId"/g) ?? []
  ).length

/** Each second one that fits. */
function everyOther(when: When): When {
  let count = 0
  return (arrived) => when(arrived) && ++count % 2 === 0
}

/** From the lowest to the highest, and anew. */
function inTurn(lowest: number, highest: number, step: number): () => number {
  let next = lowest - step
  return () => (next = next + step > highest ? lowest : next + step)
}

/** A backend that is gone for good from the first start on. @param isTaken that start is carried out */
function goneFromAStart(isTaken: boolean): Chaos {
  let isGone = false
  const goes: Fate = async (asked, carry) => {
    isGone = true
    return isTaken ? carry() : busy(asked, carry)
  }
  return [
    [() => isGone, busy],
    [isStart, goes],
  ]
}

export const ROWS: readonly Row[] = [
  {
    situation: '1: two streams of others run in the channel: what finds no room is not judged',
    others: 2,
    flags: [...SHARED, ...SOME],
    code: 0,
    says: /not judged: the channel has no room for its streams/,
    requests: 150,
    unexcused: NO_MAXIMUM,
  },
  {
    situation: '1: with --exclusive-channel they are stopped first, and everything is judged',
    others: 2,
    flags: [...OWN, ...SOME],
    code: 0,
    neverSays: /not judged/,
    requests: 200,
    unexcused: {
      but: 'a start of two that is refused fails',
      flags: [...OWN, ...of('start-mixed start-two')],
      service: () => (asked, right) =>
        asked.path === '/streaming/start' && streamsIn(asked.body) > 1 ? { status: 400 } : right(),
      code: 1,
      rule: 'STREAM-STREAMID-CALLER-CHOSEN',
      fails: ['endpoint/streaming/start-two'],
    },
  },
  {
    situation: '2: more than 30 requests a second are answered 429 with Retry-After',
    chaos: () => [[beyond(30), tooMany]],
    flags: [...OWN, ...SOME],
    code: 0,
    sees: ({ status }) => status === 429,
    requests: 300,
    unexcused: { ...NO_LIMIT, chaos: () => [[beyond(5), tooMany]] },
  },
  {
    situation: '3: a place becomes free 50 to 300 ms after the stop, and --settle waits for that',
    chaos: () => [[isRightStop, carriedAfter(inTurn(50, 300, 175))]],
    flags: [...OWN, ...FEW, '--settle', '400'],
    code: 0,
    requests: 40,
    unexcused: {
      but: 'a place that is not free in time fails without --settle',
      chaos: () => [[isRightStop, carriedAfter(() => 60_000)]],
      flags: [...OWN, ...of('start-mixed start-three')],
      code: 1,
      fails: ['endpoint/streaming/start-three'],
      left: 1,
    },
  },
  {
    situation: '4: the push address cannot be reached, so that pushes end before their stop',
    chaos: () => [[isRightStop, ended]],
    flags: [...OWN, ...STARTS],
    code: 0,
    sees: ({ path, status }) => path === '/streaming/stop' && status === 404,
    requests: 250,
    unexcused: NO_LIMIT,
  },
  {
    situation: '4: pushes end a while after they have started, on an endpoint that becomes slow',
    chaos: () => [[isStart, endsLater(150)]],
    ...pushesEnd('update-fps'),
  },
  {
    situation: '4: pushes end as soon as they have started, and what needs them is not judged',
    chaos: () => [[isStart, endsAtOnce]],
    ...pushesEnd('update-fps', 'start-refuses-a-fourth-stream'),
  },
  {
    situation: '5: thirty requests in the middle are answered 503',
    chaos: () => [[between(61, 90), busy]],
    flags: OWN,
    code: 0,
    sees: ({ status }) => status === 503,
    requests: 900,
    unexcused: {
      but: '503 to one question fails, while others are answered',
      chaos: () => [[({ json }) => json['duration'] === 86401, busy]],
      flags: only('token/refuses-duration-86401', 'token/issues-minimal'),
      code: 1,
      rule: 'PARAM-DURATION-MAXIMUM',
      fails: ['endpoint/token/refuses-duration-86401'],
    },
  },
  {
    situation: '5: a gateway answers 503 to what is carried out: what is sent again may be refused',
    chaos: () => [
      [everyOther(isStart), carriedBusy],
      [everyOther(isRightStop), carriedBusy],
    ],
    service: () => way('service-way-stop-unknown-404'),
    flags: [...OWN, ...STARTS, ...of('stop-* update-fps update-url update-watermarks')],
    code: 0,
    sees: ({ path, status }) => path === '/streaming/start' && status === 503,
    requests: 400,
    unexcused: { ...NO_LIMIT, chaos: () => [[every(9), carriedBusy]] },
  },
  {
    situation: '5: a backend that stays 503 ends the run soon, and nothing may remain that does not run',
    chaos: () => goneFromAStart(false),
    flags: [...OWN, ...SOME],
    code: 3,
    says: /the endpoint is too busy: answered 503, .* Run later, or slower with --rate/,
    neverSays: /may remain/,
    requests: 120,
    unexcused: {
      but: 'the one push that does run is listed',
      chaos: () => goneFromAStart(true),
      code: 3,
      says: /these streams may remain: .*\n {2}curl .*"streamId":[0-9]+\}' \S+\n(?! {2}curl)/,
      left: 1,
    },
  },
  {
    situation: '6: every seventh answer is lost: the 404 of a stop that is sent again is no failure',
    chaos: () => [[every(7), lost]],
    service: () => way('service-way-stop-unknown-404'),
    flags: [...OWN, ...STARTS, ...of('stop-* update-fps update-url update-watermarks')],
    // A start that has no answer may be carried out at any time.
    code: 3,
    says: /a start is not repeated/,
    sees: ({ path, status }) => path === '/streaming/stop' && status === 404,
    requests: 350,
    // Without the questions whether pushes keep running, the start that is judged has an answer.
    unexcused: { ...NO_LIMIT, flags: [...NO_LIMIT.flags, ...SOMEWHERE] },
  },
  {
    situation: '7: every stop is answered 500: nothing more is started, and at most two streams go on',
    chaos: () => [[isRightStop, answered(500)]],
    flags: [...OWN, ...SOME],
    code: 3,
    // One more push is started to show that.
    fails: ['endpoint/streaming/stop-the-only-one'],
    says: /the stop of an earlier stream has no clear effect, so nothing more is started/,
    left: 2,
    requests: 150,
    unexcused: {
      but: 'a stop that is answered 200 and stops nothing lets the run go on until the channel is full',
      chaos: () => [[isRightStop, answered(200)]],
      flags: [...OWN, ...of('start-mixed start-another start-three')],
      code: 1,
      fails: ['endpoint/streaming/start-three'],
      left: 3,
    },
  },
  {
    situation: '7: no stop is ever answered: nothing more is started, and at most two streams go on',
    chaos: () => [[isStop, silent]],
    flags: [...SHARED, ...SOME, '--timeout', '1000'],
    code: 3,
    says: /these streams may remain/,
    left: 2,
    requests: 150,
    unexcused: {
      but: 'stops that are answered let the run go on, and nothing remains',
      chaos: () => [],
      // On a busy machine a right endpoint may need more than a second.
      flags: [...SHARED, ...SOME],
      code: 0,
      says: /endpoint\/streaming +[0-9]+ passed/,
    },
  },
  {
    situation: '8: the code of an error stands in a header',
    chaos: () => [[always, codeInHeader]],
    flags: [...SHARED, ...only('token/*', 'auth/*')],
    code: 0,
    requests: 250,
    unexcused: {
      ...unexcused(
        'service-body-maximum-unchecked',
        'PARAM-DURATION-MAXIMUM',
        'token/refuses-duration-86401',
      ),
      flags: only('token/issues-minimal', 'token/refuses-duration-86401'),
    },
  },
  {
    situation: '8: a start beyond three streams is answered 500',
    chaos: () => [[isStart, noRoomIs500]],
    flags: [...OWN, ...STARTS],
    code: 0,
    sees: ({ status }) => status === 500,
    requests: 250,
    unexcused: NO_LIMIT,
  },
  {
    situation: '8: a start beyond three streams is filled in part',
    chaos: () => [[isStart, inPart]],
    flags: [...OWN, ...STARTS],
    code: 0,
    requests: 250,
    unexcused: NO_LIMIT,
  },
  {
    situation: '8: support has changed the default size of channels',
    chaos: () => [[always, sizeOf50]],
    flags: only('token/*'),
    code: 0,
    requests: 150,
    unexcused: {
      but: 'a size that is not the requested one fails',
      service: () => (asked, right) =>
        right(requestObject(asked)['size'] === 100 ? bodyWith({ ...requestObject(asked), size: 50 }) : {}),
      flags: only('token/issues-minimal', 'token/issues-every-default'),
      code: 1,
      rule: 'TOKEN-RESPONSE-TOKEN-VALUES',
      fails: ['endpoint/token/issues-every-default'],
    },
  },
  {
    situation: '11: a streamId that is true is accepted: a stop of all ends that push, and words say so',
    service: numbersItself,
    flags: [...OWN, ...of('start-refuses-stream-id-is-boolean')],
    code: 1,
    fails: ['endpoint/streaming/start-refuses-stream-id-is-boolean'],
    says: /accepted a start whose streamId is no integer.* check that nothing runs there/,
    requests: 20,
    unexcused: {
      but: 'a right service is not told so',
      service: () => (_, right) => right(),
      code: 0,
      neverSays: /accepted a start/,
    },
  },
]
