/** What stands in the bodies of questions to an endpoint until the runner knows its channel (see `EndpointRequest`). */
import type { AllowedAnswer, Exchange } from './endpoint.ts'
import type { Need } from './vector.ts'

export const CHANNEL = '{{channel}}'
export const CHANNEL_USER = '{{channelUser}}'
/**
 * The appId of no app. No word of ours: signatures are masked, and parts of them wherever they stand, such as in push
 * addresses.
 */
export const UNKNOWN_APP = 'appthatdoesnotexist'

export const ok: readonly AllowedAnswer[] = [{ status: 200 }]
export const status = (...statuses: AllowedAnswer['status'][]): AllowedAnswer[] =>
  statuses.map((each) => ({ status: each }))

/** What the bodies name must exist. */
export function needsOf({ channel, body, before = [] }: Exchange, more: readonly Need[]): Need[] {
  const bodies = [body, ...before.map((request) => request.body)]
  return [
    ...(channel === 'open' ? (['open-channel'] as const) : []),
    ...(bodies.some((text) => text.includes(CHANNEL_USER)) ? (['channel-user'] as const) : []),
    ...more,
  ]
}
