import type { Cell, ComparedRule, ComparedSubject, Comparison } from './index.ts'
import { labelsText } from '../labels.ts'
import { fitted, paragraphs, tableRow } from '../lines.ts'
import { SIGNS, type State } from '../html/signs.ts'
import { tallyText } from '../ruleStates.ts'
import { visible } from '../visible.ts'
import { shown } from '../html/markup.ts'

const WIDTH = 80
/** The longest id of a rule has 42 characters. */
const IDS = 44

const JUDGED = ['passed', 'failed', 'errored', 'excused', 'unclear'] as const
/** States that a cell can have. */
export const CELLS: readonly State[] = [...JUDGED, 'observed', 'skipped', 'not run']
/** What is not plain of the words in the cells. */
export const UNCLEAR =
  'Skipped: not offered, or not possible. Unclear: vectors of the rule failed, but it is another rule that was broken there.'
const LEGEND = CELLS.map((state) => `${SIGNS[state].sign} ${SIGNS[state].word}`).join('   ')

/** The comparison in 80 columns: a letter for each subject, and as many tables as the subjects need. */
export function comparisonText(comparison: Comparison, { counts = false } = {}): string {
  const { subjects, warnings, sections, untested } = comparison
  const rules = sections.reduce((sum, { rules }) => sum + rules.length, 0)
  const tested = `${rules} rules that at least one of them was tested on`
  return paragraphs([
    wrapped(`${subjects.length} subjects, ${tested} (${untested} more were not)`, ''),
    ...warnings.map((warning) => wrapped(`WARNING  ${warning}`, '         ')),
    ...subjects.map(subjectText),
    ...blocks(subjects).flatMap((block) => tables(comparison, block, counts)),
    wrapped(LEGEND, ''),
    wrapped(UNCLEAR, ''),
  ])
}

function subjectText(subject: ComparedSubject): string {
  const { letter, name, headline, exitCode, startedAt, digest, labels } = subject
  const { excused, ...outcomes } = subject.totals
  const numbers = Object.entries({ ...outcomes, failed: outcomes.failed - excused, excused })
  const told = numbers.filter(([, count]) => count > 0).map(([outcome, count]) => `${count} ${outcome}`)
  const indent = '     '
  const lines = [
    `${letter.padEnd(3)}  ${name}`,
    ...(labels ? [indent + labelsText(labels)] : []),
    `${indent}${headline.sign} ${headline.text} (exit code ${exitCode})`,
    `${indent}${told.join(', ')}; ${startedAt}, suite ${digest.slice(0, 12)}`,
  ]
  return lines.map((line) => wrapped(line, indent)).join('\n')
}

/** Subjects whose columns fit next to the ids: places in the list. */
function blocks(subjects: readonly ComparedSubject[]): number[][] {
  const fit = Math.floor((WIDTH - IDS) / columnOf(subjects))
  const columns = subjects.map((_, at) => at)
  return columns.filter((at) => at % fit === 0).map((from) => columns.slice(from, from + fit))
}

const columnOf = (subjects: readonly ComparedSubject[]): number =>
  Math.max(...subjects.map(({ letter }) => letter.length)) + 1

function tables({ subjects, sections }: Comparison, block: readonly number[], counts: boolean): string[] {
  const width = columnOf(subjects)
  const row = (head: string, cells: readonly string[]): string =>
    (
      fitted(visible(head), IDS - 1).padEnd(IDS - 1) + cells.map((cell) => cell.padStart(width)).join('')
    ).trimEnd()
  const letters = block.map((at) => subjects[at]!.letter)
  const signs = ({ cells }: ComparedRule): string[] => block.map((at) => SIGNS[cells[at]!.state].sign)
  const told = ({ cells }: ComparedRule): string =>
    block.map((at) => `${subjects[at]!.letter} ${tallyText(cells[at]!.counts) || 'not run'}`).join('; ')
  const lines = (rule: ComparedRule): string[] => [
    row(`  ${rule.id}`, signs(rule)),
    ...(counts ? [wrapped(`      ${told(rule)}`, '      ')] : []),
  ]
  return sections.map(({ section, rules }) =>
    [row(`Section ${section}`, letters), ...rules.flatMap(lines)].join('\n'),
  )
}

/** Lines of at most 80 characters; a longer word is broken, and a very long text is cut. */
function wrapped(text: string, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of fitted(visible(text), 500).match(/ *[^ ]+/g) ?? []) {
    if (line !== '' && line.length + word.length > WIDTH) {
      lines.push(line)
      line = indent + word.trimStart()
    } else line += word
    for (; line.length > WIDTH; line = indent + line.slice(WIDTH)) lines.push(line.slice(0, WIDTH))
  }
  return [...lines, line].join('\n')
}

/** The comparison for a pull request or a wiki: tables of GitHub's Markdown, under a letter for each subject. */
export function comparisonMarkdown(comparison: Comparison, { counts = false } = {}): string {
  const { subjects, warnings, sections } = comparison
  const head = ['rule', ...subjects.map(({ letter }) => letter)]
  const cellsOf = (rules: readonly ComparedRule[]): string[][] => rules.map((rule) => row(rule, counts))
  return paragraphs([
    '# Comparison',
    ...warnings.map((warning) => `> **Warning:** ${safe(warning)}`),
    table(['', 'subject', 'verdict', 'exit code', 'level', 'date', 'suite'], subjects.map(subjectRow)),
    ...sections.flatMap(({ section, rules }) => [`## Section ${safe(section)}`, table(head, cellsOf(rules))]),
    LEGEND,
    UNCLEAR,
  ])
}

function subjectRow(subject: ComparedSubject): string[] {
  const { letter, name, labels, headline, exitCode, level, startedAt, digest } = subject
  const who = [name, labelsText(labels)].filter(Boolean).join(', ')
  const verdict = `${headline.sign} ${headline.text}`
  return [letter, who, verdict, String(exitCode), level, startedAt, digest.slice(0, 12)].map(safe)
}

function row({ id, cells }: ComparedRule, withCounts: boolean): string[] {
  const wordOf = ({ state, counts }: Cell): string => (withCounts && tallyText(counts)) || SIGNS[state].word
  return [safe(id), ...cells.map((cell) => `${SIGNS[cell.state].sign} ${wordOf(cell)}`)]
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(tableRow).join('\n')

/** Escapes text of others: no markup, no link, and no cell that ends early. */
const safe = (text: string): string =>
  shown(text, 200)
    .replace(/[\\`*_{}[\]<>()#|~&!@]/g, '\\$&')
    .replaceAll('://', '\\://')
