import { markup, type Markup } from './markup.ts'
import { signOf, SIGNS } from './signs.ts'

/** A row of a list, which stands open where a reader has something to do about it. */
export interface Row {
  readonly markup: Markup
  /** Of `SIGNS`. */
  readonly state: string
  /** The heading of the fold that it is under. */
  readonly group: string
  readonly isOpen: boolean
}

/** A list whose rows to read stand first; the others are folded, under one line with their counts for each group. */
export function foldedList(list: string, rows: readonly Row[]): Markup {
  const open = rows.filter(({ isOpen }) => isOpen)
  const folded = inGroups(rows.filter(({ isOpen }) => !isOpen))
  return markup`<div id="${list}-rows">${open.length > 0 ? listOf(open) : ''}${[...folded].map(([group, own]) => fold(group, own))}</div>`
}

function inGroups(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>(rows.map(({ group }) => [group, []]))
  for (const row of rows) groups.get(row.group)!.push(row)
  return groups
}

const fold = (group: string, rows: readonly Row[]): Markup =>
  markup`<details class="fold"><summary><b>${group}</b>: ${countsText(rows)}</summary>${listOf(rows)}</details>`

const listOf = (rows: readonly Row[]): Markup =>
  markup`<ul class="rows">${rows.map((row) => row.markup)}</ul>`

/** `30 passed, 2 skipped` */
export const countsText = (rows: readonly Pick<Row, 'state'>[]): string =>
  Object.keys(SIGNS)
    .map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${signOf(state).word}`)
    .join(', ')

/** Attribute of the rows (`data-<name>`) → values to choose from, each with its words. */
export type Options = Readonly<Record<string, readonly (readonly [value: string, words: string])[]>>

/** Filters of a list. They do nothing without a script, so the script shows them. */
export const controls = (list: string, options: Options, chosen: Readonly<Record<string, string>>): Markup =>
  markup`<div class="controls" role="search" aria-label="Filter of ${list}" data-list="${list}-rows" hidden>
<label>search <input type="search" autocomplete="off"></label>
${Object.entries(options).map(([name, values]) => choice(name, values, chosen[name]))}
<p role="status" aria-live="polite"></p></div>`

const choice = (name: string, values: Options[string], chosen: string | undefined): Markup =>
  markup`<label>${name} <select name="${name}"><option value="">all</option>${values.map(([value, words]) => markup`<option value="${value}"${value === chosen ? markup` selected` : ''}>${words}</option>`)}</select></label>`
