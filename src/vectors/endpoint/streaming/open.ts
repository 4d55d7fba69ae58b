import type { Operation } from '../../../model/index.ts'
import {
  bodyOf,
  changeBody,
  CHANNEL_USER,
  onOpenChannel,
  push,
  pushUrl,
  started,
  startBody,
  status,
  stream,
  type EndpointRow,
} from '../../rows/endpoint.ts'

const opens =
  (operation: Operation) =>
  (name: string, requirement: string, body: string, more: Partial<EndpointRow> = {}): EndpointRow =>
    onOpenChannel({
      name: `open-${name}`,
      title: `Open: ${name.replaceAll('-', ' ')} (the text does not say)`,
      level: 'unspecified',
      requirements: [requirement],
      operation,
      body,
      ...more,
    })
const start = opens('streaming.start')
const update = opens('streaming.update')
const stop = opens('streaming.stop')

const ON_PUSH = { before: [started(push(1))] }
const ONE = startBody(push(1))
const STOP_ONE = bodyOf({ streamId: stream(1) })
const TWICE = bodyOf({
  streamList: [
    { streamId: stream(1), fps: 15 },
    { streamId: stream(1), fps: 30 },
  ],
})

/** What the text leaves open about the streaming operations: observed, never failed. */
export const OPEN_ROWS: readonly EndpointRow[] = [
  update('update-with-type', 'UPDATE-TYPE-FLAG-ANSWER', changeBody({ type: 2, userId: 'u' }), ON_PUSH),
  update('update-with-flag', 'UPDATE-TYPE-FLAG-ANSWER', changeBody({ flag: 15 }), ON_PUSH),
  update('update-of-a-single-user', 'UPDATE-SINGLE-USERID-ANSWER', changeBody({ userId: 'another' }), {
    before: [started(push(1, { type: 2, userId: CHANNEL_USER }))],
  }),
  update('update-of-an-unknown-stream', 'UPDATE-STREAMID-UNKNOWN', changeBody({ fps: 15 })),
  update('update-of-a-stream-twice', 'UPDATE-STREAMLIST-DUPLICATE-STREAMID', TWICE, ON_PUSH),
  update('update-layout', 'STREAM-LAYOUT-FIELDS', changeBody({ layout: {} }), {
    ...ON_PUSH,
    requirements: ['STREAM-LAYOUT-FIELDS', 'UPDATE-LAYOUT'],
  }),
  start('start-with-layout', 'STREAM-LAYOUT-FIELDS', startBody(push(1, { layout: {} }))),
  update('update-body', 'UPDATE-RESPONSE-BODY', changeBody({ fps: 15 }), ON_PUSH),
  start('start-of-a-stream-twice', 'START-STREAMLIST-DUPLICATE-STREAMID', startBody(push(1), push(1))),
  start('start-of-a-running-stream', 'START-STREAMID-RUNNING', ONE, ON_PUSH),
  start('start-of-good-and-bad', 'START-STREAMLIST-PARTIAL', startBody(push(1), push(2, { type: 3 }))),
  start(
    'start-of-an-absent-user',
    'STREAM-USERID-NOT-IN-CHANNEL',
    startBody(push(1, { type: 2, userId: 'nobody-of-that-name' })),
  ),
  start('start-of-a-fourth-stream', 'START-STREAMS-MAXIMUM-ANSWER', startBody(push(4)), {
    before: [started(push(1), push(2), push(3))],
    needs: ['exclusive-channel', 'default-stream-limit'],
  }),
  start(
    'start-of-two-with-one-address',
    'STREAM-URL-SHARED',
    startBody(push(1), push(2, { url: pushUrl(1) })),
  ),
  start('start-body', 'START-RESPONSE-BODY', ONE),
  stop('stop-of-an-unknown-stream', 'STOP-STREAMID-UNKNOWN', STOP_ONE),
  stop('stop-of-nothing', 'STOP-NOTHING-RUNNING', bodyOf({ streamId: stream(2) })),
  stop('stop-body', 'STOP-RESPONSE-BODY', STOP_ONE, ON_PUSH),
  start('error-codes', 'ERROR-STREAMING-CODES', ONE, { channel: 'unopened', answers: status(404) }),
]
