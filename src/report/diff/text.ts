import { andMore, counted } from '../../text.ts'
import type { TextContext } from '../text.ts'
import { visible } from '../visible.ts'
import type { DiffGroup, ReportDiff } from './index.ts'
import { resultOf, sharedBy, sideText, sizeOf, titleOf, totalsText } from './words.ts'

/** How many groups the text shows; it counts the rest. */
const TOLD = 25
const EXAMPLES = 3
/** Characters of what a vector shows. */
const LONGEST = 300

/** The comparison for a terminal: what gates first, and the result last. */
export function diffText(diff: ReportDiff, { paint, quiet }: Pick<TextContext, 'paint' | 'quiet'>): string {
  const { groups, inconclusive, notes } = diff
  const parts = quiet
    ? []
    : [
        [`old  ${visible(sideText(diff.old))}`, `new  ${visible(sideText(diff.new))}`].join('\n'),
        ...groups.slice(0, TOLD).map((group) => groupText(group, paint)),
        ...(groups.length > TOLD
          ? [`… and ${counted(groups.length - TOLD, 'group')} more; --report json=FILE has them all.`]
          : []),
        notes.map((note) => paint('dim', `note: ${visible(note)}`)).join('\n'),
      ]
  const last = [
    totalsText(diff),
    ...inconclusive.map(({ code, message }) => paint('bad', `inconclusive: ${visible(message)} [${code}]`)),
    paint(diff.exitCode === 0 ? 'good' : 'bad', resultOf(diff)),
    paint('dim', `exit code ${diff.exitCode}`),
  ].join('\n')
  return `${[...parts, last].filter((part) => part !== '').join('\n\n')}\n`
}

function groupText(group: DiffGroup, paint: TextContext['paint']): string {
  const { gates, reason, says = '', vectors } = group
  const head = `${titleOf(group).toUpperCase()}${gates ? ' that gates' : ''}: ${sizeOf(group)}`
  const shared = sharedBy(group)
  const shown = says.length > LONGEST ? `${says.slice(0, LONGEST)}…` : says
  return [
    paint(gates ? 'bad' : 'bold', head),
    ...(shared === '' ? [] : [`  by        ${visible(shared)}`]),
    ...(shown === '' && reason === undefined
      ? []
      : [`  shows     ${visible(shown)}${reason === undefined ? '' : ` [${reason}]`}`]),
    `  vectors   ${andMore(vectors, EXAMPLES)}`,
  ].join('\n')
}
