import type { Family } from '../../model/index.ts'
import {
  asFraction,
  openBeyondDoubles,
  bodyFamily,
  idTexts,
  missing,
  noObject,
  open,
  opened,
  root,
  twice,
  unlisted,
  wrongTypes,
  wrongValues,
  type BodyRow,
  type Member,
} from '../rows/body.ts'

/** The body of POST /streaming/stop. */
export const bodyStreamingStop = (): Family =>
  bodyFamily('streaming-stop', 'Bodies of POST /streaming/stop (section 4.4)', ROWS)

const MEMBERS: readonly Member[] = [
  { name: 'channelId', type: 'string', requirement: 'STOP-CHANNELID-STRING' },
  { name: 'streamId', type: 'integer', optional: true, requirement: 'STOP-STREAMID-INTEGER' },
]
const ONE = { channelId: 'c1', streamId: 1 }
const ALL_PUSHES = root('all-pushes', { channelId: 'c1' })
const ONE_PUSH = root('one-push', ONE)

const ROWS: readonly BodyRow[] = [
  {
    name: 'all-pushes',
    title: 'Accepts only channelId: all pushes of the channel',
    requirements: ['STOP-STREAMID-OPTIONAL', 'STOP-CHANNELID-REQUIRED'],
    body: ALL_PUSHES.members,
  },
  {
    name: 'one-push',
    title: 'Accepts channelId and streamId: one push',
    requirements: ['STOP-STREAMID-INTEGER'],
    body: ONE,
  },
  opened('stream-id-2147483647', 'STREAM-STREAMID-VALUES', { channelId: 'c1', streamId: 2147483647 }),
  ...missing(ONE_PUSH, { channelId: 'STOP-CHANNELID-REQUIRED' }),
  ...wrongTypes(ONE_PUSH, MEMBERS),
  ...wrongValues('object', {}).map((wrong) => noObject(wrong, 'STOP-CHANNELID-REQUIRED', 'all-pushes')),
  unlisted(ALL_PUSHES, 'streamList', [{ streamId: 1 }]),
  unlisted(ONE_PUSH, 'delayClose', 60),
  unlisted(ALL_PUSHES, 'streamID', 1),
  twice(ALL_PUSHES, 'channelId', '"channelId":"c2"'),
  twice(ONE_PUSH, 'streamId', '"streamId":1'),
  ...idTexts('channelId', ['STOP-CHANNELID-STRING'], (channelId) => ({ channelId, streamId: 1 })),
  open('channel-id-empty', 'START-CHANNELID-EMPTY', { channelId: '' }),
  open('channel-id-nul', 'PARAM-CHANNELID-NAMING', { channelId: 'before\u0000after' }),
  open('stream-id-0', 'STREAM-STREAMID-VALUES', { channelId: 'c1', streamId: 0 }),
  open('stream-id-minus-1', 'STREAM-STREAMID-VALUES', { channelId: 'c1', streamId: -1 }),
  open('stream-id-33-bits', 'STREAM-STREAMID-VALUES', { channelId: 'c1', streamId: 4294967296 }),
  openBeyondDoubles('streamId', 'STREAM-STREAMID-VALUES', ONE),
  ...asFraction('streamId', 'STREAM-INTEGER-AS-FRACTION', ONE, 1),
]
