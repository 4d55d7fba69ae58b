/** Clients that refuse a call by themselves, without a request. */
import { entriesOf } from '../../members.ts'
import { Declined, type ClientSteps } from '../../faults/client/clientFault.ts'
import type { ClientReport, Json, JsonObject, WireCall } from '../../model/index.ts'

type Wrong = (call: WireCall) => boolean

export function declines(wrong: Wrong, reason?: Declined['reason']): ClientSteps {
  return {
    before: (call) => {
      if (wrong(call)) throw reason === undefined ? new Declined(2) : new Declined(1, reason)
      return undefined
    },
  }
}

export function throws(wrong: Wrong): ClientSteps {
  return {
    before: (call) => {
      if (wrong(call)) throw new Error('invalid argument')
      return undefined
    },
  }
}

export function reports(wrong: Wrong, report: ClientReport): ClientSteps {
  return { before: (call) => (wrong(call) ? report : undefined) }
}

export function idsOf(call: WireCall): readonly string[] {
  const values = [call.body, ...entriesOf(call.body)].flatMap(({ channelId, userId }) => [channelId, userId])
  return values.filter((value) => typeof value === 'string')
}

export function streamIdsOf(call: WireCall): readonly (Json | undefined)[] {
  return [call.body, ...entriesOf(call.body)].map(({ streamId }) => streamId)
}

/** A missing member breaks no bound. */
export function within(value: Json | undefined, min: number, max: number): boolean {
  return value === undefined || (typeof value === 'number' && value >= min && value <= max)
}

export function isPlainList(entries: readonly JsonObject[]): boolean {
  const ids = new Set(entries.map(({ streamId }) => streamId))
  return entries.length > 0 && entries.length <= 3 && ids.size === entries.length
}

export function isRightEntry({ type, userId, flag, fps = 30, delayClose }: JsonObject): boolean {
  const isUserThere = type === 1 || (type === 2 && userId !== undefined)
  return isUserThere && within(flag, 1, 15) && (fps === 15 || fps === 30) && within(delayClose, 0, 600)
}
