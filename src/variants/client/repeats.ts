import { Declined, type ClientSteps } from '../../faults/client/clientFault.ts'
import { canSet } from '../../interface/bodies.ts'
import { entriesOf } from '../../members.ts'
import { LONGEST_RUN, type BodyMembers, type Operation, type WireCall } from '../../model/index.ts'
import { clientWaysWith, type ClientVariant, clientWay } from './clientVariant.ts'

/** A token that is valid for longer than a run; others are not kept. */
const isLong = ({ operation, body: { duration } }: WireCall): boolean =>
  operation === 'auth.token' && (typeof duration !== 'number' || duration > LONGEST_RUN)

const startMissing: NonNullable<ClientSteps['retries']> = (status, { operation }) =>
  status === 404 && operation === 'streaming.start'

/** Calls that the client sends again, answers from a cache, asks in order, or does not have at all. */
export const REPEAT_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith({ section: '4' })({
    'answers-in-order': {
      open: 'How many calls an SDK makes at a time.',
      does: 'Questions are answered one after the other.',
      steps: { sequential: true },
    },
  }),
  ...clientWaysWith({ section: '4.2', open: 'Whether an SDK sends a call again after an error.' })({
    'retries-start': clientWay('A start that is answered 404 is sent again, and the adapter says so.', {
      says: { retriesStart: true },
      retries: startMissing,
    }),
    'retries-start-silently': clientWay('A start answered 404 is sent again, which is not said.', {
      retries: startMissing,
    }),
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
  ...clientWaysWith({ section: '2.1', open: 'Where a token that can be reused is kept.' })({
    'token-cached': clientWay('A valid token for the same join parameters is handed out again.', {
      cache: (call) => (isLong(call) ? JSON.stringify(call) : undefined),
    }),
    'token-cached-by-user': clientWay('A valid token for the same user and channel is handed out again.', {
      cache: (call) => {
        const { channelId, userId } = call.body
        return isLong(call) ? JSON.stringify([call.appId, channelId, userId]) : undefined
      },
    }),
  }),
  ...clientWaysWith({ section: '4', open: 'Which of the operations an SDK has.' })({
    'token-only': clientWay('The client has auth.token alone, and its adapter says so.', only('auth.token')),
    'streaming-only': clientWay(
      'The client has the streaming operations alone, and its adapter says so.',
      only('streaming.start', 'streaming.update', 'streaming.stop'),
    ),
    'start-and-stop': clientWay(
      'The client has no update, and its adapter says so.',
      only('auth.token', 'streaming.start', 'streaming.stop'),
    ),
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
    'no-layout': clientWay('All members but layout can be set, and its adapter says so.', settingOnly({})),
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
function only(...operations: readonly Operation[]): ClientSteps {
  return {
    says: { operations },
    before: ({ operation }) => {
      if (operations.includes(operation)) return undefined
      throw new Error(`no such method: ${operation}`)
    },
  }
}
