/** Style of the report as a page. */
export const STYLE = `
body { max-width: 76rem }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 1rem 0 }
.stages thead th { width: 42% } .stages thead th:first-child { width: 16% }
dl { margin: .25rem 0 } dt { color: var(--muted) } dd { margin: 0 }
.body dl, .panel dl { display: grid; grid-template-columns: 5rem 1fr; gap: .15rem .75rem }
.counts, .ids, .rows { list-style: none; padding: 0; margin: .5rem 0 }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-weight: 600 }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0 }
.panel { background: var(--panel); border-left: .3rem solid var(--line); padding: .5rem .75rem; margin: .5rem 0 }
.panel h3 { margin: 0 0 .25rem } .panel p { margin: .25rem 0 }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; position: sticky; top: 0; z-index: 1; background: var(--back); border-bottom: 1px solid var(--line); padding: .5rem 0 }
.controls[hidden], [hidden] { display: none }
.controls label { display: grid; font-size: .875rem; color: var(--muted) } .controls p { margin: 0; flex-basis: 100% }
.controls input, .controls select { font: inherit; font-size: 1rem; padding: .3rem .5rem; color: var(--text); background: var(--back); border: 1px solid var(--muted); border-radius: .25rem; max-width: 100% }
.rows > li { border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 3.5rem; scroll-margin-top: 8rem }
summary { cursor: pointer } .fold > summary { padding: .35rem .25rem; border-bottom: 1px solid var(--line) } .rows summary, .row { padding: .35rem .25rem .35rem 1.5rem }
.rows summary { padding-left: .25rem } .title { display: block } summary .title { padding-left: 1.25rem } .why { display: block; font-size: .875rem; color: var(--muted) }
.body { padding: .25rem .5rem .75rem 1.5rem } .body p { margin: .25rem 0 }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem }
.sides > div { background: var(--panel); padding: .5rem; min-width: 0 }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 } caption { text-align: left; font-weight: 600 }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border: 1px solid var(--line) } thead th { background: var(--panel) }
table.families { width: auto } .scroll th, .scroll td { min-width: 7rem } .scroll { overflow-x: auto } .families th { white-space: nowrap } .bar { display: block; width: 12rem; height: 1.25rem } .bar rect { fill: currentColor }
@media (max-width: 40rem) {
  .families th { white-space: normal } .bar { width: 5rem }
  body { padding: .5rem } .sides, .facts, .body dl, .panel dl { grid-template-columns: 1fr } dt { margin-top: .35rem }
  .controls { position: static } .controls { display: grid; grid-template-columns: 1fr 1fr } .controls label:first-child, .controls p { grid-column: 1 / -1 } .controls input, .controls select { width: 100% } .body { padding-left: .5rem }
  pre { font-size: .75rem } .row { padding-left: .25rem }
}
@media print {
  .rows > li { content-visibility: visible; break-inside: avoid } pre { white-space: pre-wrap }
  .panel, .sides > div { border: 1px solid var(--line) } summary { list-style: none }
}
`
