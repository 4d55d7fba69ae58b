/** Generated requests for tokens: every subset of the join parameters, in sequence for one channel. */
import { array, constantFrom, integer, oneof, record, stringMatching, type Arbitrary } from 'fast-check'
import { INTEGER_JOIN_PARAMS, type JoinParam } from '../../interface/joinParams.ts'
import type { EndpointRequest, JsonObject, Vector } from '../../model/index.ts'
import { ODD_MEMBERS, PLAIN_MEMBERS } from '../joinParams.ts'
import { anyId, plainId } from '../texts.ts'
import { style, spacedJson, type Spacing } from '../tokens.ts'
import { CHANNEL, exchangeVectors, ISSUED_OR_INVALID, ok, turned, type RequestParts } from './exchange.ts'
import type { Questions } from '../generated.ts'

const RULES = [
  'TOKEN-RESPONSE-TOKEN-VALUES',
  'TOKEN-RESPONSE-STATUS',
  'TOKEN-RESPONSE-TOKEN',
  'TOKEN-RESPONSE-TOKEN-FORM',
] as const

/** How a body is written: the style of its JSON, and which member comes first. */
export interface Writing {
  readonly style: Spacing
  readonly turn: number
}
export const writing: Arbitrary<Writing> = record({ style, turn: integer({ min: 0, max: 5 }) })
export const writtenBody = (value: JsonObject, { style: how, turn }: Writing): string =>
  spacedJson(turned(value, turn), how)

export const tokenRequest = (value: JsonObject, how: Writing) =>
  ({ operation: 'auth.token', body: writtenBody(value, how) }) as const

const subsetOf = (members: typeof PLAIN_MEMBERS): Arbitrary<JsonObject> =>
  record(members, { requiredKeys: [], noNullPrototype: true }).map((drawn) => drawn as JsonObject)

/** Any of the optional members. */
export const plainMembers: Arbitrary<JsonObject> = subsetOf(PLAIN_MEMBERS)
/** At least one of them. */
export const someMembers: Arbitrary<JsonObject> = record({
  first: record(PLAIN_MEMBERS, { noNullPrototype: true }),
  names: array(constantFrom(...Object.keys(PLAIN_MEMBERS)), { minLength: 1, maxLength: 4 }),
}).map(({ first, names }) => Object.fromEntries(names.map((name) => [name, first[name]!])))

/** Texts that no reading of "not shown" can refuse, up to the longest. */
const plainUser: Arbitrary<string> = oneof(plainId, stringMatching(/^[a-z][a-z0-9]{20,31}$/, { size: 'max' }))

/** Behind the channel of the run: its naming rules are not shown, and a service that takes it alters nothing. */
const ENDINGS = constantFrom('', 'Ab', 'Z', '-Q7', 'aZ', 'B')

const asked = ({ userId, members, ending = '' }: Drawn): JsonObject => ({
  channelId: `${CHANNEL}${ending}`,
  userId,
  ...members,
})

interface Drawn {
  readonly userId: string
  readonly members: JsonObject
  readonly writing: Writing
  readonly ending?: string
}

const request = (drawn: Drawn): EndpointRequest => tokenRequest(asked(drawn), drawn.writing)

const issues = (drawn: Drawn, what: string, rest: Partial<RequestParts> = {}): readonly Vector[] =>
  exchangeVectors('token', `Issues a token ${what}`, RULES, {
    ...request(drawn),
    answers: ok,
    joinParams: asked(drawn),
    ...rest,
  })

/** A request with plain values must get a token with the requested values. */
export const plainValues: Questions = record({
  // Optional members first: shrinking removes them before anything else.
  members: plainMembers,
  userId: plainUser,
  writing,
}).map((drawn) => issues(drawn, 'that holds generated join parameters'))

const oddVectors = (drawn: Drawn): readonly Vector[] =>
  issues(drawn, 'for generated join parameters, or refuses them', { answers: ISSUED_OR_INVALID })

/** Ids and values that a service may refuse; if it accepts them, it alters nothing. */
export const oddToken: Questions = record({
  plain: plainMembers,
  odd: subsetOf(ODD_MEMBERS),
  userId: oneof(plainUser, anyId),
  ending: ENDINGS,
  writing,
}).map(({ plain, odd, ...drawn }) => oddVectors({ ...drawn, members: { ...plain, ...odd } }))

/** One letter more than columns and buffers usually hold. */
const LENGTHS = [33, 65, 129, 256]
export const LONG_USERS = LENGTHS.length
/** Ids that are too long for some code: refused or whole, one question for each length. */
export const longUsers: Questions = record({
  letter: constantFrom('a', 'e', 'q', 'z'),
  writing,
}).map(({ letter, ...drawn }) =>
  LENGTHS.flatMap((length) => oddVectors({ ...drawn, userId: `${letter.repeat(length - 1)}x`, members: {} })),
)

/** Where code has its ends: zero and one, beyond 31 and 32 bits, and the last integer that every double holds. */
const ENDS = [0, 1, 2 ** 31, 2 ** 32 + 1, 2 ** 53 - 1]

const endsOf = ({ plain: [from, to] = [1, 0], minimum = 0, maximum = Infinity }: JoinParam): number[] =>
  ENDS.filter((value) => value >= minimum && value <= maximum && !(value >= from && value <= to))

/** Each integer of section 2.1 at all ends that no reading of the text decides: one question each. */
export const endsOfMembers = INTEGER_JOIN_PARAMS.filter((row) => endsOf(row).length > 0).map((row) => ({
  count: endsOf(row).length,
  drawn: record({ userId: plainUser, writing }).map((drawn): readonly Vector[] =>
    endsOf(row).flatMap((value) => oddVectors({ ...drawn, members: { [row.name]: value } })),
  ),
}))

/** The same number in another form (RFC 8259 section 6): refused, or the same in the token. */
const SIXTY = constantFrom('6e1', '6E1', '600e-1', '0.6e+2')
/** Each integer of section 2.1 once in every run. */
export const exponents: readonly Questions[] = INTEGER_JOIN_PARAMS.map(({ name }) =>
  record({ userId: plainId, text: SIXTY, writing }).map(({ text, ...rest }) => {
    const drawn = { ...rest, members: { [name]: 60 } }
    const body = request(drawn).body.replace(/\b60\b/, text)
    return issues(drawn, 'for a number in another form, or refuses it', { body, answers: ISSUED_OR_INVALID })
  }),
)

/** Another channel and another user, whose ids one after the other are the same text. */
export const gluedToken: Questions = record({ userId: plainUser, writing }).map(({ userId, ...drawn }) =>
  issues({ ...drawn, userId: `x${userId}`, members: {} }, 'that holds nothing of the one before it', {
    before: [request({ ...drawn, userId, members: {}, ending: 'x' })],
  }),
)

/** Another user with the same Tracking-Id, which only names a request (section 4). */
export const tracedToken: Questions = record({
  userId: plainUser,
  trackingId: stringMatching(/^[0-9a-f]{32}$/),
  writing,
}).map(({ userId, trackingId, ...drawn }) => {
  const headers = { 'Tracking-Id': trackingId }
  const other = { ...drawn, userId: `x${userId}`, members: {} }
  return issues(other, 'for this request, and not for one with its Tracking-Id', {
    headers,
    before: [{ ...request({ ...drawn, userId, members: {} }), headers }],
    // A service may want each Tracking-Id once: what it answers otherwise is not shown.
    answers: OK_OR_REFUSED,
  })
})

/** What the text leaves open: another answer than 200 is a refusal. */
const OK_OR_REFUSED: RequestParts['answers'] = [...ok, { status: '4xx', open: true }]

/** Letters of two, three and four bytes in UTF-8, as many as a piece of a body may end within. */
const wideUser: Arbitrary<string> = array(constantFrom('ë', 'ß', 'я', '中', '€', '𝄞'), {
  minLength: 3,
  maxLength: 12,
}).map((letters) => letters.join(''))

/** What a body says does not depend on how it arrives (RFC 9112 section 6), nor UTF-8 on the case of its name. */
const ARRIVALS: readonly Partial<RequestParts>[] = [
  { isCut: true, answers: ISSUED_OR_INVALID },
  // A media type with a parameter may be refused with another code (HEADER-CONTENT-TYPE-PARAMETER).
  { headers: { 'Content-Type': 'application/json; charset=UTF-8' }, answers: OK_OR_REFUSED },
]
export const wideTokens: readonly Questions[] = ARRIVALS.map((arrival) =>
  record({ userId: wideUser, members: constantFrom({}), writing }).map((drawn) =>
    issues(drawn, 'that holds wide letters, however they arrive, or refuses them', arrival),
  ),
)

const sequenceOf = (
  first: Arbitrary<JsonObject>,
  last: Arbitrary<JsonObject>,
  isOtherUser: Arbitrary<boolean>,
): Questions =>
  record({
    drawn: record({ first, last, isOtherUser }),
    others: array(record({ userId: plainUser, members: plainMembers, writing }), { maxLength: 2 }),
    userId: plainUser,
    otherUser: plainUser,
    writing,
  }).map(({ drawn: { first, last, isOtherUser }, others, userId, otherUser, writing: how }) => {
    const wanted = { userId: isOtherUser ? otherUser : userId, members: last, writing: how }
    return issues(wanted, 'that holds nothing of those before it', {
      before: [request({ userId, members: first, writing: how }), ...others.map(request)],
    })
  })

const NOTHING = constantFrom<JsonObject>({})

/** Mostly of the same user: a member first present and then absent, or with another value. */
export const tokenSequence = sequenceOf(
  someMembers,
  oneof(plainMembers, NOTHING),
  integer({ min: 0, max: 3 }).map((turn) => turn === 3),
)

export const allMembers: Arbitrary<JsonObject> = record(PLAIN_MEMBERS, { noNullPrototype: true })
/** In every run: all members, and then none. */
export const tokenWithout = sequenceOf(allMembers, NOTHING, constantFrom(false))
/** In every run: another user, and all members with other values. */
export const tokenOfAnother = sequenceOf(allMembers, allMembers, constantFrom(true))
