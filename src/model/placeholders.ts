/** What stands in the bodies of questions to an endpoint until the runner knows its channel (see `EndpointRequest`). */
import type { AllowedAnswer, AuthorizationKind, Exchange } from './endpoint.ts'
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

/** What has to be known to make such an Authorization: a fixed one is always that of the app. */
const AUTHORIZATION_NEEDS: Readonly<Partial<Record<AuthorizationKind, readonly Need[]>>> = {
  'wrong-signature': ['known-secret'],
  'other-secret': ['known-secret', 'other-app'],
  'unknown-app': ['known-secret'],
  'other-case-app': ['known-secret'],
  'disabled-app': ['disabled-app'],
  'unpaid-app': ['unpaid-app'],
}

/** What the bodies name must exist. */
export function needsOf(exchange: Exchange, more: readonly Need[]): Need[] {
  const requests = [exchange, ...(exchange.before ?? [])]
  const kinds = requests.map(({ authorization }) => authorization)
  const needs: readonly Need[] = [
    ...(exchange.channel === 'open' ? (['open-channel'] as const) : []),
    ...(requests.some(({ body }) => body.includes(CHANNEL_USER)) ? (['channel-user'] as const) : []),
    ...kinds.flatMap((kind) => (typeof kind === 'string' ? (AUTHORIZATION_NEEDS[kind] ?? []) : [])),
    ...more,
  ]
  return [...new Set(needs)]
}
