import { isObject } from '../json.ts'
import type { Json, JsonObject } from '../model/index.ts'

/** The value of a schema file, by its name: `join-params.schema.json`. */
export type ReadSchema = (file: string) => JsonObject

/** The document in one piece: every schema file that it needs stands under components/schemas. */
export function bundle(document: JsonObject, read: ReadSchema): JsonObject {
  const schemas = new Map<string, JsonObject>()
  const add = (file: string): void => {
    if (schemas.has(file)) return
    // Set before its own references are followed, because files may refer to each other.
    schemas.set(file, {})
    schemas.set(file, embedded(rewrite(read(file), file, add)))
  }
  const { components, ...rest } = rewrite(document, '', add)
  const sorted = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1))
  const named = Object.fromEntries(sorted.map(([file, schema]) => [nameOf(file), schema]))
  return { ...rest, components: { ...(isObject(components) && components), schemas: named } }
}

/** Without its own name: an `$id` would make references inside it look for other files again. */
const embedded = ({ $id: _id, $schema: _schema, ...schema }: JsonObject): JsonObject => schema

/** `join-params.schema.json` → `JoinParams`: code generators make type names of it. */
const nameOf = (file: string): string =>
  file.replace('.schema.json', '').replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** `file` is the schema file that the value stands in; '' is the document itself. */
function rewrite(value: JsonObject, file: string, add: (file: string) => void): JsonObject {
  const rewritten = (name: string, member: Json): Json =>
    name === '$ref' && typeof member === 'string'
      ? reference(member, file, add)
      : inner(name, member, file, add)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewritten(name, member)]))
}

/** Examples are data: a member of an example is no reference, whatever its name. */
function inner(name: string, value: Json, file: string, add: (file: string) => void): Json {
  if (name === 'examples' || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Json) => inner('', item, file, add))
  return isObject(value) ? rewrite(value, file, add) : value
}

function reference(ref: string, file: string, add: (file: string) => void): string {
  const [target = '', pointer = ''] = ref.split('#')
  const schema = target || file
  if (schema === '') return ref
  add(schema)
  return `#/components/schemas/${nameOf(schema)}${pointer}`
}
