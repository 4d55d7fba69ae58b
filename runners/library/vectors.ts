import { ChannelproofError } from '../../src/errors.ts'
import type { Family, Method, Requirement, Vector, VectorId } from '../../src/model/index.ts'
import { readPacked, isPacked } from '../suite/files.ts'
import { GROUPS, type Group } from '../../src/vectors/names.ts'
import { fitsGlob } from '../../src/gate/glob.ts'

/** Methods whose answers can be judged in the process that gives them; the others need a recorder or an endpoint. */
export const ASKED: readonly Method[] = [
  'token.params',
  'token.signature',
  'token.issue',
  'token.verify',
  'body.validate',
  'sdk.minimumVersion',
]

const loaded = new Map<Group, readonly Vector[]>()

/** Reads the groups on first use, one by one, so that an import costs only what the caller needs. */
function groupVectors(group: Group): readonly Vector[] {
  const vectors = loaded.get(group) ?? copy<Family[]>(group).flatMap((family) => family.vectors)
  loaded.set(group, vectors)
  return vectors
}

function copy<T>(name: Group | 'requirements'): T {
  if (isPacked()) return readPacked<T>(name)
  throw new ChannelproofError(
    'not-built',
    'the vectors lie beside the built library only',
    'In a checkout, run "npm run build" and import from "channelproof".',
  )
}

/** Groups in which an id that fits the glob can lie. */
const groupsOf = (glob: string): readonly Group[] =>
  glob.startsWith('**')
    ? GROUPS
    : GROUPS.filter((group) => fitsGlob(glob.split('/')[0]!.replace(/\*\*.*/, '**'), group))

const all = (): readonly Vector[] =>
  GROUPS.flatMap(groupVectors).filter(({ question }) => ASKED.includes(question.method))

/**
 * The vectors whose id fits one of the globs (`*` within a part, `**` over parts), each once, in the order of a run;
 * without a glob all that `check` can judge.
 * @throws ChannelproofError `no-vector` where no id fits: a test of nothing would be green
 */
export function vectors(...globs: readonly string[]): readonly Vector[] {
  if (globs.length === 0) return all()
  const found = globs.flatMap((glob) => fitting(glob))
  return [...new Set(found)]
}

function fitting(glob: string): readonly Vector[] {
  const found = groupsOf(glob)
    .flatMap(groupVectors)
    .filter(({ id }) => fitsGlob(glob, id))
  if (found.length > 0) return found
  throw new ChannelproofError(
    'no-vector',
    `no vector id fits ${glob}`,
    '"npx channelproof list vectors" shows them all. Try "token/issue/*".',
  )
}

/** Any vector of the suite. */
export function findVector(id: VectorId): Vector | undefined {
  const group = GROUPS.find((name) => id.startsWith(`${name}/`))
  return group && groupVectors(group).find((vector) => vector.id === id)
}

let requirements: readonly Requirement[] | undefined

export function findRequirement(id: string): Requirement | undefined {
  requirements ??= copy<readonly Requirement[]>('requirements')
  return requirements.find((requirement) => requirement.id === id)
}
