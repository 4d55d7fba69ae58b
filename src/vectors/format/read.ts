import { LineCounter, parseDocument } from 'yaml'
import { ChannelproofError } from '../../errors.ts'
import type { Json } from '../../model/index.ts'

/** Says what a value breaks of a schema, one line each; nothing if it fits. */
export type SchemaCheck = (value: unknown) => readonly string[]

/**
 * Reads one YAML file of ours: portable YAML, checked against its schema.
 * @throws ChannelproofError `yaml-malformed` or `schema-violation`, with file and line
 */
export function readYaml<T>(text: string, file: string, check: SchemaCheck): T {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, version: '1.2', uniqueKeys: true })
  const [broken] = document.errors
  if (broken) {
    const { line, col } = lineCounter.linePos(broken.pos[0])
    const advice = 'Repair the YAML; generated files come back with "npm run vectors".'
    throw new ChannelproofError('yaml-malformed', broken.message.split('\n')[0]!, advice, {
      file,
      line,
      column: col,
    })
  }
  return checked<T>(document.toJS({ maxAliasCount: 0 }) as Json, file, check)
}

/** The value itself, if it fits its schema. @throws ChannelproofError `schema-violation` */
export function checked<T>(value: Json, file: string, check: SchemaCheck): T {
  const problems = check(value)
  if (problems.length === 0) return value as T
  const advice = 'Compare the file with its schema under schemas/.'
  throw new ChannelproofError('schema-violation', problems.slice(0, 3).join('; '), advice, { file })
}
