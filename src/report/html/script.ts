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
