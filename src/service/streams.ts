import type { StartRequest, StopRequest, StreamChange, UpdateRequest } from '../body/index.ts'
import { MOST_STREAMS } from '../interface/channel.ts'
import type { Channel, Stream } from './state.ts'

/** The channel after the operation, or the status of a refusal. */
export type Changed = Channel | 400

/**
 * START-STREAMS-SEVERAL, START-STREAMS-MAXIMUM. Starts all entries or none. The text does not show the answer to a
 * fourth stream, to a streamId twice and to one that runs already: this service says 400.
 */
export function start(channel: Channel, { streamList }: StartRequest): Changed {
  const streams = [...channel.streams, ...streamList.map((entry) => started(entry, channel))]
  const ids = new Set(streams.map(({ streamId }) => streamId))
  return ids.size < streams.length || streams.length > MOST_STREAMS ? 400 : { ...channel, streams }
}

/** STREAM-FPS-DEFAULT, STREAM-DELAYCLOSE-DEFAULT, STREAM-USERID-PRESENTER-DEFAULT */
const started = (entry: StartRequest['streamList'][number], { firstUser }: Channel): Stream => ({
  fps: 30,
  delayClose: 0,
  userId: firstUser,
  ...entry,
})

/** An unknown streamId, and another user of a single-stream push: the answer is not shown; this service says 400. */
export function update(channel: Channel, { streamList }: UpdateRequest): Changed {
  let { streams } = channel
  for (const change of streamList) {
    const before = streams.find(({ streamId }) => streamId === change.streamId)
    if (!before || !isAllowed(before, change)) return 400
    streams = streams.map((stream) => (stream === before ? changed(stream, change) : stream))
  }
  return { ...channel, streams }
}

/** UPDATE-SINGLE-USERID-FIXED (4.3 rule 2) */
const isAllowed = ({ type, userId }: Stream, change: StreamChange): boolean =>
  type !== 2 || change.userId === undefined || change.userId === userId

/** UPDATE-WATERMARKS-EMPTY: an empty array removes them (4.3 rule 3). Absent members stay as they are. */
function changed(stream: Stream, change: StreamChange): Stream {
  const { watermarks, ...rest } = { ...stream, ...change }
  return watermarks === undefined || watermarks.length === 0 ? rest : { ...rest, watermarks }
}

/** STOP-ALL, STOP-ONE, STREAM-DELAYCLOSE-EFFECT. An unknown streamId stops nothing; the text does not say more. */
export function stop(channel: Channel, { streamId }: StopRequest, now: number): Channel {
  const isMeant = (stream: Stream): boolean => streamId === undefined || stream.streamId === streamId
  const streams = channel.streams.flatMap((stream) => {
    if (!isMeant(stream) || stream.closesAt !== undefined) return [stream]
    return stream.delayClose > 0 ? [{ ...stream, closesAt: now + stream.delayClose }] : []
  })
  return { ...channel, streams }
}
