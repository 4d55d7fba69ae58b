import { createHash } from 'node:crypto'
import { Markup, markup } from './markup.ts'

type Scheme = 'light' | 'dark' | 'print'

/** Colours by scheme: text on `back` and on `panel`, at least 4.5:1 (a test computes it). */
export const COLOURS = {
  back: { light: '#ffffff', dark: '#14161a', print: '#ffffff' },
  panel: { light: '#f3f4f6', dark: '#20242a', print: '#ffffff' },
  text: { light: '#17191c', dark: '#eceef1', print: '#000000' },
  muted: { light: '#50565e', dark: '#b3bac4', print: '#000000' },
  link: { light: '#0b4fb3', dark: '#8fbaff', print: '#000000' },
  good: { light: '#0b6127', dark: '#74d991', print: '#000000' },
  bad: { light: '#ac0a22', dark: '#ff9a9a', print: '#000000' },
  warn: { light: '#7a4a00', dark: '#f2c366', print: '#000000' },
  line: { light: '#c9ced6', dark: '#454c56', print: '#777777' },
} as const satisfies Readonly<Record<string, Readonly<Record<Scheme, string>>>>

const variables = (scheme: Scheme): string =>
  Object.entries(COLOURS)
    .map(([name, colour]) => `--${name}: ${colour[scheme]}`)
    .join('; ')

/** What all pages share. */
export const LOOK = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; ${variables('light')} }
@media (prefers-color-scheme: dark) { :root { ${variables('dark')} } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; color: var(--text); background: var(--back); overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem } h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem }
a { color: var(--link) } code, pre { font: .875em/1.45 ui-monospace, 'DejaVu Sans Mono', monospace }
pre { margin: .25rem 0; overflow-x: auto } small { font-size: .875rem; color: var(--muted) } .muted { color: var(--muted) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.good { color: var(--good) } .bad { color: var(--bad) } .warn { color: var(--warn) }
.verdict { font-size: 1.25rem; font-weight: 700; margin: .5rem 0; padding: .5rem .75rem; border: 2px solid; border-left-width: .75rem }
.sign { display: inline-block; min-width: 1.25em; font-weight: 700 }
`

/** Comes last, so that it overrides the rules of a page. */
export const PRINT = `
@media print {
  :root { color-scheme: light; font-size: 11px; ${variables('print')} }
  body { max-width: none; padding: 0 } nav, .controls { display: none }
  details::details-content { content-visibility: visible; block-size: auto }
}
`

export const hashed = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export interface Page {
  readonly title: string
  readonly style: string
  readonly script: string
  readonly body: Markup
}

/**
 * One self-contained page: it loads and sends nothing, and its policy allows only these two, style and script, in case
 * a text ever became markup.
 */
export function page({ title, style, script, body }: Page): string {
  const css = LOOK + style + PRINT
  const policy = `default-src 'none'; style-src ${hashed(css)}; script-src ${hashed(script)}; base-uri 'none'; form-action 'none'`
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${new Markup(css)}</style>
</head>
<body>
${body}
<script>${new Markup(script)}</script>
</body>
</html>
`.text
}

/**
 * It only hides rows and opens details: the page is complete before it runs. So a reader without scripts misses
 * nothing, no data becomes elements, and none can become code.
 */
export const SCRIPT = `
'use strict'
// More found rows than these stay folded: a reader chooses among the groups.
const MOST = 200
const lists = [...document.querySelectorAll('.controls')].map(place => {
  const rows = [...document.getElementById(place.dataset.list).querySelectorAll('[data-row]')]
  const folds = [...document.getElementById(place.dataset.list).querySelectorAll('.fold')].map(fold => ({ fold, rows: [...fold.querySelectorAll('[data-row]')] }))
  const search = place.querySelector('input'), choices = [...place.querySelectorAll('select')]
  const count = place.querySelector('[role=status]'), texts = new Map()
  const textOf = row => texts.get(row) ?? (texts.set(row, row.textContent.toLowerCase()), texts.get(row))
  const fits = (row, word) =>
    choices.every(c => c.value === '' || (row.getAttribute('data-' + c.name) ?? '').split(' ').includes(c.value) || row.getAttribute('data-' + c.name) === c.value) &&
    (word === '' || textOf(row).includes(word))
  const fill = () => {
    const word = search.value.trim().toLowerCase()
    let shown = 0
    for (const row of rows) { const is = fits(row, word); row.hidden = !is; if (is) shown++ }
    const narrow = shown < MOST && (word !== '' || choices.some(c => c.value !== ''))
    for (const { fold, rows } of folds) { fold.hidden = rows.every(row => row.hidden); fold.open = narrow && !fold.hidden }
    count.textContent = shown + ' of ' + rows.length + ' shown'
  }
  const clear = () => { search.value = ''; for (const c of choices) c.value = ''; fill() }
  search.addEventListener('input', fill)
  for (const c of choices) c.addEventListener('input', fill)
  place.hidden = false
  fill()
  return { rows, clear }
})

function go() {
  const row = document.getElementById(location.hash.slice(1))
  if (!row) return
  for (const list of lists) if (list.rows.includes(row) && row.hidden) list.clear()
  const fold = row.closest('.fold')
  if (fold) fold.open = true
  const details = row.querySelector('details')
  if (details) { details.open = true; details.firstElementChild.focus() }
  row.scrollIntoView()
}
addEventListener('hashchange', go)
if (location.hash) go()

let opened = []
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('details:not([open])')].filter(d => !d.closest('[hidden]'))
  for (const d of opened) d.open = true
})
addEventListener('afterprint', () => { for (const d of opened) d.open = false; opened = [] })
`
