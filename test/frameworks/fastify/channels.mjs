import { ServiceError } from './errors.mjs'

/** Section 8. */
const MOST_STREAMS = 3

/** Channels that exist, and the pushes that run in each (sections 4.2 to 4.4). */
export class Channels {
  #streams

  constructor(open) {
    this.#streams = new Map(open.map((channelId) => [channelId, new Map()]))
  }

  /** All or none. A streamId belongs to one push: a second one is refused. */
  start({ channelId, streamList }) {
    const running = this.#running(channelId)
    const ids = [...running.keys(), ...streamList.map(({ streamId }) => streamId)]
    if (new Set(ids).size < ids.length)
      throw new ServiceError(409, 'Stream.Exists', 'each push has a streamId of its own')
    if (ids.length > MOST_STREAMS)
      throw new ServiceError(403, 'Stream.Limit', `a channel has room for ${MOST_STREAMS} streams`)
    for (const stream of streamList) running.set(stream.streamId, { fps: 30, ...stream })
    return { streamIds: ids }
  }

  /** What is not running is passed over. */
  update({ channelId, streamList }) {
    const running = this.#running(channelId)
    const known = streamList.filter(({ streamId }) => running.has(streamId))
    for (const { streamId, ...changes } of known)
      running.set(streamId, changed(running.get(streamId), changes))
    return { streamIds: known.map(({ streamId }) => streamId) }
  }

  stop({ channelId, streamId }) {
    const running = this.#running(channelId)
    if (streamId === undefined) running.clear()
    else if (!running.delete(streamId)) throw new ServiceError(400, 'Stream.Unknown', 'there is no such push')
    return { streamIds: [...running.keys()] }
  }

  #running(channelId) {
    const running = this.#streams.get(channelId)
    if (!running) throw new ServiceError(404, 'Channel.NotFound', 'there is no such channel')
    return running
  }
}

/** The user of a single-stream push stays (4.3 rule 2). */
function changed(stream, { userId = stream.userId, ...changes }) {
  return { ...stream, ...changes, ...(stream.type === 1 && { userId }) }
}
