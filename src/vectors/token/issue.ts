import { kebabCase } from '../../text.ts'
import type { Family, JsonObject, RequirementId, Vector } from '../../model/index.ts'
import {
  acceptIssue,
  APP,
  DEFAULT_RULES,
  EVERY_DEFAULT,
  EVERY_MEMBER,
  HEX_LIKE_SECRET,
  ID_TEXTS,
  orRefused,
  IDS,
  NOW,
  openRow,
  SECRET,
  vectorOf,
  type Row,
} from '../rows/row.ts'
import { isPlainText } from '../../interface/values.ts'
import type { Issuer } from '../../token/index.ts'
import { KEYED } from './signature.ts'

const FAMILY = 'token/issue'

/** A whole token: the JSON is the SDK's own, so values are compared and the signature is checked over what was sent. */
export const tokenIssue = (): Family => ({
  name: FAMILY,
  title:
    'Whole tokens, compared by meaning: key order, spacing and escapes of the JSON are free (section 4.5)',
  vectors: [...ROWS, ...keyed()].map(toVector),
})

interface IssueRow extends Row, Partial<Issuer> {
  readonly joinParams?: JsonObject
  /** The rule that leaves the refusal open. */
  readonly open?: RequirementId
}

const VALUES = ['TOKEN-PARAMS-VALUES'] as const

/** `PARAM-` and the name, as vectors/requirements.yaml spells them. */
const param = (name: string, rule: string): string => `PARAM-${name.toUpperCase()}-${rule}`

const TEXT_RULES = [
  ['userId', 'PARAM-USERID-FORMAT'],
  ['channelId', 'PARAM-CHANNELID-NAMING'],
] as const

/**
 * Integers of section 2.1: values that the text allows, values that may be refused, and values that it leaves open, with
 * the end of the rule that does so.
 */
const INTEGERS: readonly {
  name: string
  allowed: readonly number[]
  refusable?: readonly number[]
  open?: readonly number[]
  rule?: string
}[] = [
  { name: 'privileges', allowed: [], refusable: [0, 1], open: [2147483647], rule: 'VALUES' },
  { name: 'channelDuration', allowed: [0, 1], refusable: [1440], open: [2147483647], rule: 'MAXIMUM' },
  { name: 'duration', allowed: [1, 86400] },
  { name: 'size', allowed: [2, 100], refusable: [1], open: [2147483647], rule: 'MAXIMUM' },
  { name: 'delayClose', allowed: [0, 1, 86400] },
]

/** Naming rules are not shown, so an SDK may refuse what is not plain. */
const unlessPlain = (text: string, open: RequirementId): Pick<IssueRow, 'open'> =>
  isPlainText(text) ? {} : { open }

const ROWS: readonly IssueRow[] = [
  {
    name: 'minimal',
    title: 'Issues a token for the two required members',
    requirements: [
      'TOKEN-STRING',
      'TOKEN-FIVE-PARTS',
      'TOKEN-PART-ORDER',
      'TOKEN-SEPARATOR',
      'TOKEN-VERSION',
      'TOKEN-PARAMS-JSON',
      'TOKEN-PARAMS-NOTHING-ADDED',
      'TOKEN-SIGNATURE-PARAMS-AS-SENT',
      'PARAM-OPTIONAL-FIELDS',
      'PARAM-CHANNELID-REQUIRED',
      'PARAM-USERID-REQUIRED',
      ...VALUES,
    ],
  },
  {
    name: 'every-member',
    title: 'Issues a token for every member with shown values',
    requirements: ['PARAM-FIELD-NAMES', 'PARAM-DURATION-SECONDS', 'TOKEN-PARAMS-INTEGER-TEXT', ...VALUES],
    joinParams: EVERY_MEMBER,
  },
  ...INTEGERS.flatMap(integerRows),
  {
    name: 'every-default-asked',
    title: 'Optional members requested at their defaults may be present or absent',
    requirements: DEFAULT_RULES,
    joinParams: EVERY_DEFAULT,
  },
  ...ID_TEXTS.flatMap(({ name, text }) =>
    TEXT_RULES.map(([member, rule]) => ({
      name: `${kebabCase(member)}-${name}`,
      title: `Carries the ${member} unchanged: ${name.replaceAll('-', ' ')}`,
      requirements: [param(member, 'STRING'), 'TOKEN-PARAMS-UTF8', ...VALUES] as const,
      joinParams: { ...IDS, [member]: text },
      ...unlessPlain(text, rule),
    })),
  ),
  ...Object.entries({ 1: 1, now: NOW, '31-bits': 2 ** 31 - 1, '32-bits': 2 ** 31, '33-bits': 2 ** 32 }).map(
    ([name, timestamp]) => ({
      name: `timestamp-${name}`,
      title: `Writes the timestamp ${timestamp} as whole seconds in decimal digits`,
      requirements: ['TOKEN-TIMESTAMP-UTC', 'TOKEN-TIMESTAMP-SECONDS', 'TOKEN-TIMESTAMP-DECIMAL'] as const,
      ...(timestamp !== NOW && { open: 'TOKEN-TIMESTAMP-RANGE' }),
      timestamp,
    }),
  ),
  ...Object.entries({ 'upper-case': 'MyApp', 'ending-in-digits': 'app2023', 'not-ascii': 'приложение' }).map(
    ([name, appId]) => ({
      name: `app-${name}`,
      title: `Writes the appId ${appId} unchanged`,
      requirements: ['TOKEN-APPID'] as const,
      ...unlessPlain(appId, 'TOKEN-APPID-NAMING'),
      appId,
    }),
  ),
  {
    name: 'secret-like-hex-and-base64',
    title: 'Uses a secret as plain text, even if it could be hex or base64',
    requirements: ['TOKEN-SIGNATURE-KEY-SECRET'],
    appSecret: HEX_LIKE_SECRET,
  },
  {
    name: 'secret-stays-out-of-the-token',
    title: 'Puts the secret neither into the token nor into its params, in plain, hex or base64',
    requirements: ['TOKEN-SECRET-NOT-IN-TOKEN'],
  },
  {
    name: 'size-0',
    title: 'Carries size 0 or refuses it, but never leaves it out: the default is 100',
    requirements: ['PARAM-SIZE-ZERO', ...VALUES],
    joinParams: { ...IDS, size: 0 },
    open: 'PARAM-SIZE-ZERO',
  },
  ...TEXT_RULES.map(([member, rule]) => ({
    name: `${kebabCase(member)}-nul`,
    title: `Carries a NUL in the ${member} or refuses it, but never cuts there`,
    requirements: [rule, ...VALUES] as const,
    joinParams: { ...IDS, [member]: 'before\u0000after' },
    open: rule,
  })),
  // Another user: an SDK may keep the token of the same question (section 2.1).
  open('privileges-unasked', 'PARAM-PRIVILEGES-UNASKED', { userId: 'u2' }),
  open('user-id-empty', 'PARAM-USERID-EMPTY', { userId: '' }),
  open('channel-id-empty', 'PARAM-CHANNELID-EMPTY', { channelId: '' }),
  open('duration-0', 'PARAM-DURATION-ZERO', { duration: 0 }),
  open('privileges-negative', 'PARAM-PRIVILEGES-VALUES', { privileges: -1 }),
  ...['channelDuration', 'duration', 'size', 'delayClose'].map((name) =>
    open(`${kebabCase(name)}-negative`, param(name, 'NEGATIVE'), { [name]: -1 }),
  ),
  ...INTEGERS.flatMap(({ name, open: values = [], rule = '' }) =>
    values.map((value) => open(`${kebabCase(name)}-${value}`, param(name, rule), { [name]: value })),
  ),
  { ...open('app-id-empty', 'TOKEN-APPID-EMPTY', {}), appId: '' },
]

/**
 * The secrets and appIds of token/signature, for an SDK that offers whole tokens alone. A dot in an appId would make six
 * parts of a token (TOKEN-APPID-DOT).
 */
const keyed = (): IssueRow[] =>
  KEYED.filter(({ name, appId = '' }) => !appId.includes('.') && !ROWS.some((row) => row.name === name)).map(
    ({ title, ...row }) => ({ ...row, title: `Issues a token: ${title[0]!.toLowerCase()}${title.slice(1)}` }),
  )

function open(name: string, requirement: string, change: JsonObject): IssueRow {
  return { ...openRow(name, requirement), joinParams: { ...IDS, ...change }, open: requirement }
}

function integerRows({ name, allowed, refusable = [], rule = '' }: (typeof INTEGERS)[number]): IssueRow[] {
  const row = (value: number): IssueRow => ({
    name: `${kebabCase(name)}-${value}`,
    title: `Carries ${name} ${value} as an integer`,
    requirements: [param(name, 'INTEGER'), ...(value === 86400 ? [param(name, 'MAXIMUM')] : []), ...VALUES],
    joinParams: { ...IDS, [name]: value },
  })
  return [...allowed.map(row), ...refusable.map((value) => ({ ...row(value), open: param(name, rule) }))]
}

function toVector(row: IssueRow): Vector {
  const { joinParams = IDS, appId = APP, appSecret = SECRET, timestamp = NOW } = row
  const params = { appId, appSecret, joinParams, timestamp }
  return vectorOf(FAMILY, row, {
    ...(row.timestamp !== undefined && { needs: ['injected-clock'] }),
    question: { method: 'token.issue', params },
    expect: orRefused(acceptIssue(params, joinParams), row.open),
  })
}
