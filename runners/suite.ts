import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Family, Requirement, Vector, VectorId } from '../src/model.ts'
import { familyNames, readText } from './files.ts'

/** All vectors and requirements, and the digest over the vectors. */
export interface SuiteData {
  readonly families: readonly Family[]
  readonly requirements: readonly Requirement[]
  readonly digest: string
}

export interface Suite extends SuiteData {
  readonly vectors: readonly Vector[]
  readonly find: (id: VectorId) => Vector | undefined
  readonly requirement: (id: string) => Requirement | undefined
}

/** Order in which a run asks the families: parts first, whole tokens after. */
const ORDER = [
  'token/params',
  'token/signature',
  'token/issue',
  'token/refusal',
  'token/verify',
  'body/auth-token',
  'body/streaming-start',
  'body/streaming-update',
  'body/streaming-stop',
  'endpoint/auth',
  'endpoint/headers',
  'endpoint/token',
  'endpoint/streaming',
  'channel/lifecycle',
]

const place = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

/** The JSON copy that the built program reads: YAML of this size takes some 300 ms to parse. */
const COPY = fileURLToPath(new URL('../suite.json', import.meta.url))

const hasCopy = (): boolean => existsSync(COPY)
const readCopy = (): SuiteData => JSON.parse(readFileSync(COPY, 'utf8')) as SuiteData

/** The requirements alone; in a checkout the vectors are not read. */
export async function loadRequirements(): Promise<readonly Requirement[]> {
  return hasCopy() ? readCopy().requirements : readRequirements(await reader())
}

/** Loads the suite: the JSON copy beside the built program, the YAML files in a checkout. */
export async function loadSuite(): Promise<Suite> {
  const data = hasCopy() ? readCopy() : await readSuite()
  const vectors = data.families.flatMap((family) => family.vectors)
  const byId = new Map(vectors.map((vector) => [vector.id, vector]))
  const byRequirement = new Map(data.requirements.map((requirement) => [requirement.id, requirement]))
  return { ...data, vectors, find: (id) => byId.get(id), requirement: (id) => byRequirement.get(id) }
}

/** A vector file as schemas/vectors.schema.json has it. */
type FamilyFile = Omit<Family, 'name'> & { readonly family: string }

/** Reads and checks every YAML file under vectors/. @throws ChannelproofError with file and line */
export async function readSuite(): Promise<SuiteData> {
  const [load, { suiteDigest }] = await Promise.all([reader(), import('../src/vectors/digest.ts')])
  const families = familyNames()
    .sort((a, b) => place(a) - place(b))
    .map((name) => load<FamilyFile>(`${name}.yaml`, 'vectors'))
    .map(({ family, ...rest }): Family => ({ name: family, ...rest }))
  return { families, requirements: readRequirements(load), digest: suiteDigest(families) }
}

type Load = <T>(file: string, schema: string) => T

/** Reads one YAML file under vectors/. */
async function reader(): Promise<Load> {
  const [{ readYaml }, { schemaCheck }] = await Promise.all([
    import('../src/vectors/read.ts'),
    import('./schemas.ts'),
  ])
  return (file, schema) => readYaml(readText('vectors', file), `vectors/${file}`, schemaCheck(schema))
}

const readRequirements = (load: Load): readonly Requirement[] =>
  load<{ requirements: Requirement[] }>('requirements.yaml', 'requirements').requirements
