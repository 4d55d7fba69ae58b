import type { Need, Operation } from '../../model/index.ts'
import type { Drawing, Source } from '../drawing.ts'
import type { Questions } from '../generated.ts'
import * as authorization from './authorization.ts'
import { effects } from './effects.ts'
import * as moves from './moves.ts'
import * as refusals from './refusals.ts'
import * as streams from './streams.ts'
import * as tokens from './tokens.ts'
import { walksBesideOthers, walksInOwn } from './walks.ts'

const { BYTES, SIGNED } = authorization

/** How many questions in comparison, what they need, what is drawn, and how many questions that is at a time. */
type Row = readonly [share: number, needs: readonly Need[], drawn: Questions, usual?: number]

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
  [5, [], tokens.plainValues],
  [tokens.LONG_USERS, [], tokens.longUsers, tokens.LONG_USERS],
  [3, [], tokens.oddToken],
  ...tokens.endsOfMembers.map(({ count, drawn }): Row => [count, [], drawn, count]),
  [4, [], tokens.tokenSequence],
  [1, [], tokens.tokenWithout],
  [1, [], tokens.tokenOfAnother],
  [1, [], tokens.gluedToken],
  [1, [], tokens.tracedToken],
  ...tokens.exponents.map((drawn): Row => [1, [], drawn]),
  ...tokens.wideTokens.map((drawn): Row => [1, [], drawn]),
  ...refusals.wrongTokens.map((drawn): Row => [1, [], drawn]),
  [1, [], refusals.otherNameInToken],
  [1, OPEN, refusals.otherNameInStart(hasUser)],
  [2, [], authorization.otherScheme('auth.token')],
  [1, SIGNED, authorization.otherValue('auth.token')],
  [1, SIGNED, authorization.cutValue('auth.token')],
  [1, SIGNED, authorization.otherEnd('auth.token')],
  [1, SIGNED, authorization.cutEnd('auth.token')],
  [1, BYTES, authorization.otherBit('auth.token')],
  [1, BYTES, authorization.cutSignature('auth.token')],
  [1, BYTES, authorization.otherBitUnderSmallLetters('auth.token')],
  [1, SIGNED, authorization.signedEarlier],
  [1, SIGNED, authorization.otherTime],
  ...STREAMING.flatMap((operation): readonly Row[] => [
    [1, OPEN, authorization.otherScheme(operation)],
    [1, [...SIGNED, ...OPEN], authorization.otherValue(operation)],
    [1, [...BYTES, ...OPEN], authorization.otherBit(operation)],
  ]),
  [1, [...BYTES, ...OPEN], authorization.cutSignature(...STREAMING)],
  [1, [...BYTES, ...OPEN], authorization.otherBitUnderSmallLetters(...STREAMING)],
  [1, [...SIGNED, ...OPEN], authorization.cutValue(...STREAMING)],
  [1, [], authorization.noScheme(...any(isOpen))],
  [1, SIGNED, authorization.otherCase(...any(isOpen))],
  [1, [], streams.noChannel],
  [1, [], streams.noChannelAgain],
  ...streams.nothingInNoChannel.map((drawn): Row => [1, [], drawn]),
  ...streams.bounds.map((drawn): Row => [1, [], drawn]),
  [1, OPEN, streams.rightStart(hasUser)],
  [1, OPEN, streams.startOfAll(hasUser)],
  [1, OPEN, streams.startOfOne(hasUser)],
  [3, OPEN, streams.rightUpdate(hasUser)],
  [1, OPEN, streams.rightStop(hasUser)],
  ...refusals.wrongStarts(hasUser).map((drawn): Row => [1, OPEN, drawn]),
  [1, OPEN, refusals.wrongAgain(hasUser)],
  [1, USER, refusals.singleAgain],
  ...refusals.wrongDelay(hasUser).map((drawn): Row => [1, OWN, drawn]),
  ...refusals.wrongUpdates(hasUser).map((drawn): Row => [1, OPEN, drawn]),
  ...[...moves.movesInOpen(hasUser), ...moves.movesOfAlike(hasUser)].map((drawn): Row => [1, OPEN, drawn]),
  ...[...moves.presenters, moves.twoOfOneUser].map((drawn): Row => [1, USER, drawn]),
  ...effects(hasUser).map(({ count, needs, drawn }): Row => [count, [...OWN, ...needs], drawn, count]),
  ...walks(hasUser, 4, 6),
  [1, [...BYTES, ...OWN], authorization.otherBitOfAll],
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
