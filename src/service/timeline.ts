import { ROUTES } from '../interface/operations.ts'
import type { Json, JsonObject, TimelineStep, Timeline, Operation } from '../model/index.ts'
import { parseJson } from '../json.ts'
import { issue } from '../token/index.ts'
import { standIn } from './authorization.ts'
import { closeChannel, join, leave, settle } from './channels.ts'
import { handle } from './handle.ts'
import { channelKey, type App, type ServiceState, type Stream } from './state.ts'

/** Second 0 of every timeline: 2023-11-14T22:13:20Z. */
const START = 1700000000

/** The app of every timeline. */
export const ONLY_APP: App = { appId: 'app', appSecret: 'DO-NOT-USE-timeline', status: 'active' }

/** What replaces these names in the bodies of a timeline: their fields are not shown (section 2.3). */
export interface Fields {
  readonly layout: JsonObject
  readonly watermark: JsonObject
}

const SERVICE = { join, leave, closeChannel, settle, handle }

/** The model that runs a timeline, and a layout and a watermark that it accepts. */
export type Model = Readonly<typeof SERVICE> & { readonly fields: Fields }

/** The reference model. */
export const MODEL: Model = {
  ...SERVICE,
  fields: { layout: { columns: 2 }, watermark: { text: 'live' } },
}

interface Step {
  readonly state: ServiceState
  readonly result: Json
}

/** Runs a timeline against a model: one result a step. */
export function runTimeline({ channelId, tokens, steps }: Timeline, model = MODEL): Json[] {
  const made = new Map(Object.entries(tokens).map(([name, token]) => [name, tokenOf(channelId, token)]))
  let state: ServiceState = { apps: [ONLY_APP], channels: new Map(), scheme: 'SvcSign' }
  return steps.map((step) => {
    const done = take(model, state, step, channelId, made)
    state = done.state
    return masked(done.result, model.fields)
  })
}

function tokenOf(channelId: string, { issuedAt, ...joinParams }: Timeline['tokens'][string]): string {
  return issue({ channelId, ...joinParams }, { ...ONLY_APP, timestamp: START + issuedAt })
}

function take(
  model: Model,
  before: ServiceState,
  step: TimelineStep,
  channelId: string,
  made: Map<string, string>,
): Step {
  const now = START + step.at
  switch (step.do) {
    case 'join': {
      const { state, result } = model.join(before, made.get(step.token ?? '') ?? '', now)
      return { state, result: result.joined ? 'joined' : `refused: ${result.reason}` }
    }
    case 'leave':
      return { state: model.leave(before, ONLY_APP.appId, channelId, step.userId, now), result: 'left' }
    case 'close':
      return { state: model.closeChannel(before, ONLY_APP.appId, channelId, now), result: 'closed' }
    case 'look':
      return seen(model.settle(before, now), step.channelId ?? channelId)
    default:
      return request(model, before, step, channelId, made)
  }
}

function request(
  model: Model,
  before: ServiceState,
  { at, do: operation, body, keepAs = '' }: Extract<TimelineStep, { readonly do: Operation }>,
  channelId: string,
  made: Map<string, string>,
): Step {
  const { method, path } = ROUTES[operation]
  const text = filled(JSON.stringify({ channelId, ...body }), model.fields)
  const headers = [['Authorization', standIn(ONLY_APP, START + at)]] as const
  const asked = { method, path, headers, body: Buffer.from(text) }
  const { state, response } = model.handle(before, asked, START + at)
  if (response.body?.['token'] !== undefined) made.set(keepAs, response.body['token'])
  return { state, result: response.status }
}

const filled = (text: string, fields: Fields): string =>
  text.replace(/"\{\{(layout|watermark)\}\}"/g, (_, name: keyof Fields) => JSON.stringify(fields[name]))

const masked = (result: Json, { layout, watermark }: Fields): Json =>
  parseJson(
    JSON.stringify(result)
      .replaceAll(JSON.stringify(layout), '"{{layout}}"')
      .replaceAll(JSON.stringify(watermark), '"{{watermark}}"'),
  )

function seen(state: ServiceState, channelId: string): Step {
  const channel = state.channels.get(channelKey(ONLY_APP.appId, channelId))
  if (!channel) return { state, result: { open: false } }
  return { state, result: { open: true, users: channel.users, streams: channel.streams.map(seenStream) } }
}

function seenStream(stream: Stream): JsonObject {
  const { closesAt: _, ...seen } = stream
  return seen
}
