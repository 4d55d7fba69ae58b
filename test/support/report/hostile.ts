/**
 * Texts with which an adapter or an endpoint may try to get a script into a page: each would do where it is not
 * escaped.
 */
export const HOSTILE = [
  '</script><script>ran=1;alert("script")</script>',
  '<img src=x onerror="ran=1;alert(\'img\')">',
  '"><svg onload="ran=1;alert(1)">',
  '" autofocus tabindex=0 onfocus="ran=1" x="',
  "' onmouseover='ran=1' x='",
  '</style></title></textarea></pre><iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<!--<script>',
  ']]><link rel=stylesheet href="http://127.0.0.1:9/x.css">',
  'javascript:ran=1',
  '${ran=1}{{ran=1}}<%ran=1%>',
  '&lt;img src=x onerror=ran=1&gt;',
  '\u0000\u001b[31m\u0007\u0085',
  '\u202eesrever\u2066\u200f',
  '\ud800 lone \udc00',
  '__proto__',
].join(' ')

/** One text as it comes, in a heading that begins with the mark. */
export const careless = (html: string, mark: string): string =>
  html.replace(`<h1>Report on ${mark}`, () => `<h1>${HOSTILE}`)

export const withoutPolicy = (html: string): string => html.replace(/<meta http-equiv[^>]*>/, '')
