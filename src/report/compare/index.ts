import type { Requirement, RequirementId } from '../../model/index.ts'
import type { Shard } from '../../gate/shard.ts'
import { groupedBy } from '../../tables.ts'
import { headline, type Headline } from '../headline.ts'
import { withLabels } from '../labels.ts'
import { judgedBy, type Report } from '../report.ts'
import { tallies, worst, type Tally, unknownRules } from '../ruleStates.ts'
import type { State } from '../html/signs.ts'

export interface ReportFile {
  readonly file: string
  readonly report: Report
}

export interface ComparedSubject extends Pick<
  Report,
  'conforms' | 'partial' | 'exitCode' | 'level' | 'startedAt' | 'labels'
> {
  /** A, B … Z, AA: the heading of a narrow column. */
  readonly letter: string
  /** With the file where several subjects have the same. */
  readonly name: string
  readonly file: string
  readonly headline: Headline
  readonly suite: string
  readonly digest: string
  readonly totals: Report['totals']
  readonly shard?: Pick<Shard, 'index' | 'of'>
}

export interface Cell {
  readonly state: State
  readonly counts: Tally
}

/** One row: a rule, and a cell for each subject, in their order. */
export interface ComparedRule extends Pick<Requirement, 'id' | 'section' | 'level' | 'statement'> {
  readonly cells: readonly Cell[]
}

export interface Comparison {
  readonly schema: 1
  readonly subjects: readonly ComparedSubject[]
  /** Why cells of these reports are not directly comparable; one sentence each. */
  readonly warnings: readonly string[]
  readonly sections: readonly { readonly section: string; readonly rules: readonly ComparedRule[] }[]
  /** Rules that every report skipped. */
  readonly untested: number
}

/** Puts reports side by side. Pure; the rules are those of this version of the suite, then others that reports name. */
export function compare(files: readonly ReportFile[], requirements: readonly Requirement[]): Comparison {
  const found = files.map(({ report }) => tallies(report.verdicts))
  const named = found.flatMap((tally) => [...tally.keys()])
  const unknown = unknownRules(named, requirements, 'This version does not know the rule.')
  const all = [...requirements, ...unknown].map((rule) => rowOf(rule, found))
  const isTested = ({ state }: Cell): boolean => state !== 'skipped' && state !== 'not run'
  const tested = all.filter(({ cells }) => cells.some(isTested))
  const sections = [...groupedBy(tested, ({ section }) => section)]
  const subjects = files.map((file, at) => subjectOf(file, at, files))
  return {
    schema: 1,
    subjects,
    warnings: warnings(subjects, files),
    sections: sections.map(([section, rules]) => ({ section, rules })),
    untested: all.length - tested.length,
  }
}

type Found = readonly ReadonlyMap<RequirementId, Tally>[]

function rowOf({ id, section, level, statement }: Requirement, found: Found): ComparedRule {
  const cells = found.map((tally): Cell => ({ state: worst(tally.get(id)), counts: tally.get(id) ?? {} }))
  return { id, section, level, statement, cells }
}

function subjectOf({ file, report }: ReportFile, at: number, files: readonly ReportFile[]): ComparedSubject {
  const { conforms, partial, exitCode, level, startedAt, suite, totals, shard } = report
  const name = subjectName(report)
  const own = files.every((other) => other.report === report || subjectName(other.report) !== name)
  const ended = { headline: headline(report), conforms, partial, exitCode, level }
  return {
    letter: letterOf(at),
    name: own ? name : `${name}, ${file}`,
    file,
    ...ended,
    ...withLabels(report.labels),
    startedAt,
    suite: suite.version,
    digest: suite.vectors.digest,
    totals,
    ...(shard && { shard: { index: shard.index, of: shard.of } }),
  }
}

/** Name, version and language. */
export const subjectName = ({ subject: { name, version, language } }: Report): string =>
  [name, version, language && `(${language})`].filter(Boolean).join(' ')

/** 0 → A, 25 → Z, 26 → AA, as in a spreadsheet. */
const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

const SAME: readonly [name: string, of: (report: Report) => string, therefore: string][] = [
  ['suites (by digest)', judgedBy, 'a rule may have been tested by other vectors'],
  ['levels', ({ level }) => level, '"conforms" does not mean the same'],
  ['kinds of subjects', ({ subject }) => subject.kind, 'they were asked different vectors'],
]

const PARTIAL = 'is partial: its run was ended before every vector was judged.'
const partText = ({ index, of }: Pick<Shard, 'index' | 'of'>): string =>
  `part ${index} of ${of}: what was judged elsewhere is not in it.`

function warnings(subjects: readonly ComparedSubject[], files: readonly ReportFile[]): string[] {
  return [
    ...SAME.flatMap(([name, of, therefore]) => {
      const places = [...groupedBy(subjects.keys(), (at) => of(files[at]!.report))]
      const groups = places.map(([value, own]) => `${value} (${own.map(letterOf).join(', ')})`)
      return groups.length < 2 ? [] : [`Different ${name}, ${therefore}: ${groups.join('; ')}.`]
    }),
    ...subjects.flatMap(({ letter, shard }) => (shard ? [`${letter} is ${partText(shard)}`] : [])),
    ...subjects.flatMap(({ letter, partial }) => (partial ? [`${letter} ${PARTIAL}`] : [])),
  ]
}
