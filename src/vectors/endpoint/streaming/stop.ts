import {
  bodyOf,
  changeBody,
  onOpenChannel,
  push,
  started,
  startBody,
  stopped,
  stream,
  type EndpointRow,
} from '../../rows/endpoint.ts'

const SUCCESS = 'ERROR-STREAMING-SUCCESS'

/** Stops, and the part of their effect that the operations alone can show (section 4.4). */
export const STOP_ROWS: readonly EndpointRow[] = [
  onOpenChannel({
    name: 'stop-one',
    title: 'Stops one push by its streamId',
    requirements: ['STOP-ONE', SUCCESS],
    operation: 'streaming.stop',
    before: [started(push(1), push(2))],
    body: bodyOf({ streamId: stream(1) }),
  }),
  onOpenChannel({
    name: 'stop-the-only-one',
    title: 'Stops the only push of the channel by its streamId',
    requirements: ['STOP-ONE', SUCCESS],
    operation: 'streaming.stop',
    before: [started(push(1))],
    body: bodyOf({ streamId: stream(1) }),
  }),
  onOpenChannel({
    name: 'stop-one-leaves-others',
    title: 'Leaves the other pushes running when one is stopped: they can still be updated',
    requirements: ['STOP-ONE', 'UPDATE-FPS'],
    operation: 'streaming.update',
    before: [started(push(1), push(2)), stopped({ streamId: stream(1) })],
    body: changeBody({ fps: 15 }, 2),
  }),
  onOpenChannel({
    // A stop without effect, or one that keeps its place, leaves no room for a fourth push.
    name: 'start-another-after-stop-one',
    title: 'Starts another push in the place of one that was stopped',
    requirements: ['STOP-ONE', SUCCESS],
    operation: 'streaming.start',
    before: [started(push(1), push(2), push(3)), stopped({ streamId: stream(1) })],
    body: startBody(push(4, { flag: 2 })),
    needs: ['exclusive-channel', 'default-stream-limit'],
  }),
  onOpenChannel({
    name: 'stop-all',
    title: 'Stops all pushes of the channel when the body has no streamId',
    requirements: ['STOP-ALL', SUCCESS],
    operation: 'streaming.stop',
    before: [started(push(1), push(2))],
    body: bodyOf({}),
    needs: ['exclusive-channel'],
  }),
  onOpenChannel({
    // A stop without effect leaves no room for a fourth push.
    name: 'start-another-after-stop-all',
    title: 'Starts another push once all three are stopped',
    requirements: ['STOP-ALL', SUCCESS],
    operation: 'streaming.start',
    before: [started(push(1), push(2), push(3)), stopped({})],
    body: startBody(push(4, { flag: 1 })),
    needs: ['exclusive-channel', 'default-stream-limit'],
  }),
  onOpenChannel({
    name: 'start-again-after-stop-all',
    title:
      'Open: whether the streamIds can be used again once all pushes are stopped (the text does not say)',
    level: 'unspecified',
    requirements: ['STREAM-STREAMID-AFTER-STOP'],
    operation: 'streaming.start',
    before: [started(push(1), push(2)), stopped({})],
    body: startBody(push(1), push(2)),
    needs: ['exclusive-channel'],
  }),
  onOpenChannel({
    name: 'start-again-after-stop',
    title: 'Open: whether the streamId of a stopped push can be used again (the text does not say)',
    level: 'unspecified',
    requirements: ['STREAM-STREAMID-AFTER-STOP'],
    operation: 'streaming.start',
    before: [started(push(1)), stopped({ streamId: stream(1) })],
    body: startBody(push(1)),
  }),
]
