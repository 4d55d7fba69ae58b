import {
  bodyOf,
  changeBody,
  ok,
  push,
  started,
  startBody,
  stopped,
  stream,
  type EndpointRow,
} from '../../rows/endpoint.ts'

const SUCCESS = 'ERROR-STREAMING-SUCCESS'

/** Stops, and what can be seen of their effect through the operations alone (section 4.4). */
export const STOP_ROWS: readonly EndpointRow[] = [
  {
    name: 'stop-one',
    title: 'Stops one push by its streamId',
    requirements: [SUCCESS, 'STOP-ONE'],
    operation: 'streaming.stop',
    before: [started(push(1), push(2))],
    body: bodyOf({ streamId: stream(1) }),
    channel: 'open',
    answers: ok,
  },
  {
    name: 'stop-one-leaves-others',
    title: 'Leaves the other pushes running where one is stopped: they can still be updated',
    requirements: ['STOP-ONE', 'UPDATE-FPS'],
    operation: 'streaming.update',
    before: [started(push(1), push(2)), stopped({ streamId: stream(1) })],
    body: changeBody({ fps: 15 }, 2),
    channel: 'open',
    answers: ok,
  },
  {
    name: 'stop-all',
    title: 'Stops all pushes of the channel where no streamId is given',
    requirements: [SUCCESS, 'STOP-ALL'],
    operation: 'streaming.stop',
    before: [started(push(1), push(2))],
    body: bodyOf({}),
    channel: 'open',
    needs: ['exclusive-channel'],
    answers: ok,
  },
  {
    name: 'start-again-after-stop-all',
    title: 'Takes the streamIds of all pushes again once all are stopped',
    requirements: ['STOP-ALL', 'STREAM-STREAMID-CALLER-CHOSEN'],
    operation: 'streaming.start',
    before: [started(push(1), push(2)), stopped({})],
    body: startBody(push(1), push(2)),
    channel: 'open',
    needs: ['exclusive-channel'],
    answers: ok,
  },
  {
    name: 'start-again-after-stop',
    title: 'Takes the streamId of a stopped push again',
    requirements: [SUCCESS, 'STREAM-STREAMID-CALLER-CHOSEN'],
    operation: 'streaming.start',
    before: [started(push(1)), stopped({ streamId: stream(1) })],
    body: startBody(push(1)),
    channel: 'open',
    answers: ok,
  },
]
