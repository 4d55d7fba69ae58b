import { isScalar, Lexer, LineCounter, parseDocument, Parser, visit, type Document } from 'yaml'
import { ChannelproofError } from '../../errors.ts'
import type { Json } from '../../model/index.ts'

/** Lists what breaks a schema in a value, one line each; an empty list if it fits. */
export type SchemaCheck = (value: unknown) => readonly string[]

/**
 * Reads one YAML file of ours: portable YAML, checked against its schema.
 * @throws ChannelproofError `yaml-malformed` or `schema-violation`, with file and line
 */
export function readYaml<T>(text: string, file: string, check: SchemaCheck): T {
  const lineCounter = new LineCounter()
  const malformed = (why: string, offset: number): ChannelproofError => {
    const { line, col: column } = lineCounter.linePos(offset)
    const advice = 'Repair the YAML; generated files come back with "npm run vectors".'
    return new ChannelproofError('yaml-malformed', why, advice, { file, line, column })
  }
  const document = parseDocument(text, { lineCounter, version: '1.2', uniqueKeys: true })
  const [broken] = document.errors
  if (broken) throw malformed(broken.message.split('\n')[0]!, broken.pos[0])
  const reference = firstReference(document)
  if (reference !== undefined) throw malformed('aliases and merge keys are not read; write it out', reference)
  return checked<T>(document.toJS({ maxAliasCount: 0 }) as Json, file, check)
}

/** The same for a file that people wrote: deep nesting may fill the stack, and the search for it takes time. */
export function readForeignYaml<T>(text: string, file: string, check: SchemaCheck): T {
  if (!isDeepYaml(text)) return readYaml<T>(text, file, check)
  const advice = 'Compare the file with its schema under schemas/.'
  throw new ChannelproofError('yaml-malformed', 'it is nested too deeply', advice, { file })
}

/** Our own files have some 5 levels, a body has 4, and what layout and watermarks hold is not shown. */
const DEPTH = 200

/**
 * Is a YAML text nested too deeply to read? Only the part of the parser decides that needs no stack: the rest can end
 * the whole process when the stack is full.
 */
export function isDeepYaml(text: string): boolean {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme))
    if (parser.stack.length > DEPTH) return true
  }
  return false
}

/** The place of the first alias or merge key: parsers of YAML do not read them alike. */
function firstReference(document: Document): number | undefined {
  let offset: number | undefined
  const found = (range: readonly number[] | null | undefined): symbol => {
    offset = range?.[0] ?? 0
    return visit.BREAK
  }
  visit(document, {
    Alias: (_, { range }) => found(range),
    Pair: (_, { key }) => (isScalar(key) && key.source === '<<' ? found(key.range) : undefined),
  })
  return offset
}

/** The value itself, if it fits its schema. @throws ChannelproofError `schema-violation` */
export function checked<T>(value: Json, file: string, check: SchemaCheck): T {
  const problems = check(value)
  if (problems.length === 0) return value as T
  const advice = 'Compare the file with its schema under schemas/.'
  throw new ChannelproofError('schema-violation', problems.slice(0, 3).join('; '), advice, { file })
}
