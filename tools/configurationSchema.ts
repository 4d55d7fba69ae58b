import { SETTING_ROWS } from '../runners/live/settings.ts'
import { SCHEMA_BASE } from '../runners/suite/schemas.ts'

const FILE = 'configuration.schema.json'
export const CONFIGURATION_SCHEMA_FILE = `schemas/${FILE}`

const JSON_TYPE = { text: 'string', switch: 'boolean', integer: 'integer', number: 'number' } as const

const text = (description: string) => ({ type: 'string', description })
const closed = (properties: object, rest: object = {}) => ({
  type: 'object',
  properties,
  ...rest,
  additionalProperties: false,
})

const CREDENTIALS = closed(
  {
    appId: text('Environment variable that holds the app id.'),
    appSecret: text('Environment variable that holds the app secret.'),
  },
  { required: ['appId', 'appSecret'] },
)

const settings = SETTING_ROWS.map(([name, { type, help, schema }]) => [
  name,
  { type: JSON_TYPE[type], ...schema, description: `${help[0]!.toUpperCase()}${help.slice(1)}.` },
])

/** The schema of channelproof.yaml, made from the table of settings. */
export const configurationSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${SCHEMA_BASE}${FILE}`,
  title: 'channelproof.yaml',
  description: 'Settings of a live run. Secrets stand in environment variables, which are named here.',
  ...closed({
    ...Object.fromEntries(settings),
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Header name to the environment variable that holds its value.',
    },
    app: CREDENTIALS,
    disabledApp: CREDENTIALS,
    unpaidApp: CREDENTIALS,
  }),
})
