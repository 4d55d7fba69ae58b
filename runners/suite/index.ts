import type { Family, Requirement, Vector, VectorId } from '../../src/model/index.ts'
import { readPacked, isPacked, readText } from './files.ts'
import { FAMILY_NAMES, GROUPS, type Group } from '../../src/vectors/names.ts'

export interface Suite {
  readonly families: readonly Family[]
  readonly requirements: readonly Requirement[]
  readonly vectors: readonly Vector[]
  /** Over all vectors, loaded or not, and their number: vectors/digest.txt. */
  readonly digest: string
  readonly count: number
  readonly find: (id: VectorId) => Vector | undefined
  readonly requirement: (id: string) => Requirement | undefined
}

/** Only the requirements; in a checkout the vectors are not read. */
export async function loadRequirements(): Promise<readonly Requirement[]> {
  return isPacked()
    ? readPacked('requirements')
    : (await reader())<{ requirements: Requirement[] }>('requirements.yaml', 'requirements').requirements
}

/** Loads these groups of families: JSON copies in dist for the built program, YAML files in a checkout. */
export async function loadSuite(groups: readonly Group[] = GROUPS): Promise<Suite> {
  const families = isPacked()
    ? groups.flatMap((group) => readPacked<Family[]>(group))
    : await readFamilies(groups)
  const requirements = await loadRequirements()
  const vectors = families.flatMap((family) => family.vectors)
  const byId = new Map(vectors.map((vector) => [vector.id, vector]))
  const byRequirement = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const [digest = '', count = ''] = readText('vectors', 'digest.txt').split(/ +/)
  return {
    families,
    requirements,
    vectors,
    digest,
    count: Number(count),
    find: (id) => byId.get(id),
    requirement: (id) => byRequirement.get(id),
  }
}

/** Reads and checks the YAML files of these groups. @throws ChannelproofError with file and line */
export async function readFamilies(groups: readonly Group[]): Promise<Family[]> {
  const load = await reader()
  return FAMILY_NAMES.filter((name) => groups.some((group) => name.startsWith(`${group}/`)))
    .map((name) => load<Omit<Family, 'name'> & { readonly family: string }>(`${name}.yaml`, 'vectors'))
    .map(({ family, ...rest }): Family => ({ name: family, ...rest }))
}

/** What was read, by file: parsing all takes two seconds, and tests load the suite again and again. */
const READ = new Map<string, unknown>()

async function reader(): Promise<<T>(file: string, schema: string) => T> {
  const [{ readYaml }, { schemaCheck }] = await Promise.all([
    import('../../src/vectors/format/read.ts'),
    import('./schemas.ts'),
  ])
  return <T>(file: string, schema: string): T => {
    const read = READ.get(file) ?? readYaml(readText('vectors', file), `vectors/${file}`, schemaCheck(schema))
    READ.set(file, read)
    return read as T
  }
}
