import type { Arbitrary } from 'fast-check'
import type { Need, Operation, Vector } from '../../model/index.ts'
import type { Drawing, Source } from '../drawing.ts'
import {
  BYTES,
  cutEnd,
  cutSignature,
  cutValue,
  noScheme,
  otherBit,
  otherBitOfAll,
  otherBitUnderSmallLetters,
  otherCase,
  otherEnd,
  otherScheme,
  otherTime,
  otherValue,
  SIGNED,
  signedEarlier,
} from './authorization.ts'
import { noChannel, rightStart, rightStop, rightUpdate, startOfAll, startOfOne } from './streams.ts'
import { bounds, noChannelAgain } from './bounds.ts'
import { effects } from './effects.ts'
import { movesInOpen, movesOfAlike, presenters, twoOfOneUser } from './moves.ts'
import { otherNameInStart, otherNameInToken } from './otherNames.ts'
import {
  endsOfMembers,
  gluedToken,
  LONG_USERS,
  longUsers,
  oddToken,
  plainToken,
  tokenOfAnother,
  tokenSequence,
  tokenWithout,
  tracedToken,
  wideTokens,
} from './tokens.ts'
import { singleAgain, wrongAgain, wrongDelay, wrongStarts, wrongUpdates } from './wrongStreams.ts'
import { walksBesideOthers, walksInOwn } from './walks.ts'
import { wrongTokens } from './wrongTokens.ts'

/** How many questions in comparison, what they need, what is drawn, and how many questions that is at a time. */
type Row = readonly [
  share: number,
  needs: readonly Need[],
  drawn: Arbitrary<readonly Vector[]>,
  usual?: number,
]

const OPEN = ['open-channel'] as const
const USER = ['open-channel', 'channel-user'] as const
const OWN = ['open-channel', 'exclusive-channel'] as const

const STREAMING = ['streaming.start', 'streaming.update', 'streaming.stop'] as const
/** Without an open channel the others would find none. */
const any = (isOpen: boolean): readonly Operation[] => ['auth.token', ...(isOpen ? STREAMING : [])]

/**
 * @param beside how many in a channel of others
 * @param own how many more in one of our own
 */
const walks = (hasUser: boolean, beside: number, own: number): readonly Row[] => [
  [beside, OPEN, walksBesideOthers(hasUser)],
  [own, [...OWN, 'default-stream-limit'], walksInOwn(hasUser)],
]

/** Together ENDPOINT_QUESTIONS: of each kind the same number in every run. */
const rows = (isOpen: boolean, hasUser: boolean): readonly Row[] => [
  [5, [], plainToken],
  [LONG_USERS, [], longUsers, LONG_USERS],
  [3, [], oddToken],
  ...endsOfMembers.map(({ count, drawn }): Row => [count, [], drawn, count]),
  [4, [], tokenSequence],
  [1, [], tokenWithout],
  [1, [], tokenOfAnother],
  [1, [], gluedToken],
  [1, [], tracedToken],
  ...wideTokens.map((drawn): Row => [1, [], drawn]),
  ...wrongTokens.map((drawn): Row => [1, [], drawn]),
  [1, [], otherNameInToken],
  [1, OPEN, otherNameInStart(hasUser)],
  [2, [], otherScheme('auth.token')],
  [1, SIGNED, otherValue('auth.token')],
  [1, SIGNED, cutValue('auth.token')],
  [1, SIGNED, otherEnd('auth.token')],
  [1, SIGNED, cutEnd('auth.token')],
  [1, BYTES, otherBit('auth.token')],
  [1, BYTES, cutSignature('auth.token')],
  [1, BYTES, otherBitUnderSmallLetters('auth.token')],
  [1, SIGNED, signedEarlier],
  [1, SIGNED, otherTime],
  ...STREAMING.flatMap((operation): readonly Row[] => [
    [1, OPEN, otherScheme(operation)],
    [1, [...SIGNED, ...OPEN], otherValue(operation)],
    [1, [...BYTES, ...OPEN], otherBit(operation)],
  ]),
  [1, [...BYTES, ...OPEN], cutSignature(...STREAMING)],
  [1, [...BYTES, ...OPEN], otherBitUnderSmallLetters(...STREAMING)],
  [1, [...SIGNED, ...OPEN], cutValue(...STREAMING)],
  [1, [], noScheme(...any(isOpen))],
  [1, SIGNED, otherCase(...any(isOpen))],
  [1, [], noChannel],
  [1, [], noChannelAgain],
  ...bounds.map((drawn): Row => [1, [], drawn]),
  [1, OPEN, rightStart(hasUser)],
  [1, OPEN, startOfAll(hasUser)],
  [1, OPEN, startOfOne(hasUser)],
  [3, OPEN, rightUpdate(hasUser)],
  [1, OPEN, rightStop(hasUser)],
  ...wrongStarts(hasUser).map((drawn): Row => [1, OPEN, drawn]),
  [1, OPEN, wrongAgain(hasUser)],
  [1, USER, singleAgain],
  [1, OWN, wrongDelay(hasUser)],
  ...wrongUpdates(hasUser).map((drawn): Row => [1, OPEN, drawn]),
  ...[...movesInOpen(hasUser), ...movesOfAlike(hasUser)].map((drawn): Row => [1, OPEN, drawn]),
  ...[...presenters, twoOfOneUser].map((drawn): Row => [1, USER, drawn]),
  ...effects(hasUser).map(({ count, needs, drawn }): Row => [count, [...OWN, ...needs], drawn, count]),
  ...walks(hasUser, 4, 6),
  [1, [...BYTES, ...OWN], otherBitOfAll],
  // Last: a service that has lost its places refuses what had to come before others, and this alone shows it.
  [1, OPEN, startOfAll(hasUser)],
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
