import type { Json } from '../../src/model/index.ts'
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { ChannelproofError, type Place } from '../../src/errors.ts'
import { readJson } from '../../src/json.ts'
import { visible } from '../../src/report/visible.ts'
import { onceFor } from '../../src/tables.ts'

/** A body that was read, and where its members stand. */
export interface Parsed {
  /** JSON text, or the value of a YAML text. */
  readonly input: string | Exclude<Json, string>
  readonly offsetOf: (pointer: string) => number
  /** Both counted from 1. */
  readonly position: (offset: number) => { readonly line: number; readonly column: number }
}

/** A parsed text with the offsets of its members; `Node` is the parser's type of a value. */
export interface Tree<Node> {
  readonly root: Node | undefined
  readonly offset: (node: Node) => number
  /** Members by name or index, each with the offset of its name or entry. Of a repeated one the last. */
  readonly members: (node: Node) => ReadonlyMap<string, PlacedMember<Node>>
}

export interface PlacedMember<Node> {
  readonly offset: number
  readonly value: Node | undefined
}

/** The place of a member: the offset of its name, or of its closest parent that stands in the text. */
export function offsetFinder<Node extends object>(tree: Tree<Node>): (pointer: string) => number {
  // An object may have very many members, each with a violation.
  const membersOf = onceFor(tree.members)
  return (pointer) => {
    let [node, offset] = [tree.root, tree.root ? tree.offset(tree.root) : 0]
    for (const step of stepsOf(pointer)) {
      const member = node && membersOf(node).get(step)
      if (!member) return offset
      node = member.value
      offset = member.offset
    }
    return offset
  }
}

const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/** A body in JSON. @throws ChannelproofError `not-json`, with line and column where the parser gives them */
export function parseJsonBody(text: string, file: string): Parsed {
  // Columns as editors count them, in UTF-16 units.
  const position = (offset: number): { line: number; column: number } => {
    const before = text.slice(0, offset)
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
  }
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

function members({ type, children = [] }: Node): Map<string, PlacedMember<Node>> {
  const rows = children.map((child, index): [string, PlacedMember<Node>] => {
    const [name, value] = type === 'object' ? child.children! : []
    return [name ? String(name.value) : String(index), { offset: child.offset, value: name ? value : child }]
  })
  return new Map(rows)
}

function notJson(error: ChannelproofError, text: string, file: string, position: Parsed['position']) {
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
