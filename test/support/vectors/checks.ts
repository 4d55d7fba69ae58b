import { readJson } from '../../../src/json.ts'
import type { Json, JsonObject, Question, Requirement, Vector } from '../../../src/model/index.ts'
import { isObject } from '../../../src/json.ts'
import { readYaml, type SchemaCheck } from '../../../src/vectors/format/read.ts'

/** A file under vectors/: its path from the root, and its text. */
export interface VectorFile {
  readonly path: string
  readonly text: string
}

/** The schema that a file must name in its first line and follow. */
export function schemaNameOf(path: string): string {
  if (path === 'vectors/requirements.yaml') return 'requirements'
  return path.startsWith('vectors/published/') ? 'published' : 'vectors'
}

/** What is wrong with one YAML file, checked alone. */
export function fileProblems(
  { path, text }: VectorFile,
  schemaCheck: (name: string) => SchemaCheck,
): string[] {
  const name = schemaNameOf(path)
  const up = '../'.repeat(path.split('/').length - 1)
  const first = `# yaml-language-server: $schema=${up}schemas/${name}.schema.json`
  return [
    ...(text.split('\n')[0] === first ? [] : [`${path}: its first line is not "${first}"`]),
    ...(/[^\n -~]/.test(text) ? [`${path}: it is not printable ASCII`] : []),
    ...valueProblems(path, text, schemaCheck(name)),
  ]
}

function valueProblems(path: string, text: string, check: SchemaCheck): string[] {
  try {
    readYaml(text, path, check)
    return []
  } catch (error) {
    return [`${path}: ${(error as Error).message}`]
  }
}

/** Ids that stand twice, and ids that do not begin with the name of their family. */
export function idProblems(
  families: readonly { family: string; vectors: readonly Pick<Vector, 'id'>[] }[],
): string[] {
  const ids = families.flatMap(({ family, vectors }) => vectors.map(({ id }) => ({ family, id })))
  return ids.flatMap(({ family, id }, index) => [
    ...(id.startsWith(`${family}/`) ? [] : [`${id} stands in ${family}`]),
    ...(ids.findIndex((other) => other.id === id) === index ? [] : [`${id} stands twice`]),
  ])
}

/** Ids of requirements in any text; `patternOfIds` is the pattern of requirements.schema.json. */
export function requirementIds(text: string, patternOfIds: string): string[] {
  const core = patternOfIds.replace(/^\^/, '').replace(/\$$/, '')
  const pattern = new RegExp(`(?<![A-Za-z0-9_-])${core}(?![A-Za-z0-9_$*-])`, 'g')
  return [...text.matchAll(pattern)].map(([id]) => id)
}

/** Requirements that do not have exactly one of: vectors, a reason why there are none, a family to come. */
export function coverageProblems(
  requirements: readonly Pick<Requirement, 'id' | 'untestable' | 'planned'>[],
  covered: ReadonlySet<string>,
  families: readonly string[],
): string[] {
  return requirements.flatMap(({ id, untestable, planned }) => {
    if (planned !== undefined && covered.has(id)) return [`${id} has vectors: delete "planned: ${planned}"`]
    if (untestable !== undefined && covered.has(id)) return [`${id} has vectors: delete "untestable"`]
    if (planned !== undefined && untestable !== undefined) return [`${id} is planned and untestable`]
    if (planned !== undefined && families.includes(planned))
      return [`${planned} exists and does not cover ${id}`]
    if (planned ?? untestable ?? covered.has(id)) return []
    return [`${id} has no vector: write one, or say "untestable" or "planned"`]
  })
}

export const repeated = (ids: readonly string[]): string[] =>
  ids.filter((id, index) => ids.indexOf(id) !== index)

/** Paths of the members in which two values differ. A member that one of them lacks is one difference. */
export function differences(
  a: Json | undefined,
  b: Json | undefined,
  { path = '', intoLists = false } = {},
): string[] {
  const lists = intoLists && Array.isArray(a) && Array.isArray(b)
  if (!lists && !(isObject(a) && isObject(b))) return JSON.stringify(a) === JSON.stringify(b) ? [] : [path]
  const [left, right] = [a, b] as readonly JsonObject[]
  const names = [...new Set([...Object.keys(left!), ...Object.keys(right!)])]
  return names.flatMap((name) =>
    differences(left![name], right![name], { path: `${path}/${name}`, intoLists }),
  )
}

/** Paths of the members in which two JSON texts differ: by value, by standing there twice, by how a number is written. */
export function textDifferences(a: string, b: string): string[] {
  const [left, right] = [readJson(a), readJson(b)]
  const only = (some: readonly string[], others: readonly string[]): string[] =>
    some.filter((pointer) => !others.includes(pointer))
  return [
    ...new Set([
      ...differences(left.value, right.value, { intoLists: true }),
      ...only(left.duplicates, right.duplicates),
      ...only(right.duplicates, left.duplicates),
      ...only(left.inexact, right.inexact),
      ...only(right.inexact, left.inexact),
    ]),
  ]
}

type Asking = Pick<Vector, 'id' | 'level' | 'twin' | 'question' | 'expect'>

/** Does it need a twin? A refusal proves nothing of a subject that refuses everything; an optional one is observed. */
const owesTwin = ({ expect }: Asking): boolean => expect.verdict === 'refuse'

/** Refusals whose twin is missing, is not accepted, or differs in more than one property. */
export function twinProblems(vectors: readonly Asking[]): string[] {
  const byId = new Map(vectors.map((vector) => [vector.id, vector]))
  return vectors.flatMap((vector) => {
    const { id, twin } = vector
    if (twin === undefined) return owesTwin(vector) ? [`${id} has no twin`] : []
    const other = byId.get(twin)
    if (!other) return [`${id}: its twin ${twin} does not exist`]
    // The twin of an invisible call is a visible one; each call has a secret of its own.
    if (isCall(vector) && isCall(other)) return []
    return pairProblems(vector, other).map((problem) => `${id}: its twin ${twin} ${problem}`)
  })
}

function pairProblems({ question }: Asking, { question: other, expect }: Asking): string[] {
  if (expect.verdict !== 'accept') return ['is not accepted']
  if (question.method !== other.method) return ['asks another method']
  const differing = questionDifferences(question, other)
  return differing.length === 1 ? [] : [`differs in ${differing.join(', ') || 'nothing'}`]
}

/** A body is asked as text: its members are compared. */
function questionDifferences(question: Question, other: Question): string[] {
  if (question.method !== 'body.validate' || other.method !== 'body.validate')
    return differences(question.params, other.params)
  const { kind, body } = question.params
  const bodies = textDifferences(body, other.params.body).map((path) => `/body${path}`)
  return [...(kind === other.params.kind ? [] : ['/kind']), ...bodies]
}

const isCall = ({ question }: Asking): boolean => question.method === 'client.call'
