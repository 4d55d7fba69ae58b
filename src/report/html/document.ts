import { createHash } from 'node:crypto'
import { Markup, markup } from './markup.ts'

/** Colours by scheme: text on `back` and on `panel`, at least 4.5:1 (a test computes it). */
export const COLOURS = {
  light: {
    back: '#ffffff',
    panel: '#f3f4f6',
    text: '#17191c',
    muted: '#50565e',
    link: '#0b4fb3',
    good: '#0b6127',
    bad: '#ac0a22',
    warn: '#7a4a00',
    line: '#c9ced6',
  },
  dark: {
    back: '#14161a',
    panel: '#20242a',
    text: '#eceef1',
    muted: '#b3bac4',
    link: '#8fbaff',
    good: '#74d991',
    bad: '#ff9a9a',
    warn: '#f2c366',
    line: '#454c56',
  },
  print: {
    back: '#ffffff',
    panel: '#ffffff',
    text: '#000000',
    muted: '#000000',
    link: '#000000',
    good: '#000000',
    bad: '#000000',
    warn: '#000000',
    line: '#777777',
  },
} as const

const variables = (scheme: keyof typeof COLOURS): string =>
  Object.entries(COLOURS[scheme])
    .map(([name, colour]) => `--${name}: ${colour}`)
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
