import { counted } from '../../text.ts'
import type { FaultText } from '../../faults/fault.ts'
import type { Cause, StagesOfAnswer, VectorId } from '../../model/index.ts'
import { commonText, decidedText, unsteadyText, formText, likelyText, placeText } from '../diagnosis.ts'
import type { Report } from '../report.ts'
import { TROUBLE, troubleTitle, type Trouble } from '../trouble.ts'
import { type Markup, markup, when } from './markup.ts'

export interface CauseContext {
  readonly fault: (id: string) => FaultText | undefined
  /** The place of a vector in the list of verdicts. */
  readonly place: (id: VectorId) => number | undefined
}

/** Why the run failed: what a reader wants to know first. */
export function causes(report: Report, context: CauseContext): Markup {
  const { trouble = [], diagnosis = [], unexplained, askedToDecide, unsteady = [] } = report
  if (!hasCauses(report)) return markup``
  return markup`<section id="causes" aria-labelledby="causes-head"><h2 id="causes-head">Causes of the failures</h2>
${trouble.map((row) => troubleOf(row, context))}
${diagnosis.map((cause) => causeOf(cause, context))}
${when(unexplained, (rest) => unknown(rest, diagnosis.length > 0, context))}
${when(askedToDecide, (asked) => markup`<p>${decidedText(asked)}</p>`)}
${unsteady.map((one) => markup`<p>${unsteadyText(one)}</p>`)}</section>`
}

export const hasCauses = ({ trouble = [], diagnosis = [], unexplained, unsteady = [] }: Report): boolean =>
  trouble.length + diagnosis.length + unsteady.length > 0 || unexplained !== undefined

const troubleOf = (row: Trouble, context: CauseContext): Markup =>
  markup`<article class="panel"><h3>Trouble with the adapter: ${troubleTitle(row)}</h3><dl><dt>said</dt><dd>${row.message}</dd><dt>repair</dt><dd><b>${TROUBLE[row.kind].repair}</b></dd></dl>${explained(row.vectors, context)}</article>`

const NUMBERS = ['no cause', 'one cause', 'two causes together', 'three causes together']

function causeOf(cause: Cause, context: CauseContext): Markup {
  const { faults, candidates = [], explains } = cause
  const where = cause.methods && markup`<p>in ${placeText(cause)}</p>`
  const like = cause.forms && markup`<p>${formText(cause.forms)}</p>`
  const sets = candidates.map((set) => set.join(' with ')).join('; ')
  const named = faults.length > 0 ? faults : [...new Set(candidates.flat())]
  const which =
    faults.length > 0
      ? `${NUMBERS[faults.length] ?? `${faults.length} causes together`}: ${faults.join(', ')}`
      : `one cause, which is one of: ${sets}`
  return markup`<article class="panel"><h3>${counted(explains.length, 'failure')}, ${which}</h3>${where}${like}${named.map((id) => faultOf(id, context))}${explained(explains, context)}</article>`
}

function faultOf(id: string, { fault }: CauseContext): Markup {
  const row = fault(id)
  if (!row) return markup`<p><code>${id}</code></p>`
  return markup`<p><code>${id}</code></p><dl><dt>what</dt><dd>${row.does}</dd><dt>repair</dt><dd><b>${row.repair}</b></dd><dt>origin</dt><dd>${row.origin}</dd></dl>`
}

/** A list of hundreds starts closed. */
const explained = (ids: readonly VectorId[], { place }: CauseContext): Markup =>
  markup`<details><summary>${ids.length === 1 ? 'the vector' : `the ${ids.length} vectors`}</summary><ul class="ids">${ids.map((id) => link(id, place(id)))}</ul></details>`

/** The address is a number of ours, never the id. */
const link = (id: VectorId, at: number | undefined): Markup =>
  at === undefined
    ? markup`<li><code>${id}</code></li>`
    : markup`<li><a href="#v${at}"><code>${id}</code></a></li>`

function unknown(
  { vectors, stages, common = [], likely = [] }: NonNullable<Report['unexplained']>,
  others: boolean,
  context: CauseContext,
): Markup {
  return markup`<article class="panel"><h3>${counted(vectors.length, 'failure')}${others ? ' more' : ''} that no known fault explains</h3>${common.map((trait) => markup`<p>${commonText(trait)}</p>`)}${likely.map((cause) => markup`<p>${likelyText(cause)}</p>`)}${explained(vectors, context)}${stages.map(stagesOf)}</article>`
}

/** Values on the way, side by side; the first that differs is where to look. */
function stagesOf({ vector, stages }: StagesOfAnswer): Markup {
  const first = stages.find(({ expected, got }) => got !== undefined && expected !== got)
  const rows = stages.map((row) => {
    const mark =
      row.got === undefined
        ? 'not seen'
        : row.expected === row.got
          ? 'same'
          : row === first
            ? '→ differs first'
            : 'differs'
    return markup`<tr><th scope="row">${row.stage}<br><small>${mark}</small></th><td><code>${row.expected}</code></td><td><code>${row.got}</code></td></tr>`
  })
  return markup`<table class="stages"><caption><code>${vector}</code>, stage by stage</caption><thead><tr><th scope="col">stage</th><th scope="col">expected</th><th scope="col">got</th></tr></thead><tbody>${rows}</tbody></table>`
}
