import type { Random } from '../../faults/client/clientFault.ts'
import type { ClientVariant } from './clientVariant.ts'

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
  {
    id: 'no-tracking-id',
    section: '4',
    open: 'Whether a Tracking-Id is required.',
    does: 'No Tracking-Id is sent.',
    decides: ['HEADER-TRACKING-ID-REQUIRED'],
    steps: { trackingId: () => undefined },
  },
  {
    id: 'tracking-id-upper-case',
    section: '4',
    open: 'In which letter case the digits of a Tracking-Id are written.',
    does: 'The Tracking-Id is in upper case.',
    decides: ['HEADER-TRACKING-ID-CASE'],
    steps: { trackingId: (random) => hex(random).toUpperCase() },
  },
  {
    id: 'tracking-id-mixed-case',
    section: '4',
    open: 'In which letter case the digits of a Tracking-Id are written.',
    does: 'The first half of the Tracking-Id is in upper case.',
    decides: ['HEADER-TRACKING-ID-CASE'],
    steps: {
      trackingId: (random) => hex(random).replace(/^.{16}/, (half) => half.toUpperCase()),
    },
  },
  {
    id: 'tracking-id-counted',
    section: '4',
    open: 'How a Tracking-Id is made.',
    does: 'The Tracking-Id counts the calls, with zeros in front.',
    steps: { trackingId: (_random, count) => (count + 1).toString(16).padStart(32, '0') },
  },
  {
    id: 'tracking-id-of-the-client',
    section: '4',
    open: 'Whether two calls may share a Tracking-Id.',
    does: 'Every call of a client carries the same Tracking-Id.',
    departs: ['SDK-TRACKING-ID-UNIQUE'],
    steps: { trackingId: () => '0af7651916cd43dd8448eb211c80319c' },
  },
  {
    ...SIGNATURE,
    id: 'authorization-own',
    does: 'The client makes its Authorization itself, and its adapter says so.',
    steps: own('SvcSign its.own=='),
  },
  {
    ...SIGNATURE,
    id: 'authorization-own-with-spaces',
    does: 'The signature of its own holds spaces.',
    steps: own('SvcSign appId=app, timestamp=1700000000, signature=abc'),
  },
  {
    ...SIGNATURE,
    id: 'authorization-own-punctuated',
    does: 'The signature of its own holds every kind of punctuation.',
    steps: own('SvcSign ~!@#$%^&*()_+-={}[]|:;"<>,.?/'),
  },
  {
    ...SIGNATURE,
    id: 'authorization-own-long',
    does: 'The signature of its own has four thousand characters.',
    steps: own(`SvcSign ${'a1'.repeat(2000)}`),
  },
  {
    ...SIGNATURE,
    id: 'authorization-own-short',
    does: 'The signature of its own is one character.',
    steps: own('SvcSign 0'),
  },
]
