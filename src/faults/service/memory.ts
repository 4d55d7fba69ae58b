import type { JsonObject } from '../../model/index.ts'
import { isToken } from './requestBodies.ts'
import { serviceRows, type ServiceAlteration, type ServiceRow } from './serviceFault.ts'
import { reissued } from './tokens.ts'
import { parseJson } from '../../json.ts'

/** Tokens whose params depend on those of the channel before. @param change gets the new values and the kept ones */
const remembering =
  (
    change: (asked: JsonObject, kept: JsonObject) => { issued: JsonObject; kept?: JsonObject },
  ): ServiceAlteration =>
  (request, right, now, memory) =>
    reissued((asked) => {
      const key = JSON.stringify(asked['channelId'])
      const { issued, kept = issued } = change(asked, parseJson<JsonObject>(memory.get(key) ?? '{}'))
      memory.set(key, JSON.stringify(kept))
      return issued
    })(request, right, now, memory)

/** The value of a member that the channel had first. */
const firstStays = (member: string): ServiceAlteration =>
  remembering((asked, kept) => ({
    issued: member in kept ? { ...asked, [member]: kept[member]! } : asked,
    kept: member in kept || !(member in asked) ? kept : { [member]: asked[member]! },
  }))

const row = (name: string, does: string, origin: string, alteration: ServiceAlteration): ServiceRow => ({
  id: `service-memory-${name}`,
  does,
  origin,
  repair: 'Make each token out of its own request, whatever was asked before (sections 2.1 and 4.1).',
  alteration,
})

/** The same token again, as long as this stays the same. */
const cachedBy =
  (keyOf: (params: JsonObject) => string): ServiceAlteration =>
  (request, right, _, memory) => {
    const response = right()
    const token = response.body?.['token']
    if (!isToken(request) || token === undefined) return response
    const params = parseJson<JsonObject>(Buffer.from(token.split('.')[3]!, 'base64').toString())
    const key = keyOf(params)
    memory.set(key, memory.get(key) ?? token)
    return { status: 200, body: { token: memory.get(key)! } }
  }

/** The second in which the first token was made. */
const firstSecond: ServiceAlteration = (request, right, now, memory) => {
  if (isToken(request)) memory.set('clock', memory.get('clock') ?? String(now))
  const back = Number(memory.get('clock') ?? now) - now
  return reissued((asked) => asked, back)(request, right, now, memory)
}

/** Services that answer differently because of an earlier request (section 4.1). */
export const MEMORY_ROWS: readonly ServiceRow[] = [
  row(
    'members-stay',
    'Optional members stay in the later tokens of a channel.',
    'Any language: one object for the options of a channel, into which each request is merged.',
    remembering((asked, kept) => ({ issued: { ...kept, ...asked } })),
  ),
  row(
    'first-user-stays',
    'Every token of a channel names its first user.',
    'Any language: the session of a channel is kept with its user.',
    firstStays('userId'),
  ),
  row(
    'first-size-stays',
    'Every token of a channel has the size that was first asked for it.',
    'Any language: a channel gets its capacity once, and tokens are made from the channel.',
    firstStays('size'),
  ),
  row(
    'first-duration-stays',
    'Every token of a channel has the duration that was first asked for it.',
    'Any language: the settings of a channel are kept with it.',
    firstStays('duration'),
  ),
  row(
    'token-of-user-stays',
    'A user gets the same token of a channel again, whatever is asked for.',
    'A cache whose key is the channel and the user.',
    cachedBy(({ channelId, userId }) => JSON.stringify([channelId, userId])),
  ),
  row(
    'token-of-channel-stays',
    'Every user of a channel gets the same token.',
    'A cache whose key is the channel.',
    cachedBy(({ channelId }) => JSON.stringify(channelId)),
  ),
  ...serviceRows({
    'service-clock-stands': {
      does: 'Every token bears the second in which the first one was made.',
      origin:
        'A clock that is read once, by a constant of a module, a default argument or an object that is kept.',
      repair: 'Read the clock for each token: validity starts when it is made (sections 2.1 and 4.5).',
      alteration: firstSecond,
    },
  }),
]
