import type { Timeline } from '../../model/index.ts'
import type { Model } from '../../service/timeline.ts'
import type { Variant } from '../variant.ts'

/** A right model of the service, made anew for each timeline, because some keep a memory. */
export interface TimelineVariant extends Variant {
  readonly make: (timeline: Timeline) => Model
}

/** Rows about one thing that the text leaves open. */
export const rowOf =
  (section: string, open: string) =>
  (
    name: string,
    does: string,
    decides: TimelineVariant['decides'],
    make: TimelineVariant['make'],
  ): TimelineVariant => ({
    id: `timeline-way-${name}`,
    section,
    open,
    does,
    ...(decides && { decides }),
    make,
  })
