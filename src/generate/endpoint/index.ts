import type { Need, Operation } from '../../model/index.ts'
import type { Drawing, Source } from '../drawing.ts'
import type { Questions } from '../generated.ts'
import * as auth from './authorization.ts'
import { effects } from './effects.ts'
import * as moves from './moves.ts'
import * as refusals from './refusals.ts'
import * as streams from './streams.ts'
import * as tokens from './tokens.ts'
import { walksBesideOthers, walksInOwn } from './walks.ts'

const { BYTES, SIGNED } = auth

/** How many questions in comparison, what they need, what is drawn, and how many questions that is at a time. */
type Row = readonly [share: number, needs: readonly Need[], drawn: Questions, usual?: number]

const OPEN = ['open-channel'] as const
const USER = ['open-channel', 'channel-user'] as const
const OWN = ['open-channel', 'exclusive-channel'] as const

const STREAMING = ['streaming.start', 'streaming.update', 'streaming.stop'] as const
/** Without an open channel the others would find none. */
const any = (isOpen: boolean): readonly Operation[] => [TOKEN, ...(isOpen ? STREAMING : [])]

/**
 * @param beside how many in a channel of others
 * @param own how many more in one of our own
 */
const walks = (hasUser: boolean, beside: number, own: number): readonly Row[] => [
  [beside, OPEN, walksBesideOthers(hasUser)],
  [own, [...OWN, 'default-stream-limit'], walksInOwn(hasUser)],
]

const TOKEN = 'auth.token'
const each = (needs: readonly Need[], all: readonly Questions[]): Row[] =>
  all.map((drawn) => [1, needs, drawn])

/** Together ENDPOINT_QUESTIONS: of each kind the same number in every run. */
const rows = (isOpen: boolean, hasUser: boolean): readonly Row[] => [
  [5, [], tokens.plainValues],
  [tokens.LONG_USERS, [], tokens.longUsers, tokens.LONG_USERS],
  [3, [], tokens.oddToken],
  ...tokens.endsOfMembers.map(({ count, drawn }): Row => [count, [], drawn, count]),
  [4, [], tokens.tokenSequence],
  ...each([], [tokens.tokenWithout, tokens.tokenOfAnother, tokens.gluedToken, tokens.tracedToken]),
  ...each([], [...tokens.exponents, ...tokens.wideTokens]),
  ...each([], [...refusals.wrongTokens, refusals.otherNameInToken]),
  [1, OPEN, refusals.otherNameInStart(hasUser)],
  [2, [], auth.otherScheme(TOKEN)],
  ...each(
    SIGNED,
    [auth.otherValue, auth.cutValue, auth.otherEnd, auth.cutEnd].map((ask) => ask(TOKEN)),
  ),
  ...each(
    BYTES,
    [auth.otherBit, auth.cutSignature, auth.otherBitUnderSmallLetters].map((ask) => ask(TOKEN)),
  ),
  ...each(SIGNED, [auth.signedEarlier, auth.otherTime]),
  ...STREAMING.flatMap((operation): readonly Row[] => [
    [1, OPEN, auth.otherScheme(operation)],
    [1, [...SIGNED, ...OPEN], auth.otherValue(operation)],
    [1, [...BYTES, ...OPEN], auth.otherBit(operation)],
  ]),
  [1, [...BYTES, ...OPEN], auth.cutSignature(...STREAMING)],
  [1, [...BYTES, ...OPEN], auth.otherBitUnderSmallLetters(...STREAMING)],
  [1, [...SIGNED, ...OPEN], auth.cutValue(...STREAMING)],
  [1, [], auth.noScheme(...any(isOpen))],
  [1, SIGNED, auth.otherCase(...any(isOpen))],
  ...each([], [streams.noChannel, streams.noChannelAgain]),
  ...each([], [...streams.nothingInNoChannel, ...streams.bounds]),
  ...each(
    OPEN,
    [streams.rightStart, streams.startOfAll, streams.startOfOne].map((ask) => ask(hasUser)),
  ),
  [3, OPEN, streams.rightUpdate(hasUser)],
  ...each(OPEN, [streams.rightStop(hasUser), ...refusals.wrongStarts(hasUser)]),
  [1, OPEN, refusals.wrongAgain(hasUser)],
  [1, USER, refusals.singleAgain],
  ...each(OWN, refusals.wrongDelay(hasUser)),
  ...each(OPEN, [...refusals.wrongUpdates(hasUser), ...moves.movesInOpen(hasUser)]),
  ...each(USER, [...moves.presenters, moves.twoOfOneUser]),
  ...effects(hasUser).map(({ count, needs, drawn }): Row => [count, [...OWN, ...needs], drawn, count]),
  ...walks(hasUser, 4, 6),
  [1, [...BYTES, ...OWN], auth.otherBitOfAll],
  // Last: a service that has lost its places refuses what had to come before others, and this alone shows it.
  [1, OPEN, streams.startOfAll(hasUser)],
]

/** Questions to an endpoint that meets these preconditions. */
export const endpointSources = ({ meets = [] }: Drawing): Source[] =>
  sourcesOf(rows(meets.includes('open-channel'), meets.includes('channel-user')), meets)

/** Sequences alone. */
export const walkSources = ({ meets = [] }: Drawing): Source[] =>
  sourcesOf(walks(meets.includes('channel-user'), 1, 2), meets)

const sourcesOf = (all: readonly Row[], meets: readonly Need[]): Source[] =>
  all
    .filter(([, needs]) => needs.every((need) => meets.includes(need)))
    .map(([share, , drawn, usual = 1]) => ({ method: 'endpoint.exchange', share, drawn, usual }))
