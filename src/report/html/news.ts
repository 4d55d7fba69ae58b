import { keysOf } from '../../tables.ts'
import type { BaselineProblem } from '../../gate/baseline.ts'
import type { Report } from '../report.ts'
import { type Markup, markup, preformatted, when } from './markup.ts'

/** What is wrong with the list of known failures, and how the vectors differ from those that were locked. */
export const news = ({ baseline, lock }: Report): Markup =>
  markup`${when(baseline, baselineOf)}${when(lock, lockOf)}`

function baselineOf({ file, entries, problems, unfiled }: NonNullable<Report['baseline']>): Markup {
  const filed = unfiled > 0 ? ` ${unfiled} name no issue yet.` : ''
  return markup`<section id="baseline" aria-labelledby="baseline-head"><h2 id="baseline-head">Known failures</h2>
<p><code>${file}</code> lists ${entries}.${filed} ${problems.length === 0 ? 'Nothing is wrong with the list.' : `Wrong with the list: ${problems.length}.`}</p>
${problems.map(problem)}</section>`
}

const problem = ({ code, entry, line, message, edit }: BaselineProblem): Markup =>
  markup`<article class="panel"><h3><span class="bad"><span class="sign" aria-hidden="true">✗</span>${code}</span>: ${entry}${line === undefined ? '' : ` (line ${line})`}</h3><p>${message}</p>${edit.length > 0 ? markup`<p>The edit that repairs it:</p>${preformatted(edit)}` : ''}</article>`

const LISTS = { new: 'New: not in it', changed: 'Changed since', gone: 'Gone: in it only' } as const

function lockOf(lock: NonNullable<Report['lock']>): Markup {
  const lists = keysOf(LISTS).map((name) => ({ title: LISTS[name], ids: lock[name] }))
  const told = lists.filter(({ ids }) => ids.length > 0)
  const { suiteVersion } = lock
  const name = suiteVersion === undefined ? 'Lock' : `Suite version ${suiteVersion}`
  const none = told.length === 0 ? markup`<p>Every vector is as it is there.</p>` : ''
  return markup`<section id="lock" aria-labelledby="lock-head"><h2 id="lock-head">${name}</h2><p>The verdict is about the vectors that it holds.</p>${none}${told.map(({ title, ids }) => markup`<details${ids.length <= 10 ? markup` open` : ''}><summary>${title}: ${ids.length}</summary><ul class="ids">${ids.map((id) => markup`<li><code>${id}</code></li>`)}</ul></details>`)}</section>`
}
