import { type Markup, markup } from './markup.ts'

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
