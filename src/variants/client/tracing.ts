import type { Random } from '../../faults/client/clientFault.ts'
import { clientWays, clientWaysWith, type ClientVariant } from './clientVariant.ts'

const own = (authorization: string): ClientVariant['steps'] => ({
  authorization: () => authorization,
  says: { authorization: 'own' },
})

const hex = (random: Random): string => Buffer.from(random(16)).toString('hex')

const SIGNATURE = {
  section: '5',
  open: 'How the signature in Authorization is made, and of which characters it is.',
  decides: ['AUTH-SIGNATURE-CONSTRUCTION'],
} as const

/** Tracking-Id (section 4) and Authorization (section 5): the text shows their shape, not their contents. */
export const TRACING_VARIANTS: readonly ClientVariant[] = [
  ...clientWays({
    'no-tracking-id': {
      section: '4',
      open: 'Whether a Tracking-Id is required.',
      does: 'No Tracking-Id is sent.',
      decides: ['HEADER-TRACKING-ID-REQUIRED'],
      steps: { trackingId: () => undefined },
    },
  }),
  ...clientWaysWith({ section: '4', open: 'In which letter case the digits of a Tracking-Id are written.' })({
    'tracking-id-upper-case': {
      does: 'The Tracking-Id is in upper case.',
      decides: ['HEADER-TRACKING-ID-CASE'],
      steps: { trackingId: (random) => hex(random).toUpperCase() },
    },
    'tracking-id-mixed-case': {
      does: 'The first half of the Tracking-Id is in upper case.',
      decides: ['HEADER-TRACKING-ID-CASE'],
      steps: {
        trackingId: (random) => hex(random).replace(/^.{16}/, (half) => half.toUpperCase()),
      },
    },
  }),
  ...clientWays({
    'tracking-id-counted': {
      section: '4',
      open: 'How a Tracking-Id is made.',
      does: 'The Tracking-Id counts the calls, with zeros in front.',
      steps: { trackingId: (_random, count) => (count + 1).toString(16).padStart(32, '0') },
    },
    'tracking-id-of-the-client': {
      section: '4',
      open: 'Whether two calls may share a Tracking-Id.',
      does: 'Every call of a client carries the same Tracking-Id.',
      departs: ['SDK-TRACKING-ID-UNIQUE'],
      steps: { trackingId: () => '0af7651916cd43dd8448eb211c80319c' },
    },
  }),
  ...clientWaysWith(SIGNATURE)({
    'authorization-own': {
      does: 'The client makes its Authorization itself, and its adapter says so.',
      steps: own('SvcSign its.own=='),
    },
    'authorization-own-with-spaces': {
      does: 'The signature of its own holds spaces.',
      steps: own('SvcSign appId=app, timestamp=1700000000, signature=abc'),
    },
    'authorization-own-punctuated': {
      does: 'The signature of its own holds every kind of punctuation.',
      steps: own('SvcSign ~!@#$%^&*()_+-={}[]|:;"<>,.?/'),
    },
    'authorization-own-long': {
      does: 'The signature of its own has four thousand characters.',
      steps: own(`SvcSign ${'a1'.repeat(2000)}`),
    },
    'authorization-own-short': {
      does: 'The signature of its own is one character.',
      steps: own('SvcSign 0'),
    },
  }),
]
