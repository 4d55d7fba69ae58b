/** Generated requests whose Authorization is altered in one place (sections 5 and 7). */
import { errorOf } from '../../interface/errors.ts'
import { constantFrom, integer, noBias, record, type Arbitrary } from 'fast-check'
import type { AlteredAuthorization, AllowedAnswer, JsonObject, Operation } from '../../model/index.ts'
import { CHANNEL, exchangeVectors, status } from './exchange.ts'
import { entryOf, PLAIN_PUSH, started } from './pushes.ts'
import type { Questions, Vectors } from '../generated.ts'

const WRONG_VALUE: readonly AllowedAnswer[] = (
  ['Authorization.Signature.Invalid', 'Sign.Error', 'App.Secret.Empty', 'InvalidEntity.NotFound'] as const
).map(errorOf)

/** An altered appId is the id of no app, which has no channel either (ERROR-STREAMING-UNKNOWN-APP). */
const NO_CHANNEL: AllowedAnswer = { status: 404, open: true }

/** What an alteration of the whole value needs: its construction. */
export const SIGNED = ['known-secret', 'stand-in'] as const
/** And one of the signature alone, whoever makes it. */
export const BYTES = ['signature-bytes'] as const

/** A push that runs, so that only the authorisation is wrong (ERROR-PRECEDENCE). */
const PUSH = entryOf(PLAIN_PUSH, 1)
const PLAIN = { style: { colon: ':', comma: ',', outer: '' }, turn: 0 }

type Altered = AlteredAuthorization['altered']

interface Place {
  readonly operation: Operation
  readonly how: AlteredAuthorization['how']
  readonly at: number
  readonly fromEnd?: true
  readonly isSchemeLower?: true
}

const placeIn = (operations: readonly Operation[], ...hows: Place['how'][]): Arbitrary<Place> =>
  record({
    operation: constantFrom(...operations),
    how: constantFrom(...hows),
    at: noBias(integer({ min: 0, max: 9999 })),
  })

const bodyWith = (members: JsonObject): string => JSON.stringify({ channelId: CHANNEL, ...members })

const BODY: Readonly<Record<Operation, string>> = {
  'auth.token': bodyWith({ userId: 'channelproof' }),
  'streaming.start': bodyWith({ streamList: [PUSH] }),
  'streaming.stop': bodyWith({ streamId: '{{stream1}}' }),
  'streaming.update': bodyWith({ streamList: [{ streamId: '{{stream1}}', fps: 15 }] }),
}

const TOKEN_REQUEST = { operation: 'auth.token', body: BODY['auth.token'] } as const

const WRONG_TYPE: AllowedAnswer = errorOf('Authorization.Type.Invalid')

/** A signature without the scheme has no type, or is no value: the text does not show which (sections 5 and 7.1). */
function tokenAnswersTo(altered: Altered, { how, isSchemeLower }: Place): readonly AllowedAnswer[] {
  // That small letters are taken is only recommended (AUTH-HEADER-SCHEME-CASE).
  if (isSchemeLower) return [...WRONG_VALUE, WRONG_TYPE]
  if (altered !== 'scheme') return WRONG_VALUE
  return how === 'left-out' ? [WRONG_TYPE, ...WRONG_VALUE] : [WRONG_TYPE]
}

const TITLES: Readonly<Partial<Record<Place['how'], string>>> = {
  'left-out': 'that is the signature alone, without the scheme',
  'cut-off': 'of which only the beginning is there',
}

function vectorsOf(altered: Altered, place: Place, body = BODY[place.operation]): Vectors {
  const { operation, ...where } = place
  const isToken = operation === 'auth.token'
  const isScheme = altered === 'scheme'
  const streamingAnswers = [...status(401), ...(isScheme ? [] : [NO_CHANNEL])]
  const rule = isScheme ? 'ERROR-AUTHORIZATION-TYPE' : 'ERROR-AUTHORIZATION-SIGNATURE'
  const isLeftOut = where.how === 'left-out'
  return exchangeVectors(
    'authorization',
    `Refuses an Authorization ${TITLES[where.how] ?? `whose ${altered} is altered in one place`}`,
    [isLeftOut ? 'AUTH-HEADER-SCHEME-LEFT-OUT' : isToken ? rule : 'ERROR-STREAMING-AUTHENTICATION'],
    {
      operation,
      body,
      authorization: { altered, ...where },
      ...(isLeftOut && { level: 'recommended' as const }),
      ...(!isToken && { channel: 'open' as const }),
      // What is changed or stopped runs; what must not start has nothing before it.
      ...(!isToken && operation !== 'streaming.start' && { before: [started([PUSH], PLAIN)] }),
      answers: isToken ? tokenAnswersTo(altered, place) : streamingAnswers,
      ...(!isScheme && { needs: altered === 'signature' ? BYTES : SIGNED }),
    },
  )
}

/** Longer ago than clocks may differ (--skew), and still within the time that the embedded service takes. */
const back = integer({ min: 120, max: 240 })

/** A right signature that was made a moment ago: whether it is still taken is not shown, and a token bears the time of now. */
export const signedEarlier: Questions = back.map((at) => {
  const title = 'Issues a token of now for a signature made earlier'
  return exchangeVectors('authorization', title, ['TOKEN-TIMESTAMP-UTC'], {
    ...TOKEN_REQUEST,
    authorization: { altered: 'time', how: 'signed', at },
    needs: SIGNED,
    answers: [{ status: 200 }, { status: '4xx', open: true }],
  })
})
/** The signature of a moment, which was right a moment ago, under another time. */
export const otherTime: Questions = back.map((at) => {
  const title = 'Refuses an Authorization whose signature is of another time'
  return exchangeVectors('authorization', title, ['ERROR-AUTHORIZATION-SIGNATURE'], {
    ...TOKEN_REQUEST,
    before: [TOKEN_REQUEST],
    authorization: { altered: 'time', how: 'unsigned', at },
    needs: SIGNED,
    answers: WRONG_VALUE,
  })
})

const alteredIn =
  (altered: Altered, ...hows: Place['how'][]) =>
  (...operations: readonly Operation[]): Questions =>
    placeIn(operations, ...hows).map((drawn) => vectorsOf(altered, drawn))

/** Another letter in the scheme or one more; not another case, which RFC 9110 section 11.1 lets a reader ignore. */
export const otherScheme = alteredIn('scheme', 'other-letter', 'letter-added')
export const otherValue = alteredIn('value', 'other-letter')
export const cutValue = alteredIn('value', 'cut-off')
/** Enough of the signature, which stands at the end, that a cut takes more than padding. */
const fromEnd = noBias(integer({ min: 4, max: 24 }))
/** The same in the signature itself: a code that compares it in part sees no other place. */
const inSignature =
  (how: Place['how']) =>
  (...operations: readonly Operation[]): Questions =>
    record({ drawn: placeIn(operations, how), at: fromEnd }).map(({ drawn, at }) =>
      vectorsOf('value', { ...drawn, at, fromEnd: true }),
    )
export const otherEnd = inSignature('other-letter')
export const cutEnd = inSignature('cut-off')
export const otherCase = inSignature('other-case')
/** The same of a signature whose construction is not known, only how it writes its bytes. */
export const otherBit = alteredIn('signature', 'other-bit')
export const cutSignature = alteredIn('signature', 'cut-off')
/** Small letters lead to another branch of a code that compares the scheme as it stands. */
export const otherBitUnderSmallLetters = (...operations: readonly Operation[]): Questions =>
  placeIn(operations, 'other-bit').map((drawn) => vectorsOf('signature', { ...drawn, isSchemeLower: true }))
/** Of a stop without streamId, which may take another way through the code; in a channel of others it is never sent. */
export const otherBitOfAll = placeIn(['streaming.stop'], 'other-bit').map((drawn) =>
  vectorsOf('signature', drawn, bodyWith({})),
)
/** A service that cuts the scheme off where it stands takes what has none. */
export const noScheme = alteredIn('scheme', 'left-out')
