import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml'
import { ChannelproofError } from '../../src/errors.ts'
import { isLostFraction } from '../../src/json.ts'
import type { Json } from '../../src/model/index.ts'
import { visible } from '../../src/report/visible.ts'
import { isDeepYaml } from '../../src/vectors/format/read.ts'
import { type Parsed, offsetFinder, type PlacedMember, type Tree } from './json.ts'

/** A few aliases are fine; a tower of them is an attack on the memory. */
const ALIASES = 100

/** A body in YAML. @throws ChannelproofError `not-yaml` */
export function parseYamlBody(text: string, file: string): Parsed {
  const lineCounter = new LineCounter()
  const position = (offset: number): { line: number; column: number } => {
    const { line, col } = lineCounter.linePos(offset)
    return { line, column: col }
  }
  const broken = (why: string, offset?: number): ChannelproofError => {
    const place = { file, ...(offset !== undefined && position(offset)) }
    const what = `it is not YAML of one body: ${visible(why)}`
    return new ChannelproofError('not-yaml', what, 'Repair the YAML.', place)
  }
  try {
    if (isDeepYaml(text)) throw broken('it is nested too deeply')
    // uniqueKeys compares every key with every other, so that a large map takes minutes.
    const options = { lineCounter, version: '1.2', uniqueKeys: false, logLevel: 'error' } as const
    const document = parseDocument(text, options)
    const [error] = document.errors
    if (error)
      throw broken(error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, ''), error.pos[0])
    const again = repeatedKey(document)
    if (again) throw broken(`the key ${again.name} stands twice in its map`, again.offset)
    keepFractions(document)
    const input = document.toJS({ maxAliasCount: ALIASES }) as Json
    const offsetOf = offsetFinder(treeOf(document))
    // A text alone is a body like any other; to the validator a string is JSON text.
    return { input: typeof input === 'string' ? JSON.stringify(input) : input, offsetOf, position }
  } catch (error) {
    if (error instanceof ReferenceError) throw broken('its aliases stand for too much')
    throw error
  }
}

/** Keeps a fraction that a double would lose as some fraction: no rule distinguishes fractions. */
function keepFractions(document: Document): void {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'number' && isLostFraction(node.source ?? '')) node.value = 0.5
    },
  })
}

function repeatedKey(document: Document): { name: string; offset: number } | undefined {
  let found: { name: string; offset: number } | undefined
  visit(document, {
    Map: (_, map) => {
      const names = new Set<string>()
      for (const { key } of map.items as YAMLMap<Node>['items']) {
        const name = nameOf(key)
        if (names.has(name)) {
          found = { name, offset: key.range?.[0] ?? 0 }
          return visit.BREAK
        }
        names.add(name)
      }
      return undefined
    },
  })
  return found
}

const treeOf = (document: Document): Tree<Node> => ({
  root: document.contents as Node,
  offset: (node) => node.range?.[0] ?? 0,
  members: (node) => members(node, document),
})

function members(node: Node, document: Document): Map<string, PlacedMember<Node>> {
  const real = isAlias(node) ? node.resolve(document) : node
  const entry = (value: Node): PlacedMember<Node> => ({ offset: value.range?.[0] ?? 0, value })
  if (isMap<Node, Node>(real))
    return new Map(
      real.items.map(({ key, value }) => [nameOf(key), { ...entry(key), value: value ?? undefined }]),
    )
  if (isSeq<Node>(real)) return new Map(real.items.map((item, index) => [String(index), entry(item)]))
  return new Map()
}

const nameOf = (key: Node): string => (isScalar(key) ? String(key.value) : String(key))
