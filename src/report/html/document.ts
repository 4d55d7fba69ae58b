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
