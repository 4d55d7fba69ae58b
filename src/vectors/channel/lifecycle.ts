import type { Family, Vector } from '../../model/index.ts'
import { CHANNEL_ROWS } from './lifecycle/channel.ts'
import { STREAM_ROWS } from './lifecycle/streams.ts'
import type { TimelineRow } from './lifecycle/steps.ts'
import { accept, vectorOf } from '../rows/row.ts'

/** The visible state of a channel after so many seconds: written by hand, not computed by our own service. */
export const channelLifecycle = (): Family => ({
  name: 'channel/lifecycle',
  title:
    'Timelines of a channel: what happens in which second, and what must then be visible (sections 2.1 and 4)',
  vectors: [...CHANNEL_ROWS, ...STREAM_ROWS].map(toVector),
})

function toVector({ tokens, lines, whiteboard, ...row }: TimelineRow): Vector {
  const steps = lines.map(([at, what]) => ({ at, ...what }))
  const results = lines.map(([, , expected]) => expected)
  return vectorOf('channel/lifecycle', row, {
    question: {
      method: 'channel.timeline',
      params: { channelId: 'c1', ...(whiteboard && { whiteboard }), tokens, steps },
    },
    expect: accept({ results }),
  })
}
