import { Declined, type ClientSteps } from '../../faults/client/clientFault.ts'
import { canSet } from '../../interface/bodies.ts'
import { entriesOf } from '../../members.ts'
import { LONGEST_RUN, type BodyMembers, type WireCall } from '../../model/index.ts'
import { clientWays, clientWaysWith, type ClientVariant, clientWay } from './clientVariant.ts'

const RETRY = { section: '4.2', open: 'Whether an SDK sends a call again after an error.' }
const CACHE = { section: '2.1', open: 'Where a token that can be reused is kept.' }
const OFFER = { section: '4', open: 'Which of the operations an SDK has.' }

/** A token that is valid for longer than a run; others are not kept. */
const isLong = ({ operation, body: { duration } }: WireCall): boolean =>
  operation === 'auth.token' && (typeof duration !== 'number' || duration > LONGEST_RUN)

const startMissing: NonNullable<ClientSteps['retries']> = (status, { operation }) =>
  status === 404 && operation === 'streaming.start'

/** Calls that the client sends again, answers from a cache, asks in order, or does not have at all. */
export const REPEAT_VARIANTS: readonly ClientVariant[] = [
  ...clientWays({
    'answers-in-order': {
      section: '4',
      open: 'How many calls an SDK makes at a time.',
      does: 'Questions are answered one after the other.',
      steps: { sequential: true },
    },
  }),
  ...clientWaysWith(RETRY)({
    'retries-start': clientWay('A start that is answered 404 is sent again, and the adapter says so.', {
      says: { retriesStart: true },
      retries: startMissing,
    }),
    'retries-start-silently': clientWay(
      'A start that is answered 404 is sent again, and the adapter does not say so.',
      { retries: startMissing },
    ),
    'retries-start-with-the-same-tracking-id': clientWay(
      'A start that is answered 404 is sent again with the same Tracking-Id: it is the same call.',
      { says: { retriesStart: true }, retries: startMissing, keepsTrackingId: true },
    ),
    'retries-server-errors': {
      section: '7',
      does: 'A call that is answered 500 or 502 is sent again.',
      steps: { retries: (status) => status === 500 || status === 502 },
    },
    'retries-429': {
      section: '8',
      open: 'Rate limits.',
      does: 'A call that is answered 429 is sent again at once.',
      decides: ['LIMIT-RATE', 'SDK-CALL-AGAIN'],
      steps: { retries: (status) => status === 429 },
    },
    'retries-after-network-failure': {
      section: '7',
      does: 'A call whose connection breaks is sent again, with the same Tracking-Id.',
      decides: ['START-AGAIN-AFTER-BREAK'],
      steps: { retries: (status) => status === undefined, keepsTrackingId: true },
    },
    'retries-every-error': {
      section: '7',
      does: 'Every call that is not answered 200 is sent again.',
      steps: { retries: (status) => status !== undefined && status !== 200 },
    },
  }),
  ...clientWaysWith(CACHE)({
    'token-cached': clientWay(
      'A token that was issued for the same join parameters is handed out again while it is valid.',
      { cache: (call) => (isLong(call) ? JSON.stringify(call) : undefined) },
    ),
    'token-cached-by-user': clientWay(
      'A token that was issued to the same user for the same channel is handed out again while it is valid.',
      {
        cache: (call) => {
          const { channelId, userId } = call.body
          return isLong(call) ? JSON.stringify([call.appId, channelId, userId]) : undefined
        },
      },
    ),
  }),
  ...clientWaysWith(OFFER)({
    'token-only': clientWay('The client has auth.token alone, and its adapter says so.', {
      says: { operations: ['auth.token'] },
      before: only('auth.token'),
    }),
    'streaming-only': clientWay('The client has the streaming operations alone, and its adapter says so.', {
      says: { operations: ['streaming.start', 'streaming.update', 'streaming.stop'] },
      before: only('streaming.'),
    }),
    'start-and-stop': clientWay('The client has no update, and its adapter says so.', {
      says: { operations: ['auth.token', 'streaming.start', 'streaming.stop'] },
      before: only('auth.token', 'streaming.st'),
    }),
  }),
  ...clientWaysWith({ section: '2.1', open: 'Which of the optional members of bodies an SDK can set.' })({
    'few-members': clientWay(
      'The client can set few members, and its adapter says so.',
      settingOnly({
        'auth.token': ['duration'],
        'streaming.start': ['fps'],
        'streaming.update': ['url', 'watermarks'],
        'streaming.stop': [],
      }),
    ),
    'no-layout': clientWay(
      'The client can set all members but layout, and its adapter says so.',
      settingOnly({}),
    ),
  }),
]

/** Its types have no place for other members. */
function settingOnly(members: BodyMembers): ClientSteps {
  return {
    says: { members },
    before: ({ operation, body }) => {
      const names = [body, ...entriesOf(body)].flatMap((one) => Object.keys(one))
      if (names.every((name) => canSet({ members }, operation, name))) return undefined
      throw new Declined(2)
    },
  }
}

/** An operation that it does not have ends in an error without a meaning. */
function only(...prefixes: readonly string[]): NonNullable<ClientSteps['before']> {
  return ({ operation }) => {
    if (prefixes.some((prefix) => operation.startsWith(prefix))) return undefined
    throw new Error(`no such method: ${operation}`)
  }
}
