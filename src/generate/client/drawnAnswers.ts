/** What the recording service answers: every status of section 7, in every framing of HTTP. */
import {
  array,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  shuffledSubarray,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { ERROR_SHAPES, STREAMING_STATUSES, TOKEN_ERRORS } from '../../interface/errors.ts'
import {
  BODY_ENDS,
  CODINGS,
  ESCAPED_TOKEN_PLACE,
  TOKEN_PLACE,
  type Framing,
  type Json,
  type Operation,
  type ServedAnswer,
} from '../../model/index.ts'

const FEW = { minLength: 1, maxLength: 4 }

/** Plainly in a third of all answers, and else in any framing. */
const framing: Arbitrary<Framing | undefined> = option(
  record(
    {
      ends: constantFrom(...BODY_ENDS),
      chunks: array(oneof(integer({ min: 1, max: 40 }), integer({ min: 1, max: 4000 })), FEW),
      cuts: array(integer({ min: 1, max: 999 }), FEW),
      coding: constantFrom(...CODINGS),
      extras: constant(true as const),
      names: constantFrom('lower' as const, 'upper' as const),
    },
    { requiredKeys: ['ends'], noNullPrototype: true },
  ),
  { nil: undefined, freq: 3 },
)

const framed = (answer: Arbitrary<ServedAnswer>): Arbitrary<ServedAnswer> =>
  record({ answer, how: framing }).map(({ answer: plain, how }) => (how ? { ...plain, framing: how } : plain))

/** White space that JSON allows, up to some kB of it. */
const SPACE = constantFrom('', ' ', '\n', '\r\n\t', '  \n    ')
const PLACE = constantFrom(TOKEN_PLACE, TOKEN_PLACE, ESCAPED_TOKEN_PLACE)
const FILL = constantFrom(0, 0, 0, 1, 900, 5000, 20000)

const success = (operation: Operation): Arbitrary<ServedAnswer> =>
  record({ before: SPACE, within: SPACE, colon: SPACE, after: SPACE, fill: FILL, token: PLACE }).map(
    ({ before, within, colon, after, fill, token }) => {
      const member = operation === 'auth.token' ? `"token"${colon}:${colon}"${token}"` : ''
      return { status: 200, body: `${before}{${within}${member}${' '.repeat(fill)}${within}}${after}` }
    },
  )

/** A right answer with status 200. */
export const anySuccess = (operation: Operation): Arbitrary<ServedAnswer> => framed(success(operation))

/** Members of other services, of which the text shows none: the token is the member of that name. */
const OTHER_MEMBERS: readonly (readonly [string, Json])[] = [
  ['accessToken', '02.other'],
  ['access_token', '02.other'],
  ['refreshToken', '02.other'],
  ['tokenType', 'bearer'],
  ['tokens', ['02.other']],
  ['data', { token: '02.other', status: 500 }],
  ['status', 'ok'],
  ['status', 0],
  ['code', 0],
  ['code', 'OK'],
  ['success', true],
  ['error', null],
  ['message', ''],
  ['expiresIn', 3600],
]

/** The same with one to five of them, before and behind the token. */
export const successAmongOthers = (operation: Operation): Arbitrary<ServedAnswer> =>
  tuple(
    shuffledSubarray([...OTHER_MEMBERS], { minLength: 1, maxLength: 5 }),
    integer({ min: 0, max: 5 }),
  ).map(([others, place]) => {
    const own = operation === 'auth.token' ? [['token', TOKEN_PLACE] as const] : []
    const members = [...others.slice(0, place), ...own, ...others.slice(place)]
    return { status: 200, body: JSON.stringify(Object.fromEntries(members)) }
  })

/** Of streaming calls no code is shown. */
const STREAMING = STREAMING_STATUSES.filter(({ status }) => status !== 200).map(
  ({ status }) => [status, 'Some.Error'] as const,
)
const TOKEN = TOKEN_ERRORS.map(({ status, code }) => [status, code] as const)

type CodedError = readonly [status: number, code: string]

export const anyError = (operation: Operation): Arbitrary<CodedError> =>
  constantFrom(...(operation === 'auth.token' ? TOKEN : STREAMING))

/** An error of the operation, with any body or none. */
export const anyFailure = (operation: Operation): Arbitrary<ServedAnswer> =>
  framed(
    record({
      error: anyError(operation),
      shape: constantFrom(...ERROR_SHAPES, () => ''),
      fill: FILL,
    }).map(({ error: [status, code], shape, fill }) => ({ status, body: shape(code) + ' '.repeat(fill) })),
  )

/** The same error in every shape: in one of them a client finds its code. */
export const failuresInEveryShape = ([status, code]: CodedError): Arbitrary<readonly ServedAnswer[]> =>
  array(framing, { minLength: ERROR_SHAPES.length, maxLength: ERROR_SHAPES.length }).map((ways) =>
    ERROR_SHAPES.map((shape, at) => ({ status, body: shape(code), ...(ways[at] && { framing: ways[at] }) })),
  )
