import { keysOf } from '../../tables.ts'
import type { BaselineProblem } from '../../gate/baseline.ts'
import { type Report, byFamily } from '../report.ts'
import { type Markup, markup, preformatted, when } from './markup.ts'
import { andMore, counted } from '../../text.ts'
import { openTitle, brokenBy } from '../coverage.ts'
import { generatedLines } from '../generated.ts'
import { isWrong, stateOf, rulesOf, ruleState, tallies, type RuleState } from '../ruleStates.ts'
import { controls, countItems, countsOf, countWords, foldedList, sameWords, type ListRow } from './lists.ts'
import type { FaultText } from '../../faults/fault.ts'
import type { Cause, StagesOfAnswer, VectorId, Requirement, Verdict } from '../../model/index.ts'
import {
  commonText,
  decidedText,
  unsteadyText,
  formText,
  likelyText,
  placeText,
  causeTitle,
  namedBy,
  firstWrong,
} from '../diagnosis.ts'
import { TROUBLE, troubleTitle, type Trouble } from '../trouble.ts'
import { coloured, signOf } from './signs.ts'

/** What is wrong with the list of known failures, and how the vectors differ from those that were locked. */
export const news = ({ baseline, lock }: Report): Markup =>
  markup`${when(baseline, baselineOf)}${when(lock, lockOf)}`

function baselineOf({ file, entries, problems, unfiled }: NonNullable<Report['baseline']>): Markup {
  const filed = unfiled > 0 ? ` ${unfiled} name no issue yet.` : ''
  return markup`<section id="baseline" aria-labelledby="baseline-head"><h2 id="baseline-head">Known failures</h2>
<p><code>${file}</code> lists ${entries}.${filed} ${problems.length === 0 ? 'Nothing is wrong with the list.' : `Wrong with the list: ${problems.length}.`}</p>
${problems.map(problem)}</section>`
}

const problem = ({ code, entry, line, message, edit }: BaselineProblem): Markup =>
  markup`<article class="panel"><h3><span class="bad"><span class="sign" aria-hidden="true">✗</span>${code}</span>: ${entry}${line === undefined ? '' : ` (line ${line})`}</h3><p>${message}</p>${edit.length > 0 ? markup`<p>The edit that repairs it:</p>${preformatted(edit)}` : ''}</article>`

const LISTS = { new: 'New: not in it', changed: 'Changed since', gone: 'Gone: in it only' } as const

function lockOf(lock: NonNullable<Report['lock']>): Markup {
  const lists = keysOf(LISTS).map((name) => ({ title: LISTS[name], ids: lock[name] }))
  const told = lists.filter(({ ids }) => ids.length > 0)
  const name = lock.suiteVersion === undefined ? 'Lock' : `Suite version ${lock.suiteVersion}`
  const none = told.length === 0 ? markup`<p>Every vector is as it is there.</p>` : ''
  return markup`<section id="lock" aria-labelledby="lock-head"><h2 id="lock-head">${name}</h2><p>The verdict is about the vectors that it holds.</p>${none}${told.map(({ title, ids }) => markup`<details${ids.length <= 10 ? markup` open` : ''}><summary>${title}: ${ids.length}</summary><ul class="ids">${ids.map((id) => markup`<li><code>${id}</code></li>`)}</ul></details>`)}</section>`
}

/** What the interface leaves open and the subject does, to compare two subjects. */
export function openSection({ open = [], subject }: Report): Markup {
  const title = openTitle(subject)
  if (open.length === 0) return markup``
  return markup`<section id="open" aria-labelledby="open-head"><h2 id="open-head">${title[0]!.toUpperCase()}${title.slice(1)}</h2>
<div class="scroll"><table class="open"><thead><tr><th>Rule</th><th>Section</th><th>What it does</th><th>Vectors</th></tr></thead>
<tbody>${open.map(
    ({ requirement, section, does, vectors }) =>
      markup`<tr><td><code>${requirement}</code></td><td>${section}</td><td>${does}</td><td>${andMore(vectors, 2)}</td></tr>`,
  )}</tbody></table></div></section>`
}

/** Failures of generated questions in their smallest form, each as a vector to copy. */
export function smallestSection({ generated }: Report): Markup {
  const smallest = generated?.smallest ?? []
  if (smallest.length === 0) return markup``
  return markup`<section id="smallest" aria-labelledby="smallest-head"><h2 id="smallest-head">Generated questions that failed, in their smallest form</h2>
<p class="muted">${generatedLines(generated).join('')}</p>
${smallest.map(({ from, yaml, repeat }) => markup`<h3><code>${from}</code></h3>${preformatted(yaml.trimEnd().split('\n'))}${repeat === undefined ? '' : markup`<p>Repeat it by hand:</p>${preformatted([repeat])}`}`)}</section>`
}

const BAR_WIDTH = 1000

/** A bar of outcomes for each family, followed by the same counts in words. */
export function familySection({ verdicts }: Report): Markup {
  const rows = [...byFamily(verdicts)].map(([name, own]) => {
    const counts = countsOf(own.map(stateOf))
    return markup`<tr><th scope="row">${name}</th><td>${bar(counts, own.length)}</td><td>${countWords(counts)}</td></tr>`
  })
  return markup`<section id="families" aria-labelledby="families-head"><h2 id="families-head">Families</h2>
<div class="scroll"><table class="families"><thead><tr><th>Family</th><th>Outcomes</th><th>Counts</th></tr></thead>
<tbody>${rows}</tbody></table></div></section>`
}

/** Only for eyes: a screen reader has the counts. A few failures among many stay visible. */
function bar(parts: ReturnType<typeof countsOf>, all: number): Markup {
  let from = 0
  const pieces = parts.map(({ colour, count }) => {
    const width = Math.max(BAR_WIDTH / 100, Math.round((count / all) * BAR_WIDTH))
    const piece = markup`<rect class="${colour}" x="${from}" width="${width}" height="10"/>`
    from += width
    return piece
  })
  return markup`<svg class="bar" viewBox="0 0 ${Math.max(from, 1)} 10" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>`
}

export interface CauseContext {
  readonly fault: (id: string) => FaultText | undefined
  /** The place of a vector in the list of verdicts. */
  readonly place: (id: VectorId) => number | undefined
}

/** Why the run failed: what a reader wants to know first. */
export function causes(report: Report, context: CauseContext): Markup {
  const { trouble = [], diagnosis = [], unexplained, askedToDecide, unsteady = [] } = report
  if (!hasCauses(report)) return markup``
  return markup`<section id="causes" aria-labelledby="causes-head"><h2 id="causes-head">Causes of the failures</h2>
${trouble.map((row) => troubleOf(row, context))}
${diagnosis.map((cause) => causeOf(cause, context))}
${when(unexplained, (rest) => unknown(rest, diagnosis.length > 0, context))}
${when(askedToDecide, (asked) => markup`<p>${decidedText(asked)}</p>`)}
${unsteady.map((one) => markup`<p>${unsteadyText(one)}</p>`)}</section>`
}

export const hasCauses = ({ trouble = [], diagnosis = [], unexplained, unsteady = [] }: Report): boolean =>
  trouble.length + diagnosis.length + unsteady.length > 0 || unexplained !== undefined

const troubleOf = (row: Trouble, context: CauseContext): Markup =>
  markup`<article class="panel"><h3>Trouble with the adapter: ${troubleTitle(row)}</h3><dl><dt>said</dt><dd>${row.message}</dd><dt>repair</dt><dd><b>${TROUBLE[row.kind].repair}</b></dd></dl>${explained(row.vectors, context)}</article>`

function causeOf(cause: Cause, context: CauseContext): Markup {
  const where = cause.methods && markup`<p>in ${placeText(cause)}</p>`
  const like = cause.forms && markup`<p>${formText(cause.forms)}</p>`
  return markup`<article class="panel"><h3>${causeTitle(cause)}</h3>${where}${like}${namedBy(cause).map((id) => faultOf(id, context))}${explained(cause.explains, context)}</article>`
}

function faultOf(id: string, { fault }: CauseContext): Markup {
  const row = fault(id)
  if (!row) return markup`<p><code>${id}</code></p>`
  return markup`<p><code>${id}</code></p><dl><dt>what</dt><dd>${row.does}</dd><dt>repair</dt><dd><b>${row.repair}</b></dd><dt>origin</dt><dd>${row.origin}</dd></dl>`
}

/** A list of hundreds starts closed. */
const explained = (ids: readonly VectorId[], { place }: CauseContext): Markup =>
  markup`<details><summary>${ids.length === 1 ? 'the vector' : `the ${ids.length} vectors`}</summary><ul class="ids">${ids.map((id) => link(id, place(id)))}</ul></details>`

/** The address is a number of ours, never the id. */
const link = (id: VectorId, at: number | undefined): Markup =>
  at === undefined
    ? markup`<li><code>${id}</code></li>`
    : markup`<li><a href="#v${at}"><code>${id}</code></a></li>`

function unknown(rest: NonNullable<Report['unexplained']>, others: boolean, context: CauseContext): Markup {
  const { vectors, stages, common = [], likely = [] } = rest
  return markup`<article class="panel"><h3>${counted(vectors.length, 'failure')}${others ? ' more' : ''} that no known fault explains</h3>${common.map((trait) => markup`<p>${commonText(trait)}</p>`)}${likely.map((cause) => markup`<p>${likelyText(cause)}</p>`)}${explained(vectors, context)}${stages.map(stagesOf)}</article>`
}

function stagesOf({ vector, stages }: StagesOfAnswer): Markup {
  const first = firstWrong(stages)
  const markOf = (row: StagesOfAnswer['stages'][number]): string => {
    if (row.got === undefined) return 'not seen'
    if (row.expected === row.got) return 'same'
    return row === first ? '→ differs first' : 'differs'
  }
  const rows = stages.map(
    (row) =>
      markup`<tr><th scope="row">${row.stage}<br><small>${markOf(row)}</small></th><td><code>${row.expected}</code></td><td><code>${row.got}</code></td></tr>`,
  )
  return markup`<table class="stages"><caption><code>${vector}</code>, stage by stage</caption><thead><tr><th scope="col">stage</th><th scope="col">expected</th><th scope="col">got</th></tr></thead><tbody>${rows}</tbody></table>`
}

/** Every rule, and its state after this run. */
export function rules({ verdicts }: Report, requirements: readonly Requirement[]): Markup {
  const found = tallies(verdicts)
  const broken = blamed(verdicts)
  const stated = requirements.map((rule): Stated => {
    const { state, why } = ruleState(rule, found.get(rule.id))
    return { rule, state, why, broken: broken.get(rule.id) ?? new Set<string>() }
  })
  const rows = stated.sort((a, b) => rankOf(a) - rankOf(b)).map(row)
  const counts = countsOf(rows.map(({ state }) => state))
  const options = {
    state: counts.map(({ state, word }) => [state, word] as const),
    level: sameWords(requirements.map(({ level }) => level)),
    section: sameWords(requirements.map(({ section }) => section)),
  }
  return markup`<section id="rules" aria-labelledby="rules-head"><h2 id="rules-head">Rules</h2>
<p>Where this run leaves each of the ${requirements.length} rules of the interface. Passed: none of its vectors that were judged failed. Unclear: some failed, but it is another rule that was broken there. Not shown: no vector can show it, or the interface leaves it open.</p>
<ul class="counts">${countItems(counts)}</ul>
${controls('rules', options, {})}
${foldedList('rules', rows)}</section>`
}

interface Stated extends RuleState {
  readonly rule: Requirement
  /** The rules that were broken where vectors of this rule failed. */
  readonly broken: ReadonlySet<string>
}

/** A vector stands for several rules: its failure blames the rules of its findings, not the others. */
function blamed(verdicts: readonly Verdict[]): Map<string, Set<string>> {
  const broken = new Map<string, Set<string>>()
  for (const verdict of verdicts.filter(isWrong)) {
    const own = brokenBy(verdict)
    for (const id of rulesOf(verdict))
      broken.set(id, new Set([...(broken.get(id) ?? []), ...(own.length === 0 ? [id] : own)]))
  }
  return broken
}

/** Broken rules first, then those whose vectors failed by another rule; otherwise in the order of the interface. */
function rankOf({ rule, broken }: Stated): number {
  if (broken.has(rule.id)) return 0
  return broken.size > 0 ? 1 : 2
}

function row(stated: Stated): ListRow {
  const { state, rule } = stated
  const isOpen = ['bad', 'warn'].includes(signOf(state).colour)
  return { markup: line(stated), state, group: `Section ${rule.section}`, isOpen }
}

function line({ rule, state, why, broken }: Stated): Markup {
  const { id, section, level, statement, source } = rule
  const others =
    broken.size === 0 || broken.has(id) ? '' : `; the rule that was broken there: ${[...broken].join(', ')}`
  const from = source === undefined ? '' : `; ${source}`
  return markup`<li data-state="${state}" data-level="${level}" data-section="${section}" data-row><div class="row">${coloured(signOf(state))} <code>${id}</code> <small>(section ${section}, ${level}${from})</small> <span class="title">${statement}</span> <span class="why">${why}${others}</span></div></li>`
}
