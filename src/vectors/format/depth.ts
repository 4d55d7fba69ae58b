import { Lexer, Parser } from 'yaml'

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
