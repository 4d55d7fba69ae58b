// Generated from schemas/ by "npm run vectors". Do not edit.
/** What schemas/join-params.schema.json says of each member. */
export const JOIN_PARAM_SCHEMAS = {
  channelId: { type: 'string', required: true },
  userId: { type: 'string', required: true },
  privileges: { type: 'integer', required: false },
  channelDuration: { type: 'integer', default: 0, required: false },
  duration: { type: 'integer', maximum: 86400, default: 86400, required: false },
  size: { type: 'integer', default: 100, required: false },
  delayClose: { type: 'integer', maximum: 86400, default: 0, required: false },
} as const

/** The members of each streaming body and of the entries of its streamList: is a member required? */
export const STREAMING_MEMBERS = {
  'streaming.start': {
    channelId: true,
    streamList: true,
    streamId: true,
    url: true,
    flag: true,
    type: true,
    userId: false,
    layout: false,
    fps: false,
    watermarks: false,
    delayClose: false,
  },
  'streaming.update': {
    channelId: true,
    streamList: true,
    streamId: true,
    url: false,
    userId: false,
    layout: false,
    fps: false,
    watermarks: false,
  },
  'streaming.stop': { channelId: true, streamId: false },
} as const
