import { errorOf } from '../../interface/errors.ts'
import type { AllowedAnswer, Family, JsonObject } from '../../model/index.ts'
import { bodyAuthToken } from '../body/auth-token.ts'
import { ID_TEXTS, openRow } from '../rows/row.ts'
import {
  bodyOf,
  CHANNEL,
  endpointFamily,
  NO_JSON,
  recommendedAs,
  refusedBodies,
  ok,
  status,
  TOKEN_CALL,
  type EndpointRow,
  type RefusedBody,
} from '../rows/endpoint.ts'

const INVALID: readonly AllowedAnswer[] = [errorOf('Invalid.Parameter.Value')]
/** Issued unchanged, or refused: the text does not show which ids, privileges and least values are right. */
const ISSUED_OR_INVALID: readonly AllowedAnswer[] = [...ok, { ...INVALID[0]!, open: true }]
/** Any refusal: the text does not show which (ERROR-TOKEN-MALFORMED-BODY). */
const ANY_ERROR = status('4xx')
const USER = { userId: 'channelproof' }

/** Members of the request that must stand in the token, by name of the row. */
const ASKED: Readonly<Record<string, JsonObject>> = {
  minimal: {},
  // Allowed values of privileges are not shown.
  'every-member-but-privileges': { channelDuration: 90, duration: 3600, size: 12, delayClose: 60 },
  'every-default': { channelDuration: 0, duration: 86400, size: 100, delayClose: 0 },
  'duration-86400': { duration: 86400 },
  'delay-close-86400': { delayClose: 86400 },
}
/** The text gives no least value for these. */
const EITHER: Readonly<Record<string, JsonObject>> = {
  'channel-duration': { channelDuration: 1 },
  'duration-1': { duration: 1 },
  'size-1': { size: 1 },
  privileges: { privileges: 1 },
}

const asked = (members: JsonObject) => ({
  operation: 'auth.token' as const,
  body: bodyOf({ ...USER, ...members }),
  answers: ok,
  joinParams: { channelId: CHANNEL, ...USER, ...members },
})

const issued = (name: string, members: JsonObject, title: string): EndpointRow => ({
  ...asked(members),
  name: `issues-${name}`,
  title,
  requirements: [
    'TOKEN-RESPONSE-STATUS',
    'TOKEN-RESPONSE-TOKEN',
    'TOKEN-RESPONSE-TOKEN-FORM',
    'TOKEN-RESPONSE-TOKEN-VALUES',
    'API-RESPONSE-BODY-JSON',
  ],
})

const rows: readonly EndpointRow[] = Object.entries(ASKED).map(([name, members]) =>
  issued(name, members, `Issues a token with the requested values: ${name.replaceAll('-', ' ')}`),
)

const either: readonly EndpointRow[] = [
  ...ID_TEXTS.filter(({ name }) => /everything|digits-beyond-d|upper/.test(name)).map(({ name, text }) => {
    const what = `the userId unchanged, or refuses it: ${name.replaceAll('-', ' ')}`
    return issued(`user-${name}`, { userId: text }, `Issues a token that carries ${what}`)
  }),
  ...Object.entries(EITHER).map(([name, members]) =>
    issued(name, members, `Issues a token that carries ${JSON.stringify(members)} unchanged, or refuses it`),
  ),
].map((row) => ({ ...row, answers: ISSUED_OR_INVALID }))

const BODIES = refusedBodies('auth.token', bodyAuthToken())
const NO_OBJECTS = [...BODIES.filter(({ requirement }) => requirement === 'TOKEN-REQUEST-BODY'), NO_JSON]

const refusal = (
  { name, body, title }: RefusedBody,
  how: string,
  answers: EndpointRow['answers'],
  requirements: EndpointRow['requirements'],
): EndpointRow => ({
  name: `refuses-${name}`,
  title: `${title}, with ${how}`,
  requirements,
  operation: 'auth.token',
  body,
  answers,
})

const refused: readonly EndpointRow[] = [
  ...BODIES.filter((row) => !NO_OBJECTS.includes(row)).map((row) =>
    refusal(row, '403 Invalid.Parameter.Value', INVALID, ['ERROR-PARAMETER-VALUE', row.requirement]),
  ),
  ...NO_OBJECTS.map((row) => refusal(row, 'any error', ANY_ERROR, [row.requirement])),
]

const open = (name: string, requirement: string, body: string): EndpointRow => ({
  ...openRow(name, requirement),
  operation: 'auth.token',
  body,
  answers: INVALID,
})

/** `POST /auth/token` (sections 4.1 and 7.1). */
export const endpointToken = (): Family =>
  endpointFamily(
    'endpoint/token',
    'Tokens that an endpoint issues, and what it refuses (sections 4.1 and 7.1)',
    [
      ...rows,
      ...either,
      ...refused,
      recommendedAs(
        { operation: 'auth.token', body: bodyOf({}), answers: INVALID, absent: ['token'] },
        'error-without-token',
        'Issues no token when it refuses a parameter',
        'ERROR-TOKEN-NO-TOKEN',
      ),
      recommendedAs(
        { ...asked({}), noDuplicates: true },
        'response-without-duplicates',
        'Answers with a body without repeated members',
        'API-RESPONSE-BODY-DUPLICATE-KEYS',
      ),
      recommendedAs(
        asked({ duration: 3600 }),
        'response-with-integers',
        'Issues a token with integers without fraction and exponent',
        'TOKEN-PARAMS-INTEGER-TEXT',
      ),
      open('unlisted-member', 'API-UNLISTED-MEMBER-ANSWER', bodyOf({ ...USER, role: 'admin' })),
      open('no-json', 'ERROR-TOKEN-MALFORMED-BODY', NO_JSON.body),
      open('array', 'ERROR-TOKEN-MALFORMED-BODY', '[]'),
      open('shape-of-an-error', 'ERROR-BODY-SHAPE', bodyOf({})),
      { ...openRow('other-members-of-the-response', 'TOKEN-RESPONSE-OTHER-MEMBERS'), ...TOKEN_CALL },
    ],
  )
