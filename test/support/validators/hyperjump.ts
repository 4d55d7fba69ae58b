import type { OutputUnit } from '@hyperjump/json-schema'
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import { BASIC } from '@hyperjump/json-schema/experimental'
import type { Blame } from '../../../src/model/index.ts'
import { schemasOf, tolerant, urlOf, type Validator } from './validator.ts'

type Compiled = Awaited<ReturnType<typeof compile>>

export const HYPERJUMP: Validator = {
  name: '@hyperjump/json-schema',
  check: async (folder, bodies) => {
    const compiled = await compile(folder, [...new Set(bodies.map(({ kind }) => kind))])
    return bodies.map(tolerant(({ kind, body }) => verdict(compiled, kind, body)))
  },
}

/** It has one registry for all: the schemas of a folder are in it only while they are compiled. */
async function compile(folder: string, kinds: readonly string[]) {
  const schemas = schemasOf(folder)
  for (const schema of schemas) registerSchema({ ...schema })
  try {
    return new Map(await Promise.all(kinds.map(async (kind) => [kind, await validate(urlOf(kind))] as const)))
  } finally {
    for (const { $id } of schemas) unregisterSchema($id)
  }
}

function verdict(compiled: Compiled, kind: string, body: string) {
  const output = compiled.get(kind)!(JSON.parse(body) as never, BASIC)
  return { valid: output.valid, errors: output.valid ? [] : (output.errors ?? []).map(blame) }
}

/** It names places by URI fragments, and blames an unlisted member where the others blame the object. */
function blame({ absoluteKeywordLocation, instanceLocation }: OutputUnit): Blame {
  const keyword = absoluteKeywordLocation.split('/').at(-1)!
  const place = decodeURIComponent(instanceLocation.slice(1))
  return { keyword, instancePath: keyword === 'additionalProperties' ? place.replace(/\/[^/]*$/, '') : place }
}
