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

interface Condition {
  readonly code: string
  readonly what: string
  readonly of: (report: Report) => string
  readonly therefore: string
}

const CONDITIONS: readonly Condition[] = [
  {
    code: 'other-kind',
    what: 'kind of subject',
    of: ({ subject }) => subject.kind,
    therefore: 'They were asked different vectors.',
  },
  {
    code: 'other-suite',
    what: 'suite (version and digest)',
    of: (report) =>
      report.lock?.suiteVersion === undefined
        ? `${report.suite.version} ${judgedBy(report)}`
        : `--suite-version ${report.lock.suiteVersion}`,
    therefore:
      'A vector may have changed. Run both with one version of channelproof, or with the same --suite-version.',
  },
  {
    code: 'other-level',
    what: 'level',
    of: ({ level }) => level,
    therefore: 'Name the level at which failures gate: --level required or --level recommended.',
  },
  {
    code: 'other-lock',
    what: 'lock',
    of: lockOf,
    therefore: 'Failures of some vectors gate in one of them only. Run both with the same --lock.',
  },
  {
    code: 'other-questions',
    what: 'generated questions',
    of: questionsOf,
    therefore: 'Run both with the same --seed and --generated.',
  },
]

/** Which vectors of the suite do not gate, because the lock does not know them. */
function lockOf({ lock }: Report): string {
  if (!lock) return 'none'
  const { new: added, changed, gone, generated, suiteVersion } = lock
  // What is new since that version gates in neither report.
  if (suiteVersion !== undefined)
    return `a version of the suite without ${[...changed, ...gone].join(' ') || 'exceptions'}`
  if (added.length + changed.length + gone.length === 0 && !generated) return 'one that knows every vector'
  return `${added.length} new, ${changed.length} changed, ${gone.length} gone (${[...added, ...changed, ...gone, generated ?? ''].join(' ').trim()})`
}

/** Under --suite-version generated questions never count. */
export const countsGenerated = ({ lock }: Report): boolean => lock?.suiteVersion === undefined

function questionsOf(report: Report): string {
  const { generated } = report
  if (!generated || generated.count === 0 || !countsGenerated(report)) return 'none'
  const { seed, count, digest } = generated
  return `${count} of seed ${seed} (digest ${digest.slice(0, 12)})`
}

/** Were both asked the same generated questions? */
export const haveSameQuestions = (before: Report, now: Report): boolean =>
  questionsOf(before) === questionsOf(now)

/**
 * What differs in the conditions of two runs. Another address is no such difference: staging and production are compared.
 * @param level the level is given, so that the levels of the runs do not matter
 */
export function otherConditions(
  before: Report,
  now: Report,
  level: Report['level'] | undefined,
): Inconclusive[] {
  return CONDITIONS.filter(({ code }) => code !== 'other-level' || level === undefined).flatMap(
    ({ code, what, of, therefore }) => {
      const [old, own] = [of(before), of(now)]
      const message = `Different ${what}: ${cut(old)} in the old report, ${cut(own)} in the new one. ${therefore}`
      return old === own ? [] : [{ code, message }]
    },
  )
}

const cut = (text: string): string => shortened(text, 120)

/** Why a report is not of a whole run; undefined if it is. */
export function whyPartial({ shard, filtered, profile, partial, stopped }: Report): string | undefined {
  if (shard) return `part ${shard.index} of ${shard.of}`
  if (filtered) return chosenBy({ profile })
  if (!partial) return undefined
  return stopped ? `ended early: ${stopped.message}` : 'ended early'
}

interface Missing {
  /** Vectors of the old report that the new run did not ask. */
  readonly unasked: number
  /** Vectors that the new run skipped, and the old one judged. */
  readonly unjudged: number
  /** Vectors that stand in both. */
  readonly shared: number
}

/** What the new report says nothing about. */
export function missingNow(now: Report, { unasked, unjudged, shared }: Missing): Inconclusive[] {
  const why = whyPartial(now) ?? 'other generated questions'
  const rows: [applies: boolean, code: string, message: string][] = [
    [
      unasked > 0,
      'not-asked',
      `The new run (${why}) did not ask ${counted(unasked, 'vector')} of the old one.`,
    ],
    [
      unjudged > 0,
      'not-judged',
      `The new run skipped ${counted(unjudged, 'vector')} that the old one judged.`,
    ],
    [shared === 0, 'nothing-compared', 'No vector stands in both reports: nothing was compared.'],
  ]
  return rows.flatMap(([applies, code, message]) => (applies ? [{ code, message }] : []))
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
