/**
 * `npm run vectors` writes every family under vectors/, the vectors of judges, schemas/openapi.yaml, the schema of
 * channelproof.yaml, docs/numbers.md and src/body/compiled.ts; with `--check` it only says what would change.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { families } from '../src/vectors/index.ts'
import { suiteDigest } from '../src/vectors/format/digest.ts'
import { writeFamily } from '../src/vectors/format/write.ts'
import { familyNames, rootFile } from '../runners/suite/files.ts'
import { loadRequirements } from '../runners/suite/index.ts'
import { format, resolveConfig } from 'prettier'
import { MEMBERS_FILE, membersText, validatorsText, VALIDATORS_FILE } from './bodyValidators.ts'
import { CONFIGURATION_SCHEMA_FILE, configurationSchema } from './configurationSchema.ts'
import { judgeVectorFiles } from './judgeVectors/index.ts'
import { NUMBERS_FILE, numbersText } from './numbers.ts'
import { OPENAPI_FILE, openapiText } from './openapi.ts'

const all = families()
const count = all.reduce((sum, { vectors }) => sum + vectors.length, 0)
const wanted = new Map([
  ...all.map((family) => [`vectors/${family.name}.yaml`, writeFamily(family)] as const),
  ...(await judgeVectorFiles(all.flatMap(({ vectors }) => vectors))),
  ['vectors/digest.txt', `${suiteDigest(all)}  ${count} vectors\n`] as const,
  [OPENAPI_FILE, openapiText(all)] as const,
  [CONFIGURATION_SCHEMA_FILE, await formatted(CONFIGURATION_SCHEMA_FILE, configurationSchema())] as const,
  [VALIDATORS_FILE, validatorsText()] as const,
  [MEMBERS_FILE, await formatted(MEMBERS_FILE, membersText())] as const,
  [NUMBERS_FILE, await numbersText(all, await loadRequirements())] as const,
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
console.log(`${count} vectors in ${all.length} families`)

/** JSON or code as `npm run format` leaves it. */
async function formatted(file: string, value: object | string): Promise<string> {
  const options = await resolveConfig(rootFile(file))
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return format(text, { ...options, filepath: file })
}
