/** Style and script of the page of the kill matrix. Data reaches the page only as text, never as markup. */
export const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 80rem; padding: 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid #8886; vertical-align: top }
th button { font: inherit; font-weight: 600; background: none; border: 0; padding: 0; color: inherit; cursor: pointer }
th[aria-sort=ascending] button::after { content: ' ▲' } th[aria-sort=descending] button::after { content: ' ▼' }
pre { white-space: pre-wrap } summary { white-space: nowrap }
td.number { text-align: right; font-variant-numeric: tabular-nums }
input { font: inherit; padding: .3rem .5rem; width: 100%; max-width: 30rem; box-sizing: border-box }
.scroll { overflow-x: auto } canvas { image-rendering: pixelated; border: 1px solid #8886; cursor: crosshair }
code { font-family: ui-monospace, monospace; font-size: .9em } .bad { font-weight: 700; color: #b00020 }
@media (prefers-color-scheme: dark) { .bad { color: #ff8a8a } }
@media print { input, canvas { display: none } }
`

export const SCRIPT = `
'use strict'
const data = JSON.parse(document.getElementById('data').textContent)
const el = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text ?? '', ...more })
const byId = id => document.getElementById(id)

function table(place, columns, rows, open) {
  const head = el('tr'), body = el('tbody'), whole = el('table')
  let sorted = rows, by = 0, up = true
  const fill = () => {
    const word = byId('filter').value.toLowerCase()
    body.replaceChildren(...sorted.filter(r => JSON.stringify(r.find).toLowerCase().includes(word)).map(r => {
      const line = el('tr')
      for (const c of columns) {
        const v = c.of(r)
        line.append(el('td', String(v), typeof v === 'number' ? { className: 'number' } : {}))
      }
      if (open) {
        const more = el('details'), names = open(r)
        more.append(el('summary', names.length + ' ids'), el('code', names.join(' ')))
        const cell = el('td'); cell.append(more); line.append(cell)
      }
      return line
    }))
  }
  const sort = at => {
    up = at === by ? !up : true; by = at
    const of = columns[at].of
    sorted = [...rows].sort((a, b) => (of(a) > of(b) ? 1 : of(a) < of(b) ? -1 : 0) * (up ? 1 : -1))
    ;[...head.children].forEach((th, i) => th.setAttribute('aria-sort', i === at ? (up ? 'ascending' : 'descending') : 'none'))
    fill()
  }
  columns.forEach((c, at) => {
    const th = el('th'), button = el('button', c.name, { type: 'button', onclick: () => sort(at) })
    th.append(button); head.append(th)
  })
  if (open) head.append(el('th', 'which'))
  const thead = el('thead'); thead.append(head); whole.append(thead, body)
  byId(place).append(whole); byId('filter').addEventListener('input', fill); fill()
}

const ids = data.vectors.map(v => v.id)
const killers = data.vectors.map(() => [])
data.faults.forEach(f => f.killedBy.forEach(at => killers[at].push(f.id)))
table('faults', [
  { name: 'fault', of: r => r.id }, { name: 'group', of: r => r.group }, { name: 'shows', of: r => r.shows },
  { name: 'what the code does', of: r => r.does }, { name: 'killed by', of: r => r.killedBy.length },
], data.faults.map(f => ({ ...f, find: [f.id, f.group, f.does] })), r => r.killedBy.map(at => ids[at]))
table('vectors', [
  { name: 'vector', of: r => r.id }, { name: 'kills', of: r => r.kills.length },
  { name: 'written for', of: r => (r.catches ?? []).join(' ') || 'nothing' },
], data.vectors.map((v, at) => ({ ...v, kills: killers[at], find: [v.id, v.catches] })), r => r.kills)

const canvas = byId('matrix'), pen = canvas.getContext('2d'), high = 3
canvas.width = ids.length; canvas.height = data.faults.length * high
pen.fillStyle = getComputedStyle(document.body).color
data.faults.forEach((f, y) => f.killedBy.forEach(x => pen.fillRect(x, y * high, 1, high - 1)))
canvas.addEventListener('mousemove', e => {
  const f = data.faults[Math.floor(e.offsetY / high)], at = Math.floor(e.offsetX)
  if (f) byId('at').textContent = f.id + (f.killedBy.includes(at) ? ' is killed by ' : ' is not killed by ') + ids[at]
})
`
