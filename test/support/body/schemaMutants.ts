import type { Json, JsonObject } from '../../../src/model/index.ts'

/** A schema with one constraint taken away, loosened or tightened. */
export interface Mutant {
  readonly what: string
  readonly schema: JsonObject
}

/** The replacement of a keyword; absent: the keyword is removed. */
interface Change {
  readonly what: string
  readonly value?: Json
}

const GONE: Change = { what: 'removed' }
const to = (value: Json): Change => ({ what: `→ ${JSON.stringify(value)}`, value })
const but = (list: readonly Json[], out: Json): Json[] => list.filter((other) => other !== out)

/** Keywords that can only be removed. */
const REMOVABLE = new Set(['additionalProperties', 'items', '$ref', 'if', 'then', 'dependentSchemas'])

/** Changes of each keyword. A keyword that is missing here constrains nothing, or is a parent of others. */
const CHANGES: Readonly<Record<string, (value: never, node: JsonObject) => Change[]>> = {
  type: (type: string) => [
    GONE,
    to([type, 'null']),
    ...(type === 'integer' ? [to('number'), to(['integer', 'string'])] : []),
  ],
  required: (names: string[], { properties }) => [
    GONE,
    ...names.map((name) => ({ what: `without ${name}`, value: but(names, name) })),
    ...Object.keys((properties ?? {}) as JsonObject)
      .filter((name) => !names.includes(name))
      .map((name) => ({ what: `with ${name}`, value: [...names, name] })),
  ],
  enum: (values: number[]) => [
    GONE,
    ...values.flatMap((value) => [
      to(but(values, value)),
      ...[value - 1, value + 1, String(value)]
        .filter((more) => !values.includes(more as number))
        .map((more) => to([...values, more])),
    ]),
  ],
  const: (value: number) => [GONE, to(value - 1), to(value + 1)],
  minimum: (value: number) => [GONE, to(value - 1), to(value + 1)],
  maximum: (value: number) => [GONE, to(value - 1), to(value + 1)],
  properties: (members: JsonObject) =>
    Object.entries(members)
      .filter(([, member]) => member !== true)
      .flatMap(([name]) => [
        { what: `${name} anything`, value: { ...members, [name]: true } },
        {
          what: `without ${name}`,
          value: Object.fromEntries(Object.entries(members).filter(([n]) => n !== name)),
        },
      ]),
  pattern: (pattern: string) => [GONE, ...loosePatterns(pattern).map(to)],
}

/** The pattern of an address with each of its parts loosened or tightened. */
function loosePatterns(pattern: string): string[] {
  const parts = pattern.match(/\[A-Za-z\]\*|\[\\s\\S\]|\[[A-Z][a-z]\]\??|:|\/|\^/g)!
  if (parts.join('') !== pattern)
    throw new Error(`test/support/body/schemaMutants.ts cannot take ${pattern} apart`)
  return parts.flatMap((part, index) => looseParts(part).map((other) => parts.with(index, other).join('')))
}

function looseParts(part: string): string[] {
  if (part.endsWith('*')) return ['', part.replace('*', '+'), part.replace('*', '?')]
  const letter = /^\[([A-Z])([a-z])\](\??)$/.exec(part)
  if (!letter)
    return part.startsWith('[') ? ['', `${part}${part}`] : ['', ...(part === '^' ? [] : ['.', `${part}?`])]
  const [, upper, lower, optional] = letter
  return [
    `[${upper}]${optional}`,
    `[${lower}]${optional}`,
    `.${optional}`,
    '',
    optional ? part.slice(0, -1) : `${part}?`,
  ]
}

/** Keywords whose members are schemas under names, and those that are a schema. */
const NAMED = ['properties', '$defs', 'dependentSchemas']
const SINGLE = ['items', 'if', 'then']

const changesOf = (keyword: string, value: Json, schema: JsonObject): Change[] =>
  REMOVABLE.has(keyword) ? [GONE] : (CHANGES[keyword]?.(value as never, schema) ?? [])

/** Every mutant of a schema. */
export function mutantsOf(schema: JsonObject, path = ''): Mutant[] {
  const own = Object.entries(schema).flatMap(([keyword, value]) =>
    changesOf(keyword, value, schema).map((change) => ({
      what: `${path}/${keyword} ${change.what}`,
      schema: replaced(schema, keyword, change.value),
    })),
  )
  return [...own, ...SINGLE.flatMap((name) => inner(schema, name, path)), ...NAMED.flatMap(within)]

  function within(keyword: string): Mutant[] {
    const members = schema[keyword]
    if (members === undefined) return []
    return Object.keys(members as JsonObject).flatMap((name) =>
      inner(members as JsonObject, name, `${path}/${keyword}`).map((mutant) => ({
        ...mutant,
        schema: { ...schema, [keyword]: mutant.schema },
      })),
    )
  }
}

/** Mutants of one member of `parent`, each within a copy of it. */
function inner(parent: JsonObject, name: string, path: string): Mutant[] {
  const value = parent[name]
  if (typeof value !== 'object') return []
  return mutantsOf(value as JsonObject, `${path}/${name}`).map((mutant) => ({
    ...mutant,
    schema: { ...parent, [name]: mutant.schema },
  }))
}

function replaced(schema: JsonObject, keyword: string, value: Json | undefined): JsonObject {
  const { [keyword]: _, ...rest } = schema
  return value === undefined ? rest : { ...rest, [keyword]: value }
}
