/** Whether two reports can be compared: what must be the same in both, and what a difference means. */
import { counted } from '../../text.ts'
import { chosenBy } from '../headline.ts'
import { shortened } from '../lines.ts'
import { judgedBy, type Report } from '../report.ts'

/** Why a comparison proves less than it seems to: a stable code and a sentence. */
export interface Inconclusive {
  readonly code: string
  readonly message: string
}

const OTHER_SUITE =
  'A vector may have changed. Run both with one version of channelproof, or with the same --suite-version.'
const OTHER_LEVEL = 'Name the level at which failures gate: --level required or --level recommended.'
const OTHER_LOCK = 'Failures of some vectors gate in one of them only. Run both with the same --lock.'

const CONDITIONS: readonly [code: string, what: string, of: (report: Report) => string, therefore: string][] =
  [
    ['other-kind', 'kind of subject', ({ subject }) => subject.kind, 'They were asked different vectors.'],
    ['other-suite', 'suite (version and digest)', suiteOf, OTHER_SUITE],
    ['other-level', 'level', ({ level }) => level, OTHER_LEVEL],
    ['other-lock', 'lock', lockOf, OTHER_LOCK],
    ['other-questions', 'generated questions', questionsOf, 'Run both with the same --seed and --generated.'],
  ]

function suiteOf({ suite, lock }: Report): string {
  const version = lock?.suiteVersion
  return version === undefined ? `${suite.version} ${judgedBy({ suite })}` : `--suite-version ${version}`
}

/** Which vectors of the suite do not gate, because the lock does not know them. */
function lockOf({ lock }: Report): string {
  if (!lock) return 'none'
  const { new: added, changed, gone, generated = '', suiteVersion } = lock
  // What is new since that version gates in neither report.
  if (suiteVersion !== undefined)
    return `a version of the suite without ${[...changed, ...gone].join(' ') || 'exceptions'}`
  const all = [...added, ...changed, ...gone, generated].join(' ').trim()
  if (all === '') return 'one that knows every vector'
  return `${added.length} new, ${changed.length} changed, ${gone.length} gone (${all})`
}

/** Under --suite-version generated questions never count. */
export const countsGenerated = ({ lock }: Report): boolean => lock?.suiteVersion === undefined

function questionsOf(report: Report): string {
  const { seed, count = 0, digest = '' } = report.generated ?? {}
  if (count === 0 || !countsGenerated(report)) return 'none'
  return `${count} of seed ${seed} (digest ${digest.slice(0, 12)})`
}

/** Were both asked the same generated questions? */
export const haveSameQuestions = (before: Report, now: Report): boolean =>
  questionsOf(before) === questionsOf(now)

/**
 * What differs in the conditions of two runs. Another address is no such difference: staging and production are compared.
 * @param level the level is given, so that the levels of the runs do not matter
 */
export function otherConditions(before: Report, now: Report, level?: Report['level']): Inconclusive[] {
  return CONDITIONS.flatMap(([code, what, of, therefore]) => {
    const [old, own] = [of(before), of(now)]
    if (old === own || (code === 'other-level' && level !== undefined)) return []
    const both = `${shortened(old, 120)} in the old report, ${shortened(own, 120)} in the new one`
    return [{ code, message: `Different ${what}: ${both}. ${therefore}` }]
  })
}

/** Why a report is not of a whole run; undefined if it is. */
export function whyPartial({ shard, filtered, profile, partial, stopped }: Report): string | undefined {
  if (shard) return `part ${shard.index} of ${shard.of}`
  if (filtered) return chosenBy({ profile })
  if (!partial) return undefined
  return stopped ? `ended early: ${stopped.message}` : 'ended early'
}

/**
 * What the new report says nothing about.
 * @param unasked vectors of the old report that the new run did not ask
 * @param unjudged vectors that the new run skipped, and the old one judged
 * @param shared vectors that stand in both
 */
export function missingNow(
  now: Report,
  { unasked, unjudged, shared }: Readonly<Record<'unasked' | 'unjudged' | 'shared', number>>,
): Inconclusive[] {
  const why = whyPartial(now) ?? 'other generated questions'
  const notAsked = `The new run (${why}) did not ask ${counted(unasked, 'vector')} of the old one.`
  const notJudged = `The new run skipped ${counted(unjudged, 'vector')} that the old one judged.`
  const nothing = 'No vector stands in both reports: nothing was compared.'
  return [
    ...(unasked > 0 ? [{ code: 'not-asked', message: notAsked }] : []),
    ...(unjudged > 0 ? [{ code: 'not-judged', message: notJudged }] : []),
    ...(shared === 0 ? [{ code: 'nothing-compared', message: nothing }] : []),
  ]
}

/** What limits the comparison without a doubt about what it says. */
export const notesOn = (before: Report, now: Report): string[] => [
  ...noteOn('old', before, 'what it did not ask counts as new'),
  ...noteOn('new', now, 'this says nothing about the other vectors'),
]

function noteOn(name: string, report: Report, therefore: string): string[] {
  const why = whyPartial(report)
  return why === undefined ? [] : [`The ${name} report is partial (${why}): ${therefore}.`]
}
