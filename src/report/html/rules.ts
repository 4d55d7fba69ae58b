import type { Requirement, Verdict } from '../../model/index.ts'
import { brokenBy } from '../coverage.ts'
import type { Report } from '../report.ts'
import { rulesOf, ruleState, tallies, type RuleState } from '../ruleStates.ts'
import { controls, foldedList, type Row, countItems, countsOf } from './lists.ts'
import { type Markup, markup } from './markup.ts'
import { signOf } from './signs.ts'

/** Every rule, and its state after this run. */
export function rules({ verdicts }: Report, requirements: readonly Requirement[]): Markup {
  const found = tallies(verdicts)
  const broken = blamed(verdicts)
  const rows = wrongFirst(
    requirements.map((rule) => ({
      rule,
      is: ruleState(rule, found.get(rule.id)),
      broken: broken.get(rule.id) ?? new Set<string>(),
    })),
  )
  const counts = countsOf(rows.map(({ is }) => is.state))
  const sections = [...new Set(requirements.map(({ section }) => section))]
  const options = {
    state: counts.map(({ state, word }) => [state, word] as const),
    level: [...new Set(requirements.map(({ level }) => level))].map((level) => [level, level] as const),
    section: sections.map((section) => [section, section] as const),
  }
  return markup`<section id="rules" aria-labelledby="rules-head"><h2 id="rules-head">Rules</h2>
<p>Where this run leaves each of the ${requirements.length} rules of the interface. Passed: none of its vectors that were judged failed. Unclear: some failed, but it is another rule that was broken there. Not shown: no vector can show it, or the interface leaves it open.</p>
<ul class="counts">${countItems(counts)}</ul>
${controls('rules', options, {})}
${foldedList('rules', rows.map(row))}</section>`
}

interface Stated {
  readonly rule: Requirement
  readonly is: RuleState
  /** The rules that were broken where vectors of this rule failed. */
  readonly broken: ReadonlySet<string>
}

/** A vector stands for several rules: its failure blames the rules of its findings, not the others. */
function blamed(verdicts: readonly Verdict[]): Map<string, Set<string>> {
  const broken = new Map<string, Set<string>>()
  for (const verdict of verdicts)
    if (verdict.outcome === 'failed' || verdict.outcome === 'errored')
      for (const id of rulesOf(verdict))
        broken.set(id, new Set([...(broken.get(id) ?? []), ...blamedFor(verdict, id)]))
  return broken
}

const blamedFor = (verdict: Verdict, id: string): readonly string[] => {
  const broken = brokenBy(verdict)
  return broken.length === 0 ? [id] : broken
}

/** Broken rules first, then those whose vectors failed by another rule; otherwise in the order of the interface. */
function wrongFirst(rows: readonly Stated[]): Stated[] {
  const rank = ({ rule, broken }: Stated): number => (broken.has(rule.id) ? 0 : broken.size > 0 ? 1 : 2)
  return [...rows].sort((a, b) => rank(a) - rank(b))
}

function row(stated: Stated): Row {
  const { state } = stated.is
  const isOpen = signOf(state).colour === 'bad' || signOf(state).colour === 'warn'
  return { markup: line(stated), state, group: `Section ${stated.rule.section}`, isOpen }
}

function line({ rule, is: { state, why }, broken }: Stated): Markup {
  const { id, section, level, statement, source } = rule
  const others =
    broken.size === 0 || broken.has(id) ? '' : `; the rule that was broken there: ${[...broken].join(', ')}`
  const { sign, word, colour } = signOf(state)
  const from = source === undefined ? '' : `; ${source}`
  return markup`<li data-state="${state}" data-level="${level}" data-section="${section}" data-row><div class="row"><span class="${colour}"><span class="sign" aria-hidden="true">${sign}</span>${word}</span> <code>${id}</code> <small>(section ${section}, ${level}${from})</small> <span class="title">${statement}</span> <span class="why">${why}${others}</span></div></li>`
}
