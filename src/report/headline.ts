import { BUG, EXIT } from './exit.ts'
import { limitsText } from '../limits.ts'
import { membersText } from '../settable.ts'
import { counted } from '../text.ts'
import { SIGNS } from './html/signs.ts'
import { stateOf } from './ruleStates.ts'
import { byFamily, type Report } from './report.ts'
import { notGating } from './notGating.ts'

export interface Headline {
  readonly sign: string
  readonly colour: 'good' | 'bad' | 'warn'
  readonly text: string
  readonly line: string
  /** What limits the verdict, one sentence each. */
  readonly because: readonly string[]
}

/** May the headline say "conforms"? Only if the run was whole, ended well and every member of the report agrees. */
const vouches = ({ conforms, partial, exitCode, shard, stopped, tooLittle = [] }: Report): boolean =>
  conforms && !partial && exitCode === 0 && !shard && !stopped && tooLittle.length === 0

const YES = { sign: SIGNS.passed.sign, colour: 'good' } as const
const NO = { sign: SIGNS.failed.sign, colour: 'bad' } as const
const OPEN = { sign: SIGNS.errored.sign, colour: 'warn' } as const

type Row = readonly [
  fits: (report: Report) => boolean,
  shown: Pick<Headline, 'sign' | 'colour'>,
  tell: (report: Report) => string,
]

const endedWith = (code: number, words: string): Row => [
  ({ exitCode }) => exitCode === code,
  NO,
  (report) => `${words}${judgedText(report)}`,
]

const MERGE = '"npx channelproof merge" over all shards decides'

/** The first row that fits; see exit.ts for the codes. A part alone vouches for nothing. */
const ROWS: readonly Row[] = [
  [
    (report) => report.subject.bundled === true && vouches(report),
    OPEN,
    (report) => `${nothingJudged(report.subject)} conforms for ${judged(report)}`,
  ],
  [
    vouches,
    YES,
    (report) =>
      `conforms for ${judged(report)}${limitsOf(report)}${excusedText(report)}${notGatingText(report)}`,
  ],
  [
    ({ filtered, shard, exitCode }) => filtered === true && !shard && exitCode === EXIT.conforms,
    OPEN,
    (report) => `partial: ${chosenBy(report)}; nothing gates${judgedText(report)}`,
  ],
  [
    ({ shard, exitCode }) => shard !== undefined && exitCode === EXIT.conforms,
    OPEN,
    ({ shard }) => `nothing gates in shard ${shard?.index} of ${shard?.of}; ${MERGE}`,
  ],
  [({ exitCode }) => exitCode === EXIT.bug, OPEN, () => `no verdict: ${BUG.message}`],
  [({ exitCode }) => exitCode > 128, OPEN, ({ exitCode }) => `no verdict: ended by signal ${exitCode - 128}`],
  endedWith(EXIT.fails, 'does not conform'),
  endedWith(EXIT.couldNotRun, 'does not conform: it could not be run to the end'),
  [({ partial }) => partial, OPEN, () => 'no verdict: a part of the run is missing'],
  endedWith(EXIT.tooLittle, 'does not conform: too little was judged'),
  endedWith(EXIT.baseline, 'nothing gates but the baseline, which is wrong'),
  [() => true, NO, () => 'does not conform'],
]

/** The verdict on a run in words; every format takes it from here. */
export function headline(report: Report): Headline {
  const [, shown, tell] = ROWS.find(([fits]) => fits(report))!
  const line = tell(report)
  return { ...shown, line, text: `${line[0]!.toUpperCase()}${line.slice(1)}`, because: limits(report) }
}

function judgedText(report: Report): string {
  const names = judged(report)
  return names === '' ? '; nothing judged' : `; judged: ${names}`
}

/** For an endpoint the families say more than its one method. */
function judged({ subject, methods, verdicts }: Report): string {
  if (subject.kind === 'adapter') return methods.judged.join(', ')
  const answered = verdicts.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')
  return [...byFamily(answered).keys()].join(', ')
}

const nothingJudged = ({ kind }: Report['subject']): string =>
  kind === 'adapter'
    ? 'no SDK was judged, since none was named: the reference'
    : 'no endpoint was judged, since none was named: the embedded service'

const limitsOf = ({ limits, members, methods }: Report): string => {
  const lacks = members && methods.judged.includes('client.call') ? membersText(members) : ''
  return [
    ...(limits ? [` within its limits (${limitsText(limits)})`] : []),
    ...(lacks === '' ? [] : [` with the members that it can set (${lacks})`]),
  ].join(' and')
}

function notGatingText(report: Report): string {
  const count = notGating(report)
  return count === 0 ? '' : `; ${counted(count, 'failure')} ${count === 1 ? 'does' : 'do'} not gate`
}

function excusedText({ verdicts }: Report): string {
  const count = verdicts.filter((verdict) => stateOf(verdict) === 'excused').length
  return count === 0 ? '' : `, with ${counted(count, 'excused failure')}`
}

/** Whose list of vectors it was. */
export const chosenBy = ({ profile }: { readonly profile?: string | undefined }): string =>
  profile ?? 'filtered'

const ONLY = 'so this says nothing about the others.'

function limits({ partial, filtered, profile, shard, stopped, tooLittle = [], methods }: Report): string[] {
  const flag = profile === undefined ? '--filter' : '--profile'
  return [
    ...(shard ? [`Part ${shard.index} of ${shard.of}: other vectors were judged elsewhere.`] : []),
    ...(filtered ? [`Partial: ${chosenBy({ profile })}. ${flag} chose the vectors, ${ONLY}`] : []),
    ...(partial && !filtered ? ['Partial: the run was ended before every vector was judged.'] : []),
    ...(stopped ? [`Could not run to the end: ${stopped.message} [${stopped.code}]`] : []),
    ...(stopped?.remaining ?? []).map((line) => `May be running still; this stops it: ${line}`),
    ...tooLittle.map((why) => `Too little: ${why}.`),
    ...(methods.missing.length > 0 ? [`Not offered: ${methods.missing.join(', ')}.`] : []),
  ]
}
