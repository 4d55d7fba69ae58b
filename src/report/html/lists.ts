import { groupedBy } from '../../tables.ts'
import { markup, type Markup } from './markup.ts'
import { signOf, SIGNS, type Sign } from './signs.ts'

/** A row of a list, which stands open where a reader has something to do about it. */
export interface ListRow {
  readonly markup: Markup
  readonly state: string
  /** The heading of the fold that it is under. */
  readonly group: string
  readonly isOpen: boolean
}

/** A list whose rows to read stand first; the others are folded, under one line with their counts for each group. */
export function foldedList(list: string, rows: readonly ListRow[]): Markup {
  const open = rows.filter(({ isOpen }) => isOpen)
  const closed = rows.filter(({ isOpen }) => !isOpen)
  const folded = groupedBy(closed, ({ group }) => group)
  return markup`<div id="${list}-rows">${open.length > 0 ? listOf(open) : ''}${[...folded].map(([group, own]) => fold(group, own))}</div>`
}

const fold = (group: string, rows: readonly ListRow[]): Markup =>
  markup`<details class="fold"><summary><b>${group}</b>: ${countWords(countsOf(rows.map(({ state }) => state)))}</summary>${listOf(rows)}</details>`

const listOf = (rows: readonly ListRow[]): Markup =>
  markup`<ul class="rows">${rows.map((row) => row.markup)}</ul>`

export interface Counted extends Sign {
  readonly state: string
  readonly count: number
}

/** How often each state is there, the worst first; those that are not are left out. */
export const countsOf = (states: readonly string[]): Counted[] =>
  Object.keys(SIGNS)
    .map((state) => ({ state, ...signOf(state), count: states.filter((each) => each === state).length }))
    .filter(({ count }) => count > 0)

/** `30 passed, 2 skipped` */
export const countWords = (counts: readonly Counted[]): string =>
  counts.map(({ count, word }) => `${count} ${word}`).join(', ')

/** Counts as items of a list. */
export const countItems = (counts: readonly Omit<Counted, 'state'>[]): Markup[] =>
  counts.map(
    ({ colour, sign, count, word }) =>
      markup`<li class="${colour}"><span class="sign" aria-hidden="true">${sign}</span>${count} ${word}</li>`,
  )

/** Attribute of the rows (`data-<name>`) → values to choose from, each with its words. */
export type Options = Readonly<Record<string, readonly (readonly [value: string, words: string])[]>>

/** Values that are their own words, each once. */
export const sameWords = (values: readonly string[]): Options[string] =>
  [...new Set(values)].map((value) => [value, value])

/** Filters of a list. They do nothing without a script, so the script shows them. */
export const controls = (list: string, options: Options, chosen: Readonly<Record<string, string>>): Markup =>
  markup`<div class="controls" role="search" aria-label="Filter of ${list}" data-list="${list}-rows" hidden>
<label>search <input type="search" autocomplete="off"></label>
${Object.entries(options).map(([name, values]) => choice(name, values, chosen[name]))}
<p role="status" aria-live="polite"></p></div>`

const choice = (name: string, values: Options[string], chosen: string | undefined): Markup =>
  markup`<label>${name} <select name="${name}"><option value="">all</option>${values.map(([value, words]) => markup`<option value="${value}"${value === chosen ? markup` selected` : ''}>${words}</option>`)}</select></label>`
