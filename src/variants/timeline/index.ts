import { CHANNEL_ROWS } from './channels.ts'
import { PUSH_ROWS } from './pushes.ts'
import type { TimelineVariant } from './timelineVariant.ts'

/** Right models of the service over time: each decides in its own way something that the interface leaves open. */
export const TIMELINE_VARIANTS: readonly TimelineVariant[] = [...CHANNEL_ROWS, ...PUSH_ROWS]
