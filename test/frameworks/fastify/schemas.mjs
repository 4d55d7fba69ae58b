// Request bodies: sections 2.1, 2.3 and 4.
const text = { type: 'string' }
const integer = { type: 'integer' }
const day = { type: 'integer', minimum: 0, maximum: 86400 }

const joinParams = {
  type: 'object',
  required: ['channelId', 'userId'],
  additionalProperties: false,
  properties: {
    channelId: text,
    userId: text,
    privileges: integer,
    // The defaults of 2.1: they stand in the token.
    channelDuration: { type: 'integer', minimum: 0, default: 0 },
    duration: { ...day, minimum: 1, default: 86400 },
    size: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
    delayClose: { ...day, default: 0 },
  },
}

/** What a start and an update have in common. */
const changeable = {
  streamId: integer,
  url: { type: 'string', pattern: '^rtmp://.' },
  userId: text,
  layout: { type: 'object' },
  fps: { enum: [15, 30] },
  watermarks: { type: 'array' },
}

const stream = {
  type: 'object',
  required: ['streamId', 'url', 'flag', 'type'],
  properties: {
    ...changeable,
    flag: { type: 'integer', minimum: 1, maximum: 15 },
    type: { enum: [1, 2] },
    delayClose: { type: 'integer', minimum: 0, maximum: 600 },
  },
  // 4.2 rule 3: a push of one user names that user.
  anyOf: [{ properties: { type: { const: 1 } } }, { required: ['userId'] }],
}

/** Other members, such as type and flag, are taken out before the update: they cannot be updated (4.3 rule 1). */
const streamUpdate = {
  type: 'object',
  required: ['streamId'],
  additionalProperties: false,
  properties: changeable,
}

const listOf = (items) => ({
  type: 'object',
  required: ['channelId', 'streamList'],
  properties: { channelId: text, streamList: { type: 'array', items } },
})

const stop = {
  type: 'object',
  required: ['channelId'],
  properties: { channelId: text, streamId: integer },
}

/** Section 4: the shape is shown; whether it is required is not, and this service requires it. */
const headers = {
  type: 'object',
  required: ['tracking-id'],
  properties: { 'tracking-id': { type: 'string', pattern: '^[0-9a-fA-F]{32}$' } },
}

const schemaOf = (body) => ({ headers, body })

export const SCHEMAS = {
  token: schemaOf(joinParams),
  start: schemaOf(listOf(stream)),
  update: schemaOf(listOf(streamUpdate)),
  stop: schemaOf(stop),
}
