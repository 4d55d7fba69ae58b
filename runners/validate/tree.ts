import type { Json } from '../../src/model/index.ts'

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
  readonly members: (node: Node) => ReadonlyMap<string, Member<Node>>
}

export interface Member<Node> {
  readonly offset: number
  readonly value: Node | undefined
}

/** The place of a member: the offset of its name, or of its closest parent that stands in the text. */
export function offsetFinder<Node extends object>(tree: Tree<Node>): (pointer: string) => number {
  // An object may have very many members, each with a mistake.
  const cache = new Map<Node, ReadonlyMap<string, Member<Node>>>()
  const membersOf = (node: Node): ReadonlyMap<string, Member<Node>> => {
    const members = cache.get(node) ?? tree.members(node)
    cache.set(node, members)
    return members
  }
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
