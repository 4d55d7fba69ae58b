import {
  bodyOf,
  changeBody,
  CHANNEL_USER,
  ok,
  push,
  pushUrl,
  started,
  startBody,
  status,
  stream,
  type EndpointRow,
} from '../../rows/endpoint.ts'

const open = (
  name: string,
  requirement: string,
  row: Pick<EndpointRow, 'operation' | 'body'> & Partial<EndpointRow>,
): EndpointRow => ({
  name: `open-${name}`,
  title: `Open: ${name.replaceAll('-', ' ')} (the text does not say)`,
  level: 'unspecified',
  requirements: [requirement],
  channel: 'open',
  answers: ok,
  ...row,
})

const running = { before: [started(push(1))] }

/** What the text leaves open about the streaming operations: observed, never failed. */
export const OPEN_ROWS: readonly EndpointRow[] = [
  open('update-with-type', 'UPDATE-TYPE-FLAG-ANSWER', {
    operation: 'streaming.update',
    body: changeBody({ type: 2, userId: 'u' }),
    ...running,
  }),
  open('update-with-flag', 'UPDATE-TYPE-FLAG-ANSWER', {
    operation: 'streaming.update',
    body: changeBody({ flag: 15 }),
    ...running,
  }),
  open('update-of-a-single-user', 'UPDATE-SINGLE-USERID-ANSWER', {
    operation: 'streaming.update',
    body: changeBody({ userId: 'another' }),
    before: [started(push(1, { type: 2, userId: CHANNEL_USER }))],
  }),
  open('update-of-an-unknown-stream', 'UPDATE-STREAMID-UNKNOWN', {
    operation: 'streaming.update',
    body: changeBody({ fps: 15 }),
  }),
  open('update-of-a-stream-twice', 'UPDATE-STREAMLIST-DUPLICATE-STREAMID', {
    operation: 'streaming.update',
    body: bodyOf({
      streamList: [
        { streamId: stream(1), fps: 15 },
        { streamId: stream(1), fps: 30 },
      ],
    }),
    ...running,
  }),
  {
    ...open('update-layout', 'STREAM-LAYOUT-FIELDS', {
      operation: 'streaming.update',
      body: changeBody({ layout: {} }),
      ...running,
    }),
    requirements: ['STREAM-LAYOUT-FIELDS', 'UPDATE-LAYOUT'],
  },
  open('start-with-layout', 'STREAM-LAYOUT-FIELDS', {
    operation: 'streaming.start',
    body: startBody(push(1, { layout: {} })),
  }),
  open('update-body', 'UPDATE-RESPONSE-BODY', {
    operation: 'streaming.update',
    body: changeBody({ fps: 15 }),
    ...running,
  }),
  open('start-of-a-stream-twice', 'START-STREAMLIST-DUPLICATE-STREAMID', {
    operation: 'streaming.start',
    body: startBody(push(1), push(1)),
  }),
  open('start-of-a-running-stream', 'START-STREAMID-RUNNING', {
    operation: 'streaming.start',
    body: startBody(push(1)),
    ...running,
  }),
  open('start-of-good-and-bad', 'START-STREAMLIST-PARTIAL', {
    operation: 'streaming.start',
    body: startBody(push(1), push(2, { type: 3 })),
  }),
  open('start-of-an-absent-user', 'STREAM-USERID-NOT-IN-CHANNEL', {
    operation: 'streaming.start',
    body: startBody(push(1, { type: 2, userId: 'nobody-of-that-name' })),
  }),
  open('start-of-a-fourth-stream', 'START-STREAMS-MAXIMUM-ANSWER', {
    operation: 'streaming.start',
    body: startBody(push(4)),
    before: [started(push(1), push(2), push(3))],
    needs: ['exclusive-channel', 'default-stream-limit'],
  }),
  open('start-of-two-with-one-address', 'STREAM-URL-SHARED', {
    operation: 'streaming.start',
    body: startBody(push(1), push(2, { url: pushUrl(1) })),
  }),
  open('start-body', 'START-RESPONSE-BODY', { operation: 'streaming.start', body: startBody(push(1)) }),
  open('stop-of-an-unknown-stream', 'STOP-STREAMID-UNKNOWN', {
    operation: 'streaming.stop',
    body: bodyOf({ streamId: stream(1) }),
  }),
  open('stop-of-nothing', 'STOP-NOTHING-RUNNING', {
    operation: 'streaming.stop',
    body: bodyOf({ streamId: stream(2) }),
  }),
  open('stop-body', 'STOP-RESPONSE-BODY', {
    operation: 'streaming.stop',
    body: bodyOf({ streamId: stream(1) }),
    ...running,
  }),
  open('error-codes', 'ERROR-STREAMING-CODES', {
    operation: 'streaming.start',
    body: startBody(push(1)),
    channel: 'unopened',
    answers: status(404),
  }),
]
