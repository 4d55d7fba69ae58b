import { page } from '../../src/report/html/document.ts'
import { markup, type Markup, when } from '../../src/report/html/markup.ts'
import { type InputField, SHARED, type Tool, TOOLS } from './tools.ts'

/** The page of the inspector, in one file. @param script the bundle of main.ts */
export const inspectorHtml = (script: string): string =>
  page({ title: 'channelproof inspector', style: STYLE, script, body: body() })

const body = (): Markup => markup`<header><h1>channelproof inspector</h1>
<p>This page works offline: nothing that you type leaves it, and it stores nothing. A token is a credential too: who has it can join until it expires.</p>
<noscript><p class="bad">The tools of this page need JavaScript.</p></noscript>
<nav aria-label="Tools"><ul>${TOOLS.map(({ name, title }) => markup`<li><a href="#${name}">${title}</a></li>`)}</ul></nav></header>
<main>
<fieldset><legend>Your app</legend><div class="fields">${SHARED.map((field) => fieldOf('shared', field))}</div></fieldset>
${TOOLS.map(sectionOf)}
</main>`

function sectionOf({ name, title, does, button, fields }: Tool): Markup {
  return markup`<section id="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2><p class="muted">${does}</p>
<form id="${name}-form" autocomplete="off"><div class="fields">${fields.map((field) => fieldOf(name, field))}</div>
<button type="submit">${button}</button></form>
<div id="${name}-result" class="result" hidden><div role="status"><p id="${name}-old" class="old warn" hidden>Out of date: a field was changed. Press “${button}” again.</p><p id="${name}-first" class="first"></p></div>
<pre id="${name}-rest" tabindex="0" role="region" aria-label="Result: ${title}"></pre></div></section>`
}

/** No field has a name: no form could send what it holds. Spelling is not checked, because browsers may send texts away for it. */
function fieldOf(tool: string, field: InputField): Markup {
  const { name, label, kind, hint } = field
  const id = `${tool}-${name}`
  const described = when(hint, () => markup` aria-describedby="${id}-hint"`)
  const common = markup`id="${id}" autocomplete="off" autocapitalize="off" spellcheck="false"${described}`
  const labelled = markup`<label for="${id}">${label}</label>`
  const control = CONTROLS[kind](common, field)
  const inside = kind === 'tick' ? markup`${control} ${labelled}` : markup`${labelled}${control}`
  const width = kind === 'area' ? 'field wide' : `field ${kind}`
  return markup`<div class="${width}">${inside}${when(hint, (text) => markup`<small id="${id}-hint">${text}</small>`)}</div>`
}

const CONTROLS: Readonly<Record<InputField['kind'], (common: Markup, field: InputField) => Markup>> = {
  text: (common) => markup`<input type="text" ${common}>`,
  secret: (common) =>
    markup`<span class="beside"><input type="password" ${common}><button type="button" id="show" aria-pressed="false">Show</button></span>`,
  area: (common) => markup`<textarea ${common}></textarea>`,
  tick: (common) => markup`<input type="checkbox" ${common}>`,
  choice: (common, { choices = [] }) =>
    markup`<select ${common}>${choices.map(([value, words]) => markup`<option value="${value}">${words}</option>`)}</select>`,
}

/** Style of the inspector page; colours and print are those of all pages. */
const STYLE = `
body { max-width: 60rem }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; margin: .5rem 0 }
[hidden] { display: none !important }
fieldset, section { border: 1px solid var(--line); border-radius: .25rem; margin: 1rem 0; padding: .75rem 1rem 1rem }
legend { font-weight: 600; padding: 0 .25rem } section h2 { margin: 0 0 .25rem } section > p { margin: 0 0 .5rem }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: .75rem 1rem }
.field { min-width: 0 } .wide { grid-column: 1 / -1 } .field label { display: block; font-weight: 600 } .tick label { display: inline }
.field small { display: block }
input, textarea, select, button { font: inherit; color: var(--text); background: var(--back); border: 1px solid var(--muted); border-radius: .25rem; padding: .4rem .6rem; max-width: 100% }
input:not([type=checkbox]), textarea, select { width: 100% } textarea { font: .875em/1.45 ui-monospace, 'DejaVu Sans Mono', monospace; min-height: 6rem; resize: vertical }
.beside { display: flex; gap: .5rem } .beside input { flex: 1; min-width: 0 }
button { cursor: pointer; font-weight: 600; background: var(--panel) } form > button { margin-top: .75rem; padding: .5rem 1.25rem }
.result { background: var(--panel); border-left: .3rem solid var(--line); padding: .5rem .75rem; margin-top: .75rem }
.result pre { white-space: pre-wrap } .first { font-weight: 700; font-size: 1.125rem; margin: 0 } .stale { border-left-color: var(--warn); border-left-style: dashed }
.old { font-weight: 700; margin: 0 0 .5rem }
.dim { color: var(--muted) } .bold { font-weight: 700 }
@media (max-width: 40rem) { body { padding: .5rem } fieldset, section { padding: .5rem } }
`
