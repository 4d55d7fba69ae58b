import {
  OPERATIONS,
  type ClientCheck,
  type Family,
  type Operation,
  type RequirementId,
} from '../../model/index.ts'
import { clientFamily, type ClientRow } from '../rows/client.ts'
import { EMPTY_WATERMARKS, FULL, OTHER_CALL } from './request/bodies.ts'
import { openBodies } from './request/open.ts'
import { required } from './request/required.ts'
import { standards } from './request/standards.ts'

const bodies = OPERATIONS.flatMap((operation) => [
  required(operation, 'minimal', 'only the required members', {}, ['API-PATHS-UNVERSIONED']),
  required(operation, 'full', 'every member with a shown value', { body: FULL[operation] }),
])

function longUrl(streamId: number): string {
  return `rtmp://push.example/live/${streamId}?time=1700000000&sign=${'0123456789abcdef'.repeat(40)}`
}

/** An empty array removes the watermarks (4.3 rule 3), and zero is a value: neither means nothing. */
const values: readonly ClientRow[] = [
  required('streaming.update', 'empty-watermarks', 'keeps an empty array of watermarks', {
    body: EMPTY_WATERMARKS,
  }),
  required('auth.token', 'zeros', 'keeps zeros or leaves them out as defaults', {
    body: { channelId: 'c1', userId: 'u1', channelDuration: 0, delayClose: 0 },
  }),
  required('auth.token', 'largest', 'the largest values that the text gives', {
    body: { channelId: 'c1', userId: 'u1', duration: 86400, delayClose: 86400, size: 100 },
  }),
]

/** Addresses of vendors carry signatures (section 2.3 bounds no length): a body of some kB, in plain letters. */
const longBodies: readonly ClientRow[] = [
  required('streaming.start', 'long', 'three streams with long addresses', {
    body: {
      channelId: 'c1',
      streamList: [1, 2, 3].map((streamId) => ({ streamId, url: longUrl(streamId), flag: 3, type: 1 })),
    },
  }),
  required('streaming.update', 'long', 'three streams with long addresses', {
    body: {
      channelId: 'c1',
      streamList: [1, 2, 3].map((streamId) => ({ streamId, url: longUrl(streamId) })),
    },
  }),
]

const prefixes = OPERATIONS.map((operation) =>
  required(
    operation,
    'base-prefix',
    'the base URL has a path',
    { basePath: '/gateway/v1', needs: ['base-path'] },
    ['API-PATHS-BASE-URL'],
  ),
)

/** A token can be reused during its validity (2.1), so two calls of auth.token name two users. */
const twice = OPERATIONS.map((operation) =>
  required(operation, 'twice', 'two calls within one second are two requests', {
    calls: 2,
    ...(operation === 'auth.token' || operation === 'streaming.start'
      ? { nextBodies: [OTHER_CALL[operation]] }
      : {}),
  }),
)

const open = (
  name: string,
  title: string,
  requirement: RequirementId,
  check: ClientCheck,
  operation: Operation = 'auth.token',
): ClientRow => ({
  name: `${operation.replace('.', '-')}-${name}`,
  title: `Open: ${title}: ${operation}`,
  level: 'unspecified',
  requirements: [requirement],
  operation,
  body: FULL[operation],
  checks: ['asked', check],
})

/** What an SDK's HTTP client puts on the wire. */
export const clientRequest = (): Family =>
  clientFamily('client/request', 'Requests that an SDK sends (sections 1, 4 and 5)', [
    ...bodies,
    ...values,
    ...longBodies,
    ...openBodies,
    ...prefixes,
    ...twice,
    ...standards,
    open(
      'content-type-parameter',
      'Content-Type with a parameter',
      'HEADER-CONTENT-TYPE-PARAMETER',
      'content-type-parameter',
    ),
    open('query-added', 'whether a query stands behind the path', 'SDK-QUERY-ADDED', 'query-added'),
    open(
      'tracking-id-sent',
      'whether a Tracking-Id is sent',
      'HEADER-TRACKING-ID-REQUIRED',
      'tracking-id-sent',
    ),
  ])
