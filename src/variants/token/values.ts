import { isObject } from '../../json.ts'
import type { Alteration } from '../../faults/fault.ts'
import { withoutNulls } from '../../faults/token/joinParams.ts'
import type { Json, JsonObject } from '../../model/index.ts'
import { tokenWays, tokenWaysWith, type TokenQuestion, type TokenVariant } from './tokenVariant.ts'

function asked({ method, params }: TokenQuestion): JsonObject {
  return method === 'token.issue' && isObject(params.joinParams) ? params.joinParams : {}
}

const NUMBERS: readonly (readonly [
  id: string,
  name: string,
  does: string,
  takes: (value: number) => boolean,
  decides: string,
])[] = [
  ['privileges-none', 'privileges', 'takes no privileges at all', () => false, 'PARAM-PRIVILEGES-VALUES'],
  [
    'privileges-0-only',
    'privileges',
    'takes privileges 0 alone',
    (value) => value === 0,
    'PARAM-PRIVILEGES-VALUES',
  ],
  [
    'privileges-powers',
    'privileges',
    'takes powers of two as privileges',
    (value) => [2, 4, 8].includes(value),
    'PARAM-PRIVILEGES-VALUES',
  ],
  [
    'channel-duration-a-day',
    'channelDuration',
    'takes a channelDuration of at most 1440',
    (value) => value <= 1440,
    'PARAM-CHANNELDURATION-MAXIMUM',
  ],
  [
    'channel-duration-an-hour',
    'channelDuration',
    'takes a channelDuration of at most 60',
    (value) => value <= 60,
    'PARAM-CHANNELDURATION-MAXIMUM',
  ],
  [
    'channel-duration-not-negative',
    'channelDuration',
    'refuses a negative channelDuration',
    (value) => value >= 0,
    'PARAM-CHANNELDURATION-NEGATIVE',
  ],
  [
    'duration-positive',
    'duration',
    'refuses a duration below 1',
    (value) => value >= 1,
    'PARAM-DURATION-ZERO',
  ],
  [
    'duration-not-negative',
    'duration',
    'refuses a negative duration',
    (value) => value >= 0,
    'PARAM-DURATION-NEGATIVE',
  ],
  ['size-at-most-100', 'size', 'refuses a size above 100', (value) => value <= 100, 'PARAM-SIZE-MAXIMUM'],
  ['size-at-least-2', 'size', 'refuses a size below 2', (value) => value >= 2, 'PARAM-SIZE-ZERO'],
  ['size-positive', 'size', 'refuses a size below 1', (value) => value >= 1, 'PARAM-SIZE-ZERO'],
  ['size-not-negative', 'size', 'refuses a negative size', (value) => value >= 0, 'PARAM-SIZE-NEGATIVE'],
  [
    'delay-close-not-negative',
    'delayClose',
    'refuses a negative delayClose',
    (value) => value >= 0,
    'PARAM-DELAYCLOSE-NEGATIVE',
  ],
]

const TIMESTAMPS: readonly (readonly [id: string, does: string, takes: (second: number) => boolean])[] = [
  ['timestamp-after-2020', 'refuses timestamps before 2020', (second) => second >= 1577836800],
  ['timestamp-32-bits', 'refuses timestamps beyond 31 bits', (second) => second < 2 ** 31],
  [
    'timestamp-ten-digits',
    'refuses timestamps that have not ten digits',
    (second) => String(second).length === 10,
  ],
]

const always =
  (value: Json, name = 'privileges'): Alteration =>
  (sdk) => ({
    prepare: (joinParams, now) => ({ [name]: value, ...sdk.prepare(joinParams, now) }),
  })

/** A field of twelve digits. */
const padded = (timestamp: number): string => String(timestamp).padStart(12, '0')

const UNASKED = {
  section: '2.1',
  open: 'Meaning and allowed values of privileges are not shown, and it has no default.',
  decides: ['PARAM-PRIVILEGES-UNASKED', 'PARAM-PRIVILEGES-MEANING'],
} as const

const withFraction = ([name, value]: readonly [string, unknown]): string =>
  `${JSON.stringify(name)}:${JSON.stringify(value)}${Number.isSafeInteger(value) ? '.0' : ''}`

export const VALUE_VARIANTS: readonly TokenVariant[] = [
  ...NUMBERS.map(([id, name, does, takes, decides]): TokenVariant => ({
    id,
    section: '2.1',
    open: `No bound of ${name} is shown there.`,
    does: `It ${does}.`,
    decides: [decides],
    refuses: (question) => {
      const value = asked(question)[name]
      return typeof value === 'number' && !takes(value) ? 'out-of-range' : undefined
    },
  })),
  ...TIMESTAMPS.map(([id, does, takes]): TokenVariant => ({
    id,
    section: '4.5',
    open: 'The timestamp is the present second; what becomes of one that is far from now is not shown.',
    does: `It ${does}.`,
    decides: ['TOKEN-TIMESTAMP-RANGE'],
    refuses: ({ method, params }) => {
      if (method === 'token.params') return undefined
      if (method === 'token.verify') {
        const part = params.token.split('.')[2] ?? ''
        return /^[1-9][0-9]*$/.test(part) && !takes(Number(part)) ? 'malformed' : undefined
      }
      return params.timestamp === undefined || takes(params.timestamp) ? undefined : 'out-of-range'
    },
  })),
  ...[0, 1, 7, -1].map((value): TokenVariant => ({
    ...UNASKED,
    id: `privileges-always-${value}`,
    does: `privileges ${value} stands in every token that asks for none.`,
    alteration: always(value),
  })),
  ...tokenWays({
    'timestamp-leading-zeros': {
      section: '4.5',
      open: 'Whether the timestamp may have leading zeros is not shown.',
      does: 'Whole tokens have a timestamp of twelve digits.',
      decides: ['TOKEN-TIMESTAMP-LEADING-ZEROS'],
      alteration: () => ({ timestampText: padded }),
      describes: { methods: ['token.params', 'token.issue', 'token.verify'] },
    },
    'params-integers-with-fraction': {
      section: '2.1',
      open: 'How an integer is written in JSON is not said: 60.0 has the value of 60.',
      does: 'Integers are written with .0.',
      departs: ['TOKEN-PARAMS-INTEGER-TEXT'],
      alteration: () => ({
        serialise: (value) => `{${Object.entries(value).map(withFraction).join(',')}}`,
      }),
    },
  }),
  ...tokenWaysWith({
    section: '2.1',
    open: 'What null means for an optional join parameter is not mentioned.',
  })({
    'null-as-left-out': {
      does: 'An optional member that is null is taken as left out.',
      decides: ['PARAM-NULL-OPTIONAL'],
      alteration: (sdk) => ({
        check: (value) => sdk.check(isObject(value) ? withoutNulls(value) : value),
        prepare: (value, now) => sdk.prepare(withoutNulls(value), now),
      }),
    },
    'null-passed-on': {
      does: 'An optional member that is null is written as null.',
      decides: ['PARAM-NULL-OPTIONAL'],
      alteration: (sdk) => ({ check: (value) => sdk.check(isObject(value) ? withoutNulls(value) : value) }),
    },
  }),
]
