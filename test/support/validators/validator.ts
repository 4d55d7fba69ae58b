import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCHEMA_BASE } from '../../../runners/suite/schemas.ts'
import type { Library } from '../portability/libraries.ts'
import type { Body, Checked } from './bodies.ts'

/** A validator of JSON Schema: verdicts over bodies by the schemas of a folder, in the order of the bodies. */
export interface Validator {
  readonly name: string
  /** Where it is of another language. */
  readonly library?: Library
  readonly check: (schemasFolder: string, bodies: readonly Body[]) => Promise<Checked[]>
}

export const urlOf = (kind: string): string => `${SCHEMA_BASE}${kind}-request.schema.json`

/** The schema files of a folder, parsed. */
export const schemasOf = (folder: string): { readonly $id: string }[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.schema.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { $id: string })

/** A body that is no JSON is refused by the parser, before any schema: the keyword `json` says so. */
export const tolerant =
  (check: (body: Body) => Checked) =>
  (body: Body): Checked => {
    try {
      return check(body)
    } catch (error) {
      if (error instanceof SyntaxError)
        return { valid: false, errors: [{ keyword: 'json', instancePath: '' }] }
      throw error
    }
  }
