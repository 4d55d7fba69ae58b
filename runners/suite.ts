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
const ORDER = ['token/params', 'token/signature', 'token/issue', 'token/refusal', 'token/verify']

const place = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

/** The JSON copy that the built program reads: YAML of this size takes some 300 ms to parse. */
const COPY = fileURLToPath(new URL('../suite.json', import.meta.url))

/** Loads the suite: the JSON copy beside the built program, the YAML files in a checkout. */
export async function loadSuite(): Promise<Suite> {
  const data = existsSync(COPY) ? (JSON.parse(readFileSync(COPY, 'utf8')) as SuiteData) : await readSuite()
  const vectors = data.families.flatMap((family) => family.vectors)
  const byId = new Map(vectors.map((vector) => [vector.id, vector]))
  const byRequirement = new Map(data.requirements.map((requirement) => [requirement.id, requirement]))
  return { ...data, vectors, find: (id) => byId.get(id), requirement: (id) => byRequirement.get(id) }
}

/** A vector file as schemas/vectors.schema.json has it. */
type FamilyFile = Omit<Family, 'name'> & { readonly family: string }

/** Reads and checks every YAML file under vectors/. @throws ChannelproofError with file and line */
export async function readSuite(): Promise<SuiteData> {
  const [{ readYaml }, { schemaCheck }, { suiteDigest }] = await Promise.all([
    import('../src/vectors/read.ts'),
    import('./schemas.ts'),
    import('../src/vectors/digest.ts'),
  ])
  const load = <T>(file: string, schema: string): T =>
    readYaml<T>(readText('vectors', file), `vectors/${file}`, schemaCheck(schema))
  const families = familyNames()
    .sort((a, b) => place(a) - place(b))
    .map((name) => load<FamilyFile>(`${name}.yaml`, 'vectors'))
    .map(({ family, ...rest }): Family => ({ name: family, ...rest }))
  const { requirements } = load<{ requirements: Requirement[] }>('requirements.yaml', 'requirements')
  return { families, requirements, digest: suiteDigest(families) }
}
