import type { ComparedRule, Comparison } from './index.ts'
import { shown } from '../html/markup.ts'
import { labelsText } from '../labels.ts'
import { SIGNS } from '../html/signs.ts'
import { tallyText } from '../ruleStates.ts'
import { legend, UNCLEAR } from './text.ts'

/** The comparison for a pull request or a wiki: tables of GitHub's Markdown, under a letter for each subject. */
export function comparisonMarkdown(comparison: Comparison, { counts = false } = {}): string {
  const { subjects, warnings, sections } = comparison
  const letters = subjects.map(({ letter }) => letter)
  return (
    [
      '# Comparison',
      ...warnings.map((warning) => `> **Warning:** ${safe(warning)}`),
      table(
        ['', 'subject', 'verdict', 'exit code', 'level', 'date', 'suite'],
        subjects.map(({ letter, name, labels, headline, exitCode, level, startedAt, digest }) =>
          [
            letter,
            [name, labelsText(labels)].filter(Boolean).join(', '),
            `${headline.sign} ${headline.text}`,
            String(exitCode),
            level,
            startedAt,
            digest.slice(0, 12),
          ].map(safe),
        ),
      ),
      ...sections.flatMap(({ section, rules }) => [
        `## Section ${safe(section)}`,
        table(
          ['rule', ...letters],
          rules.map((rule) => row(rule, counts)),
        ),
      ]),
      legend(),
      UNCLEAR,
    ].join('\n\n') + '\n'
  )
}

const row = ({ id, cells }: ComparedRule, counts: boolean): string[] => [
  safe(id),
  ...cells.map(({ state, counts: tally }) => {
    const { sign, word } = SIGNS[state]
    return `${sign} ${counts ? tallyText(tally) || word : word}`
  }),
]

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Escapes text of others: no markup, no link, and no cell that ends early. */
const safe = (text: string): string =>
  shown(text, 200)
    .replace(/[\\`*_{}[\]<>()#|~&!@]/g, '\\$&')
    .replaceAll('://', '\\://')
