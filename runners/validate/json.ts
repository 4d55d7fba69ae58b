import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { ChannelproofError, type Place } from '../../src/errors.ts'
import { readJson } from '../../src/json.ts'
import { visible } from '../../src/report/visible.ts'
import type { Parsed } from './tree.ts'
import { offsetFinder, type Member, type Tree } from './tree.ts'

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/** A body in JSON. @throws ChannelproofError `not-json`, with line and column where the parser gives them */
export function parseJsonBody(text: string, file: string): Parsed {
  const position = linesOf(text)
  try {
    readJson(text)
  } catch (error) {
    if (!(error instanceof ChannelproofError)) throw error
    throw notJson(error, text, file, position)
  }
  // Parsed a second time, but only after an error.
  let find: ((pointer: string) => number) | undefined
  return { input: text, offsetOf: (pointer) => (find ??= offsetFinder(treeOf(text)))(pointer), position }
}

const treeOf = (text: string): Tree<Node> => ({
  root: parseTree(text, [], STRICT),
  offset: ({ offset }) => offset,
  members,
})

function members({ type, children = [] }: Node): Map<string, Member<Node>> {
  return new Map(
    children.map((child, index) =>
      type === 'object'
        ? [child.children![0]!.value as string, { offset: child.offset, value: child.children![1] }]
        : [String(index), { offset: child.offset, value: child }],
    ),
  )
}

function notJson(
  error: ChannelproofError,
  text: string,
  file: string,
  position: Parsed['position'],
): ChannelproofError {
  const first = firstError(text)
  const place: Place = { file, ...(first && position(first.offset)) }
  const told = first ? words(first) : visible(error.message.replace(/^no JSON: /, ''))
  // An editor does not show a byte order mark.
  const why = text.startsWith('\ufeff') ? 'it begins with a byte order mark (RFC 8259 section 8.1)' : told
  return new ChannelproofError('not-json', `it is not JSON: ${why}`, error.advice, place)
}

/** The runtime's parser gives no place; a text that is nested too deeply has none. */
function firstError(text: string): ParseError | undefined {
  const errors: ParseError[] = []
  try {
    parseTree(text, errors, STRICT)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
  return errors[0]
}

/** `PropertyNameExpected` → `property name expected` */
const words = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase()

/** Line and column of an offset, both counted from 1; columns as editors count them, in UTF-16 units. */
function linesOf(text: string): Parsed['position'] {
  return (offset) => {
    const before = text.slice(0, offset)
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
  }
}
