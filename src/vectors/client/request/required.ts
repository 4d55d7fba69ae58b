/** Requests with bodies that hold only what the text grants: plain ids, no privileges, no layout, shown values. */
import { ROUTES } from '../../../interface/operations.ts'
import { REQUEST_CHECKS, REQUEST_RULES } from '../../../interface/requestRules.ts'
import type { JsonObject, Operation } from '../../../model/index.ts'
import type { ClientRow } from '../../rows/client.ts'
import { IDS, rowName } from '../../rows/row.ts'

export const STREAM = { streamId: 1, url: 'rtmp://push.example/live/1?key=a%20b&c=d', flag: 3 }
const SECOND = { streamId: 2, url: 'rtmp://push.example/live/2', flag: 15 }

/** Every member with a shown value, at values that are neither defaults nor alike. */
export const FULL: Readonly<Record<Operation, JsonObject>> = {
  'auth.token': { ...IDS, channelDuration: 90, duration: 3600, size: 12, delayClose: 60 },
  'streaming.start': {
    channelId: 'c1',
    streamList: [
      { ...STREAM, type: 1, userId: 'u1', fps: 15, delayClose: 60 },
      { ...SECOND, type: 2, userId: 'u2' },
    ],
  },
  'streaming.update': {
    channelId: 'c1',
    streamList: [{ streamId: 1, url: STREAM.url, userId: 'u2', fps: 15, watermarks: [] }],
  },
  'streaming.stop': { channelId: 'c1', streamId: 7 },
}

/** A second call that is equal to no first one. */
export const OTHER_CALL: Readonly<Record<Operation, JsonObject>> = {
  'auth.token': { channelId: 'c1', userId: 'u2' },
  'streaming.start': { channelId: 'c1', streamList: [{ ...SECOND, type: 1 }] },
  'streaming.update': { channelId: 'c1', streamList: [{ streamId: 2, fps: 15 }] },
  'streaming.stop': { channelId: 'c1', streamId: 2 },
}

/** A token can be reused during its validity (2.1), and one streamId is not started twice. */
export const twoCalls = (operation: Operation): Pick<ClientRow, 'calls' | 'nextBodies'> => ({
  calls: 2,
  ...(/token$|start$/.test(operation) && { nextBodies: [OTHER_CALL[operation]] }),
})

/** A request that is judged by all rules for requests. */
export const required = (
  operation: Operation,
  name: string,
  title: string,
  more: Partial<ClientRow> = {},
): ClientRow => ({
  name: rowName(operation, name),
  title: `Sends ${operation}: ${title}`,
  requirements: [ROUTES[operation].rule, ...REQUEST_RULES],
  operation,
  checks: REQUEST_CHECKS,
  ...more,
})
