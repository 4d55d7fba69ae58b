/**
 * `npm run vectors` writes every family under vectors/, the vectors of judges, schemas/openapi.yaml, the schema of
 * channelproof.yaml, docs/numbers.md and src/body/compiled.ts; with `--check` it only says what would change.
 */
import { SETTING_ROWS } from '../runners/live/settings.ts'
import { SCHEMA_BASE } from '../runners/suite/schemas.ts'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { families } from '../src/vectors/index.ts'
import { LABEL_NAME, LABEL_VALUE } from '../src/report/labels.ts'
import { suiteDigest } from '../src/vectors/format/digest.ts'
import { writeFamily } from '../src/vectors/format/write.ts'
import { familyNames, rootFile, VERSION } from '../runners/suite/files.ts'
import { lockText, VERSIONS_FOLDER } from '../runners/gate/files.ts'
import { digestsOf } from '../src/gate/lock.ts'
import { loadRequirements } from '../runners/suite/index.ts'
import { MEMBERS_FILE, membersModule, validatorsText, VALIDATORS_FILE } from './bodyValidators.ts'
import { judgeVectorFiles } from './judgeVectors/index.ts'
import { SDK_SETTINGS, type SettingRow } from '../runners/session/settingsFile.ts'
import { formatted, NUMBERS_FILE, numbersText } from './numbers.ts'
import { SKILL_FILE, skillText } from './skill.ts'
import { OPENAPI_FILE, openapiText } from './openapi.ts'

const FILE = 'configuration.schema.json'
const CONFIGURATION_SCHEMA_FILE = `schemas/${FILE}`

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

const TYPES = {
  text: { type: 'string' },
  texts: { type: 'array', items: { type: 'string' } },
  switch: { type: 'boolean' },
  integer: { type: 'integer' },
  number: { type: 'number' },
} as const

type Setting = Omit<SettingRow, 'type'> & { readonly type: keyof typeof TYPES }

const described = (settings: readonly (readonly [name: string, setting: Setting])[]): object =>
  Object.fromEntries(
    settings.map(([name, { type, help, schema }]) => [
      name,
      { ...TYPES[type], ...schema, description: `${help[0]!.toUpperCase()}${help.slice(1)}.` },
    ]),
  )

const configurationSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${SCHEMA_BASE}${FILE}`,
  title: 'channelproof.yaml',
  description:
    'Settings of live, and of sdk in the member of that name. Secrets stand in environment variables, which are named here.',
  ...closed({
    ...described(SETTING_ROWS),
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Header name to the environment variable that holds its value.',
    },
    app: CREDENTIALS,
    disabledApp: CREDENTIALS,
    unpaidApp: CREDENTIALS,
    otherApp: CREDENTIALS,
    labels: {
      type: 'object',
      propertyNames: { pattern: LABEL_NAME },
      additionalProperties: { type: 'string', pattern: LABEL_VALUE },
      description: 'What the reports of sdk and live say of their run, by names of your own, such as region.',
    },
    sdk: {
      ...closed(described(Object.entries(SDK_SETTINGS))),
      description: 'Settings of sdk. Each but the command is the flag of that name.',
    },
  }),
})

const all = families()
const vectors = all.flatMap((family) => family.vectors)
const wanted = new Map<string, string>([
  ...all.map((family) => [`vectors/${family.name}.yaml`, writeFamily(family)] as const),
  ...(await judgeVectorFiles(vectors)),
  [`${VERSIONS_FOLDER}/${VERSION}.json`, lockText({ vectors: digestsOf(vectors) })],
  ['vectors/digest.txt', `${suiteDigest(all)}  ${vectors.length} vectors\n`],
  [OPENAPI_FILE, openapiText(all)],
  [CONFIGURATION_SCHEMA_FILE, await formatted(CONFIGURATION_SCHEMA_FILE, configurationSchema())],
  [VALIDATORS_FILE, validatorsText()],
  [MEMBERS_FILE, await formatted(MEMBERS_FILE, membersModule())],
  [SKILL_FILE, await formatted(SKILL_FILE, skillText())],
  [NUMBERS_FILE, await numbersText(all, await loadRequirements())],
])

const drifted = [...wanted].filter(
  ([file, text]) => !existsSync(rootFile(file)) || readFileSync(rootFile(file), 'utf8') !== text,
)
const strays = familyNames().filter((name) => !wanted.has(`vectors/${name}.yaml`))

if (process.argv.includes('--check')) {
  for (const [file] of drifted) console.error(`${file} differs from what src makes: run "npm run vectors"`)
  for (const name of strays) console.error(`vectors/${name}.yaml has no family in src/vectors: delete it`)
  process.exitCode = drifted.length + strays.length > 0 ? 1 : 0
} else {
  for (const [file, text] of drifted) {
    mkdirSync(dirname(rootFile(file)), { recursive: true })
    writeFileSync(rootFile(file), text)
    console.log(`wrote ${file}`)
  }
}
console.log(`${vectors.length} vectors in ${all.length} families`)
