import { textIn } from '../../json.ts'
import { APP, MODEL, type Model } from '../../service/timeline.ts'
import type { ServiceState } from '../../service/index.ts'
import { eachChannel, joined, left, paramsOf, streamsIn, timestampOf } from './models.ts'
import { rowOf, type TimelineVariant } from './timelineVariant.ts'

const numberIn = (token: string, name: string, fallback: number): number =>
  Number(paramsOf(token)[name] ?? fallback)

/** Users leave when the token expires with which they joined last. */
function removingExpired(): Model {
  const ends = new Map<string, number>()
  const cleared = (state: ServiceState, now: number): ServiceState => {
    let after = state
    for (const { channelId, users } of state.channels.values())
      for (const user of users)
        if ((ends.get(`${channelId} ${user}`) ?? Infinity) < now)
          after = MODEL.leave(after, APP.appId, channelId, user, now)
    return after
  }
  return {
    ...MODEL,
    join: (state, token, now) => {
      const joined = MODEL.join(cleared(state, now), token, now)
      const params = paramsOf(token)
      if (joined.result.joined)
        ends.set(
          `${textIn(params, 'channelId')} ${textIn(params, 'userId')}`,
          timestampOf(token) + numberIn(token, 'duration', 86400),
        )
      return joined
    },
    leave: (state, appId, channelId, userId, now) =>
      MODEL.leave(cleared(state, now), appId, channelId, userId, now),
    settle: (state, now) => MODEL.settle(cleared(state, now), now),
    handle: (state, request, now) => MODEL.handle(cleared(state, now), request, now),
  }
}

/** A channel that ended because its time was up cannot be opened again. */
function endingForGood(): Model {
  const ends = new Map<string, number>()
  return {
    ...MODEL,
    join: (before, token, now) => {
      const channelId = textIn(paramsOf(token), 'channelId')
      if ((ends.get(channelId) ?? Infinity) <= now)
        return { state: before, result: { joined: false, reason: 'ended' } }
      const joined = MODEL.join(before, token, now)
      for (const channel of joined.state.channels.values()) ends.set(channel.channelId, channel.endsAt)
      return joined
    },
  }
}

/** The pushes of a closed channel run again once it is opened again. */
function resuming(): Model {
  let streams: ReturnType<typeof streamsIn> = []
  return {
    ...MODEL,
    leave: (state, ...rest) => {
      const after = MODEL.leave(state, ...rest)
      if (after.channels.size < state.channels.size) streams = streamsIn(state)
      return after
    },
    join: (state, ...rest) => {
      const joined = MODEL.join(state, ...rest)
      const isNew = joined.state.channels.size > state.channels.size
      return isNew ? { ...joined, state: eachChannel(joined.state, () => ({ streams })) } : joined
    },
  }
}

/** A join ends the delay and uses it up. */
const usingDelayUp = (): Model => ({
  ...MODEL,
  join: (before, token, now) => {
    const waiting = [...MODEL.settle(before, now).channels].filter(
      ([, { emptySince }]) => emptySince !== undefined,
    )
    const joined = MODEL.join(before, token, now)
    const isWaiting = (key: string): boolean => waiting.some(([other]) => other === key)
    const state = eachChannel(joined.state, (_, key) => (isWaiting(key) ? { delayClose: 0 } : {}))
    return { ...joined, state }
  },
})

/** The size of a channel changes before a join is checked. */
const sized = (of: (size: number, asked: number) => number): Model => ({
  ...MODEL,
  join: (state, token, now) => {
    const asked = numberIn(token, 'size', 100)
    return MODEL.join(
      eachChannel(state, ({ size }) => ({ size: of(size, asked) })),
      token,
      now,
    )
  },
})

const delay = rowOf(
  '2.1',
  'delayClose of a token is about a whiteboard channel; what it is to another one is not shown.',
)
const whichDelay = rowOf('2.1', 'Whose token sets delayClose is not shown.')
const whichSize = rowOf('2.1', 'Whose token sets the size is not shown.')
const rejoin = rowOf('2.1', 'What a join during the delay does to it is not shown.')

/** Joining, capacity, duration and closing of channels (section 2.1). */
export const CHANNEL_ROWS: readonly TimelineVariant[] = [
  rowOf('2.1', 'Whether a user stays whose token expires inside is not shown.')(
    'expired-users-leave',
    'Users leave when their token expires.',
    ['CHANNEL-TOKEN-EXPIRES-INSIDE'],
    removingExpired,
  ),
  rowOf('2.1', 'Whether a channel that has ended can be opened again is not shown.')(
    'ended-for-good',
    'A channel that has ended stays ended.',
    ['CHANNEL-OPENED-AGAIN'],
    endingForGood,
  ),
  delay(
    'delay-of-whiteboards-alone',
    'Without a whiteboard delayClose has no effect.',
    ['CHANNEL-DELAYCLOSE-OTHER-MEDIA'],
    ({ whiteboard }) => (whiteboard ? MODEL : joined(() => ({ delayClose: 0 }))),
  ),
  delay(
    'delay-of-others',
    'Without a whiteboard a channel stays open for a minute.',
    ['CHANNEL-DELAYCLOSE-OTHER-MEDIA'],
    ({ whiteboard }) => (whiteboard ? MODEL : joined(() => ({ delayClose: 60 }))),
  ),
  whichDelay(
    'delay-of-the-last-token',
    'The token of the user who joined last sets delayClose.',
    ['CHANNEL-DELAYCLOSE-WHICH-TOKEN'],
    () => joined((_, token) => ({ delayClose: numberIn(token, 'delayClose', 0) }), 'always'),
  ),
  whichDelay(
    'delay-of-the-shortest-token',
    'The shortest delayClose counts.',
    ['CHANNEL-DELAYCLOSE-WHICH-TOKEN'],
    () =>
      joined(
        ({ delayClose }, token) => ({ delayClose: Math.min(delayClose, numberIn(token, 'delayClose', 0)) }),
        'always',
      ),
  ),
  rejoin(
    'delay-used-up',
    'After a join during the delay the channel closes as soon as everyone has left again.',
    ['CHANNEL-DELAYCLOSE-REJOIN'],
    usingDelayUp,
  ),
  rowOf('2.1', 'Whether a channel is open in the very second in which its delay ends is not shown.')(
    'delay-a-second-longer',
    'A delay takes effect with the next second.',
    undefined,
    () => left(({ emptySince }) => (emptySince === undefined ? {} : { emptySince: emptySince + 0.5 })),
  ),
  whichSize(
    'size-of-the-last-token',
    'The token of the user who joins sets the size.',
    ['CHANNEL-SIZE-WHICH-TOKEN'],
    () => sized((_, asked) => asked),
  ),
  whichSize('size-of-the-largest-token', 'The largest size counts.', ['CHANNEL-SIZE-WHICH-TOKEN'], () =>
    sized(Math.max),
  ),
  rowOf('3', 'What becomes of the pushes of a channel that ends is not shown.')(
    'pushes-again',
    'Pushes run again once their channel is opened again.',
    ['STATE-CHANNEL-END-STREAMS'],
    resuming,
  ),
]
