import { kebabCase } from '../../text.ts'
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
  wrongIn,
  wrongTypes,
  wrongValues,
  type BodyRow,
  type Member,
} from '../rows/body.ts'
import { DEFAULT_RULES, EVERY_DEFAULT, EVERY_MEMBER as EVERY, IDS } from '../rows/row.ts'

/** Join parameters as the body of POST /auth/token. */
export const bodyAuthToken = (): Family =>
  bodyFamily('auth-token', 'Bodies of POST /auth/token: join parameters (sections 2.1, 4.1 and 8)', ROWS)

const MEMBERS: readonly Member[] = [
  { name: 'channelId', type: 'string', requirement: 'PARAM-CHANNELID-STRING' },
  { name: 'userId', type: 'string', requirement: 'PARAM-USERID-STRING' },
  { name: 'privileges', type: 'integer', optional: true, right: 1, requirement: 'PARAM-PRIVILEGES-INTEGER' },
  { name: 'channelDuration', type: 'integer', optional: true, requirement: 'PARAM-CHANNELDURATION-INTEGER' },
  { name: 'duration', type: 'integer', optional: true, requirement: 'PARAM-DURATION-INTEGER' },
  { name: 'size', type: 'integer', optional: true, requirement: 'PARAM-SIZE-INTEGER' },
  { name: 'delayClose', type: 'integer', optional: true, requirement: 'PARAM-DELAYCLOSE-INTEGER' },
]
const EVERY_MEMBER = { ...EVERY, channelDuration: 90 }
const MINIMAL = root('minimal', IDS)
const WHOLE = root('every-member', EVERY_MEMBER)

const ALLOWED: readonly (readonly [name: string, requirement: string, values: readonly number[]])[] = [
  ['channelDuration', 'PARAM-CHANNELDURATION-INTEGER', [0]],
  ['duration', 'PARAM-DURATION-MAXIMUM', [3600, 86399, 86400]],
  ['size', 'PARAM-SIZE-INTEGER', [100]],
  // 601: the bound of a stream's delayClose is 600, and has nothing to do with this one.
  ['delayClose', 'PARAM-DELAYCLOSE-MAXIMUM', [0, 1, 601, 86399, 86400]],
]

/** Values inside the bounds of the text, or bounded on one side only: a service may use others. */
const UNBOUNDED: typeof ALLOWED = [
  ['privileges', 'PARAM-PRIVILEGES-VALUES', [0, 1]],
  ['channelDuration', 'PARAM-CHANNELDURATION-MINIMUM', [1]],
  ['channelDuration', 'PARAM-CHANNELDURATION-MAXIMUM', [1440]],
  ['duration', 'PARAM-DURATION-MINIMUM', [1]],
  ['size', 'PARAM-SIZE-MINIMUM', [1]],
]

/** Values about which the text says nothing. 9007199254740993 is 2^53 + 1, which a double cannot hold. */
const OPEN: readonly (readonly [name: string, requirement: string, value: number | string])[] = [
  ['channelId', 'PARAM-CHANNELID-EMPTY', ''],
  ['userId', 'PARAM-USERID-EMPTY', ''],
  ['channelId', 'PARAM-CHANNELID-NAMING', 'before\u0000after'],
  ['userId', 'PARAM-USERID-FORMAT', 'before\u0000after'],
  ['privileges', 'PARAM-PRIVILEGES-VALUES', -1],
  ['privileges', 'PARAM-PRIVILEGES-VALUES', 2147483648],
  ['channelDuration', 'PARAM-CHANNELDURATION-NEGATIVE', -1],
  ['channelDuration', 'PARAM-CHANNELDURATION-MAXIMUM', 2147483648],
  ['duration', 'PARAM-DURATION-ZERO', 0],
  ['duration', 'PARAM-DURATION-NEGATIVE', -1],
  ['size', 'PARAM-SIZE-ZERO', 0],
  ['size', 'PARAM-SIZE-NEGATIVE', -1],
  ['size', 'PARAM-SIZE-MAXIMUM', 2147483648],
  ['delayClose', 'PARAM-DELAYCLOSE-NEGATIVE', -1],
]

const OPEN_NAMES: Readonly<Record<string, string>> = { '': 'empty', 'before\u0000after': 'nul' }

const ROWS: readonly BodyRow[] = [
  {
    name: 'minimal',
    title: 'Accepts only the two required members',
    requirements: [
      'PARAM-OPTIONAL-FIELDS',
      'TOKEN-REQUEST-BODY',
      'PARAM-CHANNELID-REQUIRED',
      'PARAM-USERID-REQUIRED',
    ],
    body: IDS,
  },
  {
    name: 'every-member',
    title: 'Accepts every member with shown values',
    requirements: ['TOKEN-REQUEST-BODY', 'PARAM-FIELD-NAMES'],
    body: EVERY_MEMBER,
  },
  {
    name: 'every-default',
    title: 'Accepts every optional member at its default',
    requirements: DEFAULT_RULES,
    body: EVERY_DEFAULT,
  },
  {
    name: 'other-order-and-white-space',
    title: 'Accepts members in another order, with white space between them',
    requirements: ['TOKEN-REQUEST-BODY'],
    body: IDS,
    text: '\n{ "duration"\t: 3600 ,\r\n  "userId" : "u1", "channelId" : "c1" }\n',
  },
  {
    name: 'escaped-names',
    title: 'Accepts names and texts written with escapes',
    requirements: ['TOKEN-REQUEST-BODY', 'PARAM-FIELD-NAMES'],
    body: IDS,
    text: '{"channel\\u0049d":"\\u00631","user\\u0049d":"\\u00751"}',
  },
  ...ALLOWED.flatMap(([name, requirement, values]) =>
    values.map((value) => ({
      name: `${kebabCase(name)}-${value}`,
      title: `Accepts ${name} ${value}`,
      requirements: [requirement] as const,
      body: { ...IDS, [name]: value },
    })),
  ),
  ...UNBOUNDED.flatMap(([name, requirement, values]) =>
    values.map((value) => opened(`${kebabCase(name)}-${value}`, requirement, { ...IDS, [name]: value })),
  ),
  ...missing(WHOLE, { channelId: 'PARAM-CHANNELID-REQUIRED', userId: 'PARAM-USERID-REQUIRED' }),
  ...wrongTypes(WHOLE, MEMBERS),
  ...wrongValues('object', {}).map((wrong) => noObject(wrong, 'TOKEN-REQUEST-BODY', 'minimal')),
  tooMuch('duration', 86401),
  tooMuch('duration', 2147483648),
  tooMuch('delayClose', 86401),
  tooMuch('delayClose', 2147483648),
  unlisted(MINIMAL, 'fps', 15),
  unlisted(WHOLE, 'timestamp', 1700000000),
  // Names count in their letter case (PARAM-FIELD-NAMES), so this is another member.
  unlisted(MINIMAL, 'Duration', 60),
  // Code that merges objects may take it for the prototype.
  unlisted(MINIMAL, '__proto__', 1),
  twice(MINIMAL, 'userId', '"userId":"u1"', 'user-id-same-value'),
  twice(MINIMAL, 'userId', '"userId":"u2"', 'user-id-other-value'),
  twice(MINIMAL, 'userId', '"user\\u0049d":"u1"', 'user-id-written-with-escapes'),
  twice(WHOLE, 'duration', '"duration":3600'),
  ...idTexts('channelId', ['PARAM-CHANNELID-STRING'], (channelId) => ({ ...IDS, channelId })),
  ...idTexts('userId', ['PARAM-USERID-STRING'], (userId) => ({ ...IDS, userId })),
  ...OPEN.map(([name, requirement, value]) =>
    open(`${kebabCase(name)}-${nameOf(value)}`, requirement, { ...IDS, [name]: value }),
  ),
  ...MEMBERS.filter(({ type }) => type === 'integer').flatMap(({ name }) =>
    asFraction(name, 'PARAM-INTEGER-AS-FRACTION', { ...IDS, [name]: 60 }, 60),
  ),
  openBeyondDoubles('privileges', 'PARAM-PRIVILEGES-VALUES', { ...IDS, privileges: 1 }),
  openBeyondDoubles('channelDuration', 'PARAM-CHANNELDURATION-MAXIMUM', { ...IDS, channelDuration: 1 }),
  openBeyondDoubles('size', 'PARAM-SIZE-MAXIMUM', { ...IDS, size: 1 }),
]

function nameOf(value: number | string): string {
  return OPEN_NAMES[value] ?? String(value).replace('-', 'minus-')
}

function tooMuch(name: 'duration' | 'delayClose', value: number): BodyRow {
  return {
    ...wrongIn(MINIMAL, name, value, `PARAM-${name.toUpperCase()}-MAXIMUM`, 'maximum'),
    title: `Refuses ${name} ${value}: the maximum is 86400`,
    twin: `${kebabCase(name)}-86400`,
  }
}
