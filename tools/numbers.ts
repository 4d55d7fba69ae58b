/** docs/numbers.md, which `npm run vectors` writes: the only page with counts of vectors, rules, faults and variants. */
import { format, resolveConfig } from 'prettier'
import { VARIANTS } from '../runners/selfCheck/kills.ts'
import { rootFile } from '../runners/suite/files.ts'
import { BODY_FAULTS } from '../src/faults/body.ts'
import { CLIENT_FAULTS } from '../src/faults/client/index.ts'
import {
  FAULTS,
  GENERATED_FAULTS,
  OUTPUT_FAULTS,
  PROTOCOL_FAULTS,
  type Fault,
} from '../src/faults/catalogue.ts'
import { SERVICE_FAULTS } from '../src/faults/service/index.ts'
import type { Family, Level, Requirement } from '../src/model/index.ts'
import { groupedBy } from '../src/tables.ts'
import { suiteDigest } from '../src/vectors/format/digest.ts'

export const NUMBERS_FILE = 'docs/numbers.md'

type Cell = string | number
const LEVELS: readonly Level[] = ['required', 'recommended', 'unspecified']
const TOKEN_FAULTS = [...OUTPUT_FAULTS, ...GENERATED_FAULTS].filter((fault) => !BODY_FAULTS.includes(fault))
const SUBJECTS: readonly (readonly [subject: string, faults: readonly Fault[], variants: string])[] = [
  ['token SDKs', TOKEN_FAULTS, 'token'],
  ['HTTP clients', CLIENT_FAULTS, 'client'],
  ['services', SERVICE_FAULTS, 'service'],
  ['validators of request bodies', BODY_FAULTS, 'body'],
  ['programs that do nothing, or break off', PROTOCOL_FAULTS, ''],
  ['models of a channel', [], 'timeline'],
]

/** The text of the page. @param families all of them, in their order */
export async function numbersText(
  families: readonly Family[],
  requirements: readonly Requirement[],
): Promise<string> {
  const vectors = families.flatMap((family) => family.vectors)
  const byFamily = families.map((family) => [`\`${family.name}\``, family.vectors] as const)
  const parts = [
    '# Numbers',
    'Written by `npm run vectors`; do not edit. The other pages name no counts, so that none of them is out of date.',
    `Version of the vectors: digest \`${suiteDigest(families).slice(0, 12)}\`.`,
    '## Vectors by family',
    levelTable('family', byFamily),
    '## Rules by section',
    levelTable('section', [...groupedBy(requirements, ({ section }) => section)]),
    `${requirements.filter(({ untestable }) => untestable !== undefined).length} rules cannot be tested; \`vectors/requirements.yaml\` says why.`,
    '## Faults and variants',
    faultTable(),
    `${vectors.filter(({ catches = [] }) => catches.length > 0).length} of ${vectors.length} vectors name the faults that they target.`,
  ]
  return formatted(NUMBERS_FILE, parts.join('\n\n'))
}

/** JSON, code or Markdown as `npm run format` leaves it. */
export async function formatted(file: string, value: object | string): Promise<string> {
  const options = await resolveConfig(rootFile(file))
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return format(text, { ...options, filepath: file })
}

type Levelled = { readonly level: Level }

function levelTable(head: string, rows: readonly (readonly [string, readonly Levelled[]])[]): string {
  const all = rows.flatMap(([, list]) => list)
  const counts = (list: readonly Levelled[]): Cell[] => [
    list.length,
    ...LEVELS.map((level) => list.filter((one) => one.level === level).length),
  ]
  const lines = [...rows, ['all', all] as const].map(([name, list]) => [name, ...counts(list)])
  return table([head, 'all', ...LEVELS], lines)
}

function faultTable(): string {
  const rows = SUBJECTS.map(([subject, faults, kind]) => [
    subject,
    faults.length,
    faults.filter(({ by }) => by === 'generated').length,
    VARIANTS[kind]?.length ?? 0,
  ])
  const sum = (column: number): number => rows.reduce((total, row) => total + Number(row[column]), 0)
  const head = ['subject', 'faults', 'of these only shown by generated questions', 'variants']
  return table(head, [...rows, ['all', FAULTS.length, sum(2), sum(3)]])
}

const tableRow = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows].map(tableRow).join('\n')
