/** What `channelproof explain` says of an id: the facts (schemas/explanation.schema.json), and the same for people. */
import type { Fault } from '../faults/catalogue.ts'
import { isObject } from '../json.ts'
import type { Requirement, Vector } from '../model/index.ts'
import { counted } from '../text.ts'
import { firstLines } from './lines.ts'
import type { TextContext } from './text.ts'
import { visible } from './visible.ts'

type Paint = TextContext['paint']

type Titled = Pick<Vector, 'id' | 'title'>

interface ExplainedVector {
  readonly kind: 'vector'
  readonly vector: Vector
  readonly rules: readonly Requirement[]
  readonly twin?: Vector
  /** Where no adapter is asked: who judges it. */
  readonly judgedBy?: string
}

interface ExplainedRule {
  readonly kind: 'requirement'
  readonly rules: readonly Requirement[]
  readonly vectors: readonly Titled[]
}

type ExplainedFault = Pick<Fault, 'id' | 'group' | 'does' | 'repair' | 'origin' | 'reference' | 'by'> & {
  readonly kind: 'fault'
  /** Written to catch it. */
  readonly vectors: readonly Titled[]
}

/** An error code of the service, the code of a finding or the id of a generated question. */
interface ExplainedWord {
  readonly kind: 'error-code' | 'finding' | 'generated'
  readonly id: string
  readonly says: string
  readonly rules: readonly Requirement[]
  readonly next: readonly string[]
}

export type ExplainedId = ExplainedVector | ExplainedRule | ExplainedFault | ExplainedWord

const SHOWN = 20

/** An explanation for people. */
export function explanationText(told: ExplainedId, paint: Paint): string {
  if (told.kind === 'vector') return vectorLines(told, paint).join('\n')
  if (told.kind === 'fault') return faultLines(told, paint).join('\n')
  if (told.kind !== 'requirement') return wordLines(told, paint).join('\n')
  return [...ruleLines(told.rules), ...titleLines(told.vectors)].join('\n')
}

const titleLines = (vectors: readonly Titled[]): string[] =>
  vectors.map(({ id, title }) => `  ${id}: ${title}`)

const ruleLines = (rules: readonly Requirement[]): string[] =>
  rules.flatMap(({ id, section, level, statement, source, untestable, planned }) => [
    `rule      ${id} (section ${section}, ${level}${source ? `, ${source}` : ''})`,
    `  ${statement}`,
    ...(untestable ? [`  no vector can exist: ${untestable}`] : []),
    ...(planned ? [`  planned: ${planned}`] : []),
  ])

const wordLines = ({ id, says, rules, next }: ExplainedWord, paint: Paint): string[] => [
  paint('bold', id),
  `  ${says}`,
  ...(rules.length > 0 ? ['', ...ruleLines(rules)] : []),
  ...(next.length > 0 ? ['', ...next.map((one) => `next      ${one}`)] : []),
]

const faultLines = (fault: ExplainedFault, paint: Paint): string[] => [
  paint('bold', fault.id),
  `  ${fault.does} (${fault.group})`,
  '',
  `repair    ${fault.repair}`,
  `origin    ${fault.origin}`,
  ...(fault.reference === undefined ? [] : [`seen in   ${fault.reference}`]),
  '',
  fault.by === 'generated'
    ? 'caught by generated questions; no shipped vector shows it'
    : `caught by ${counted(fault.vectors.length, 'vector')} written for it`,
  ...firstLines(titleLines(fault.vectors), SHOWN, (more) => `  … and ${more} more`),
]

function vectorLines({ vector, rules, twin, judgedBy }: ExplainedVector, paint: Paint): string[] {
  const { id, title, level, question, expect, catches, documents } = vector
  const head = [paint('bold', id), `  ${title} (${level})`, '', ...ruleLines(rules), '']
  if (judgedBy !== undefined) return [...head, `judged    ${judgedBy}`]
  return [
    ...head,
    `question  ${question.method}`,
    ...members(question.params),
    '',
    ...expectationLines(expect),
    ...(twin
      ? ['', `twin      ${twin.id}: ${twin.title}`, '  differs in', ...differences(vector, twin)]
      : []),
    ...(catches ? ['', `catches   ${catches.join(', ')}`] : []),
    ...(documents === undefined ? [] : ['', `documents ${documents}`]),
  ]
}

const members = (value: object): string[] =>
  Object.entries(value).map(([name, member]) => {
    const text = typeof member === 'string' ? shown(member) : JSON.stringify(member)
    return `  ${name.padEnd(16)}${visible(text)}`
  })

/** In quotes where a reader would not see the white space. */
const shown = (text: string): string =>
  /^\s|\s$|\s\s/.test(text) || text === '' ? JSON.stringify(text) : text

function expectationLines(expect: Vector['expect']): string[] {
  if (expect.verdict === 'refuse') return [`expect    a refusal: ${expect.reasons.join(' or ')}`]
  const or = expect.verdict === 'either' ? `, or a refusal: ${expect.reasons.join(' or ')}` : ''
  const steps = members(expect.intermediates ?? {})
  const onTheWay = steps.length > 0 ? ['on the way', ...steps] : []
  return [`expect    accepted${or}`, ...members(expect.output), ...onTheWay]
}

function differences({ question: a }: Vector, { question: b }: Vector): string[] {
  const [left, right] = [flat(a.params), flat(b.params)]
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((name) => left.get(name) !== right.get(name))
    .map((name) => `  ${name.padEnd(24)}  ${sideOf(left.get(name))}  (twin: ${sideOf(right.get(name))})`)
}

const sideOf = (value: string | undefined): string =>
  value === undefined ? '(absent)' : visible(shown(value))

function flat(value: object, prefix = ''): Map<string, string> {
  const entries = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const path = prefix + name
    return isObject(member) ? [...flat(member, `${path}.`)] : [[path, JSON.stringify(member)] as const]
  })
  return new Map(entries)
}

/** The vectors of a rule or a fault, as they are listed. */
export const titled = (vectors: readonly Vector[], belongs: (vector: Vector) => boolean): Titled[] =>
  vectors.filter(belongs).map(({ id, title }) => ({ id, title }))
