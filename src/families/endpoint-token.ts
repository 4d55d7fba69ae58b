import type { AllowedAnswer, Family, JsonObject } from '../model.ts'
import { bodyAuthToken } from './body-auth-token.ts'
import { ID_TEXTS } from './common.ts'
import {
  bodyOf,
  CHANNEL,
  endpointFamily,
  ok,
  refusedBodies,
  RIGHT_BODY,
  type EndpointRow,
} from './endpoint-row.ts'

const INVALID: readonly AllowedAnswer[] = [{ status: 403, code: 'Invalid.Parameter.Value' }]
const USER = { userId: 'channelproof' }

/** Members that are asked for and must stand in the token, by name of the row. */
const ASKED: Readonly<Record<string, JsonObject>> = {
  minimal: {},
  'every-member': { privileges: 1, channelDuration: 90, duration: 3600, size: 12, delayClose: 60 },
  'every-default': { channelDuration: 0, duration: 86400, size: 100, delayClose: 0 },
  'channel-duration': { channelDuration: 1 },
  'duration-1': { duration: 1 },
  'duration-86400': { duration: 86400 },
  'size-1': { size: 1 },
  'delay-close-86400': { delayClose: 86400 },
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
  issued(name, members, `Issues a token that holds what was asked: ${name.replaceAll('-', ' ')}`),
)

const idRows: readonly EndpointRow[] = ID_TEXTS.filter(({ name }) =>
  /everything|digits-beyond-d|upper/.test(name),
).map(({ name, text }) =>
  issued(
    `user-${name}`,
    { userId: text },
    `Issues a token that carries the userId unchanged: ${name.replaceAll('-', ' ')}`,
  ),
)

const refused: readonly EndpointRow[] = refusedBodies('auth.token', bodyAuthToken())
  // That the body is no object or no JSON at all: which error that gives is not shown.
  .filter(({ requirement }) => requirement !== 'TOKEN-REQUEST-BODY' && !requirement.startsWith('API-'))
  .map(({ name, requirement, body, title }) => ({
    name: `refuses-${name}`,
    title: `${title}, with 403 Invalid.Parameter.Value`,
    requirements: ['ERROR-PARAMETER-VALUE', requirement],
    operation: 'auth.token',
    body,
    answers: INVALID,
  }))

const open = (name: string, requirement: string, body: string): EndpointRow => ({
  name: `open-${name}`,
  title: `Open: ${name.replaceAll('-', ' ')} (the text does not say)`,
  level: 'unspecified',
  requirements: [requirement],
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
      ...idRows,
      ...refused,
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
