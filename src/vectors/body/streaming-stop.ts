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
  ROOT,
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
const ALL = { channelId: 'c1' }
const ONE = { channelId: 'c1', streamId: 1 }

const ROWS: readonly BodyRow[] = [
  {
    name: 'all-pushes',
    title: 'Accepts only channelId: all pushes of the channel',
    requirements: ['STOP-STREAMID-OPTIONAL', 'STOP-CHANNELID-REQUIRED'],
    body: ALL,
  },
  {
    name: 'one-push',
    title: 'Accepts channelId and streamId: one push',
    requirements: ['STOP-STREAMID-INTEGER'],
    body: ONE,
  },
  opened('stream-id-2147483647', 'STREAM-STREAMID-VALUES', { channelId: 'c1', streamId: 2147483647 }),
  ...missing(ROOT, { channelId: 'STOP-CHANNELID-REQUIRED' }, ONE, 'one-push'),
  ...wrongTypes(ROOT, MEMBERS, ONE, 'one-push'),
  ...wrongValues('object', {}).map((wrong) => noObject(wrong, 'STOP-CHANNELID-REQUIRED', 'all-pushes')),
  unlisted(ROOT, 'streamList', [{ streamId: 1 }], ALL, 'all-pushes'),
  unlisted(ROOT, 'delayClose', 60, ONE, 'one-push'),
  unlisted(ROOT, 'streamID', 1, ALL, 'all-pushes'),
  twice('channel-id', ALL, '"channelId":"c2"', '/channelId', 'all-pushes'),
  twice('stream-id', ONE, '"streamId":1', '/streamId', 'one-push'),
  ...idTexts('channelId', ['STOP-CHANNELID-STRING'], (channelId) => ({ channelId, streamId: 1 })),
  open('channel-id-empty', 'START-CHANNELID-EMPTY', { channelId: '' }),
  open('channel-id-nul', 'PARAM-CHANNELID-NAMING', { channelId: 'before\u0000after' }),
  open('stream-id-0', 'STREAM-STREAMID-VALUES', { channelId: 'c1', streamId: 0 }),
  open('stream-id-minus-1', 'STREAM-STREAMID-VALUES', { channelId: 'c1', streamId: -1 }),
  open('stream-id-33-bits', 'STREAM-STREAMID-VALUES', { channelId: 'c1', streamId: 4294967296 }),
  openBeyondDoubles('streamId', 'STREAM-STREAMID-VALUES', ONE),
  ...asFraction('streamId', 'STREAM-INTEGER-AS-FRACTION', ONE, 1),
]
