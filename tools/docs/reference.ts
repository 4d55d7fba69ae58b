/** One page for each rule, fault and family of vectors. */
import type { Family, Requirement, Vector } from '../../src/model/index.ts'
import { FAULTS, type Fault } from '../../src/faults/catalogue.ts'
import { groupedBy } from '../../src/tables.ts'
import { counted } from '../../src/text.ts'
import { listYaml } from '../../src/vectors/format/write.ts'
import { useOf } from '../../src/vectors/names.ts'
import type { Suite } from '../../runners/suite/index.ts'

/** Text without a meaning in Markdown. */
const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>|{}#~]/g, String.raw`\$&`)

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const ruleLink = (id: string): string => `[${id}](/rules/${id}.md)`
const faultLink = (id: string): string => `[${id}](/faults/${id}.md)`
const familyOf = (id: string): string => id.split('/').slice(0, 2).join('/')
const vectorLink = (id: string): string => `[${id}](/families/${familyOf(id)}.md#${anchorOf(id)})`
const anchorOf = (id: string): string => id.split('/').slice(2).join('-')

const page = (...parts: readonly (string | undefined)[]): string =>
  `${parts.filter((part) => part !== undefined).join('\n\n')}\n`

/** Every page of the reference by its path, with an index for each kind. @param suite with the vectors of all groups */
export function reference(suite: Suite): ReadonlyMap<string, string> {
  return new Map([...rulePages(suite), ...faultPages(suite), ...familyPages(suite)])
}

function rulePages({ requirements, vectors }: Suite): [string, string][] {
  const rowOf = ({ id, level, statement }: Requirement) => [ruleLink(id), level, plain(statement)]
  const sections = groupedBy(requirements, ({ section }) => section)
  const index = page(
    '# Rules',
    `${counted(requirements.length, 'rule')}, each with the section of the interface that it stands in. What is \`required\` fails a run; \`recommended\` does so with \`--level recommended\`; \`unspecified\` never does, because the text is silent there.`,
    ...[...sections].flatMap(([section, rules]) => [
      `## Section ${plain(section)}`,
      table(['rule', 'level', 'what it says'], rules.map(rowOf)),
    ]),
  )
  return [
    ['rules/index.md', index],
    ...requirements.map((rule): [string, string] => [`rules/${rule.id}.md`, rulePage(rule, vectors)]),
  ]
}

function rulePage(rule: Requirement, vectors: readonly Vector[]): string {
  const { id, section, level, statement, source, untestable, planned } = rule
  const own = vectors.filter(({ requirements }) => requirements.includes(id))
  const caught = [...new Set(own.flatMap(({ catches = [] }) => catches))]
  return page(
    `# ${id}`,
    plain(statement),
    `Section ${plain(section)} of the interface, level \`${level}\`${source === undefined ? '' : `, from ${plain(source)}`}.`,
    untestable && `No vector can exist: ${plain(untestable)}`,
    planned && `Planned: ${plain(planned)}`,
    ...vectorPart('Vectors', own),
    ...(caught.length === 0 ? [] : ['## Faults that they catch', caught.map(faultLink).join(', ')]),
  )
}

function vectorPart(title: string, vectors: readonly Vector[]): string[] {
  const rows = vectors.map(({ id, title }) => [vectorLink(id), plain(title)])
  return rows.length === 0 ? [] : [`## ${title}`, table(['vector', 'what it asks'], rows)]
}

function faultPages({ vectors }: Suite): [string, string][] {
  const rowOf = ({ id, does }: Fault) => [faultLink(id), plain(does)]
  const index = page(
    '# Faults',
    `${counted(FAULTS.length, 'fault')} of real code. A report names them, and this is what each is and how it is repaired.`,
    ...[...groupedBy(FAULTS, ({ group }) => group)].flatMap(([group, faults]) => [
      `## ${group}`,
      table(['fault', 'what the code does'], faults.map(rowOf)),
    ]),
  )
  return [
    ['faults/index.md', index],
    ...FAULTS.map((fault): [string, string] => [`faults/${fault.id}.md`, faultPage(fault, vectors)]),
  ]
}

function faultPage(fault: Fault, vectors: readonly Vector[]): string {
  const { id, group, does, repair, origin, reference, by } = fault
  const own = vectors.filter(({ catches }) => catches?.includes(id))
  const rules = [...new Set(own.flatMap(({ requirements }) => requirements))]
  const facts = [
    ['repair', plain(repair)],
    ['origin', plain(origin)],
    ...(reference === undefined ? [] : [['seen in', plain(reference)]]),
    ...(rules.length === 0 ? [] : [['rules', rules.map(ruleLink).join(', ')]]),
  ]
  return page(
    `# ${id}`,
    plain(does),
    table(['group', plain(group)], facts),
    by === 'generated' ? 'Generated questions find it; no shipped vector shows it.' : undefined,
    ...vectorPart('Vectors written for it', own),
  )
}

function familyPages({ families }: Suite): [string, string][] {
  const rows = families.map(({ name, title, vectors }) => [
    `[${name}](/families/${name}.md)`,
    String(vectors.length),
    plain(title),
  ])
  const index = page('# Families of vectors', table(['family', 'vectors', 'what it is about'], rows))
  return [
    ['families/index.md', index],
    ...families.map((family): [string, string] => [`families/${family.name}.md`, familyPage(family)]),
  ]
}

function familyPage({ name, title, vectors }: Family): string {
  const rows = vectors.map(({ id, title, level, requirements, catches = [] }) => [
    `\`${id.slice(name.length + 1)}\`{#${anchorOf(id)}}`,
    plain(title),
    level,
    requirements.map(ruleLink).join(', '),
    catches.map(faultLink).join(', '),
  ])
  return page(
    `# ${name}`,
    `${plain(title)}. ${counted(vectors.length, 'vector')}, ${plain(useOf(name))}.`,
    '## The first one in full',
    `\`\`\`yaml\n${listYaml(vectors.slice(0, 1))}\`\`\``,
    '## All of them',
    table(['vector', 'what it asks', 'level', 'rules', 'faults that it catches'], rows),
  )
}
