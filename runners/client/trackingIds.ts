import { valuesOf } from '../../src/judge/client/seen.ts'
import type { SeenRequest } from '../../src/model/index.ts'

/** How many it remembers; after more it still knows these, and no newer one. */
const REMEMBERED = 100_000

/** The Tracking-Ids that one client has sent, each with the call that it came with first. */
export class TrackingIds {
  readonly #first = new Map<string, string | number>()

  /** Did another call carry its Tracking-Id? A call may be sent again. */
  isOfAnother(request: SeenRequest, call: string | number): boolean {
    return valuesOf(request, 'tracking-id').filter((id) => this.#firstOf(id, call) !== call).length > 0
  }

  #firstOf(id: string, call: string | number): string | number {
    const first = this.#first.get(id) ?? call
    if (this.#first.size < REMEMBERED) this.#first.set(id, first)
    return first
  }
}
