import { errorOf } from '../../interface/errors.ts'
import type { AllowedAnswer, Family, JsonObject } from '../../model/index.ts'
import { bodyAuthToken } from '../body/auth-token.ts'
import { ID_TEXTS, openRow } from '../rows/row.ts'
import {
  bodyOf,
  CHANNEL,
  endpointFamily,
  NO_JSON,
  refusedBodies,
  ok,
  RIGHT_BODY,
  status,
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

const issued = (name: string, members: JsonObject, title: string): EndpointRow => ({
  name: `issues-${name}`,
  title,
  requirements: [
    'TOKEN-RESPONSE-STATUS',
    'TOKEN-RESPONSE-TOKEN',
    'TOKEN-RESPONSE-TOKEN-FORM',
    'TOKEN-RESPONSE-TOKEN-VALUES',
    'API-RESPONSE-BODY-JSON',
  ],
  operation: 'auth.token',
  body: bodyOf({ ...USER, ...members }),
  answers: ok,
  joinParams: { channelId: CHANNEL, ...USER, ...members },
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
const isObject = ({ requirement }: { readonly requirement: string }): boolean =>
  requirement !== 'TOKEN-REQUEST-BODY'

const refusal =
  (how: string, answers: EndpointRow['answers'], ...rules: readonly string[]) =>
  ({ name, requirement, body, title }: RefusedBody): EndpointRow => {
    const [first, ...others] = [...rules, requirement]
    return {
      name: `refuses-${name}`,
      title: `${title}, with ${how}`,
      requirements: [first, ...others],
      operation: 'auth.token',
      body,
      answers,
    }
  }

const refused: readonly EndpointRow[] = [
  ...BODIES.filter(isObject).map(refusal('403 Invalid.Parameter.Value', INVALID, 'ERROR-PARAMETER-VALUE')),
  ...[...BODIES.filter((body) => !isObject(body)), NO_JSON].map(refusal('any error', ANY_ERROR)),
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
      {
        name: 'error-without-token',
        title: 'Issues no token when it refuses a parameter',
        level: 'recommended',
        requirements: ['ERROR-TOKEN-NO-TOKEN'],
        operation: 'auth.token',
        body: bodyOf({}),
        answers: INVALID,
        absent: ['token'],
      },
      {
        ...issued('', {}, 'Answers with a body without repeated members'),
        name: 'response-without-duplicates',
        level: 'recommended',
        requirements: ['API-RESPONSE-BODY-DUPLICATE-KEYS'],
        noDuplicates: true,
      },
      {
        ...issued('', { duration: 3600 }, 'Issues a token with integers without fraction and exponent'),
        name: 'response-with-integers',
        level: 'recommended',
        requirements: ['TOKEN-PARAMS-INTEGER-TEXT'],
      },
      open('unlisted-member', 'API-UNLISTED-MEMBER-ANSWER', bodyOf({ ...USER, role: 'admin' })),
      open('no-json', 'ERROR-TOKEN-MALFORMED-BODY', '{"channelId":'),
      open('array', 'ERROR-TOKEN-MALFORMED-BODY', '[]'),
      open('shape-of-an-error', 'ERROR-BODY-SHAPE', bodyOf({})),
      {
        ...open('other-members-of-the-response', 'TOKEN-RESPONSE-OTHER-MEMBERS', RIGHT_BODY['auth.token']),
        answers: ok,
      },
    ],
  )
