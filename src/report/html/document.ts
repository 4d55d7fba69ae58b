import { createHash } from 'node:crypto'
import { Markup, markup } from './markup.ts'
import { LOOK, PRINT } from './style.ts'

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
