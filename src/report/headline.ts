import { counted } from '../text.ts'
import { SIGNS } from './html/signs.ts'
import { stateOf } from './states.ts'
import { byFamily, type Report } from './report.ts'

/** What a run came to, in words, and how it is to be shown. */
export interface Headline {
  readonly sign: string
  readonly colour: 'good' | 'bad' | 'warn'
  readonly text: string
  /** What limits it, one sentence each. */
  readonly because: readonly string[]
}

type Facts = Pick<
  Report,
  | 'conforms'
  | 'partial'
  | 'exitCode'
  | 'level'
  | 'methods'
  | 'shard'
  | 'stopped'
  | 'subject'
  | 'tooLittle'
  | 'verdicts'
>

/** It may say "conforms" only where the run was whole, ended well and the report says so in every member. */
const vouches = ({ conforms, partial, exitCode, shard, stopped, tooLittle = [] }: Facts): boolean =>
  conforms && !partial && exitCode === 0 && !shard && !stopped && tooLittle.length === 0

const NO = { sign: SIGNS.failed.sign, colour: 'bad' } as const
const OPEN = { sign: SIGNS.errored.sign, colour: 'warn' } as const

/** The first row that fits; see exit.ts for the codes. */
const ROWS: readonly [(facts: Facts) => boolean, (facts: Facts) => Omit<Headline, 'because'>][] = [
  [
    vouches,
    (facts) => ({
      sign: SIGNS.passed.sign,
      colour: 'good',
      text: `Conforms at level ${facts.level} for ${judged(facts)}${excusedText(facts.verdicts)}`,
    }),
  ],
  [({ exitCode }) => exitCode === 1, () => ({ ...NO, text: 'Does not conform' })],
  [
    ({ exitCode }) => exitCode === 3,
    () => ({ ...NO, text: 'Does not conform: it could not be run to the end' }),
  ],
  [
    ({ exitCode }) => exitCode > 128,
    ({ exitCode }) => ({ ...OPEN, text: `No verdict: ended by signal ${exitCode - 128}` }),
  ],
  [
    ({ shard }) => shard !== undefined,
    ({ shard }) => ({
      ...OPEN,
      text: `No verdict yet: this is part ${shard?.index} of ${shard?.of}, and only all parts together have one`,
    }),
  ],
  [({ partial }) => partial, () => ({ ...OPEN, text: 'No verdict: a part of the run is missing' })],
  [({ exitCode }) => exitCode === 4, () => ({ ...NO, text: 'Does not conform: too little was judged' })],
  [
    ({ exitCode }) => exitCode === 5,
    () => ({ ...NO, text: 'Does not conform: the list of known failures is wrong' }),
  ],
  [() => true, () => ({ ...NO, text: 'Does not conform' })],
]

export function headline(facts: Facts): Headline {
  const [, tell] = ROWS.find(([fits]) => fits(facts))!
  return { ...tell(facts), because: limits(facts) }
}

/** Of an endpoint the families tell more than its one method. */
const judged = ({ subject, methods, verdicts }: Facts): string =>
  subject.kind === 'adapter'
    ? methods.judged.join(', ')
    : [
        ...byFamily(verdicts.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')).keys(),
      ].join(', ')

function excusedText(verdicts: Facts['verdicts']): string {
  const count = verdicts.filter((verdict) => stateOf(verdict) === 'excused').length
  return count === 0 ? '' : `, with ${counted(count, 'excused failure')}`
}

function limits({ partial, shard, stopped, tooLittle = [], methods }: Facts): string[] {
  return [
    ...(shard ? [`Part ${shard.index} of ${shard.of}: other vectors were judged elsewhere.`] : []),
    ...(partial ? ['Partial: the run was ended before every vector was judged.'] : []),
    ...(stopped ? [`Could not run to the end: ${stopped.message} [${stopped.code}]`] : []),
    ...(stopped?.remaining ?? []).map((line) => `May be running still; this stops it: ${line}`),
    ...tooLittle.map((why) => `Too little: ${why}.`),
    ...(methods.missing.length > 0 ? [`Not offered: ${methods.missing.join(', ')}.`] : []),
  ]
}
