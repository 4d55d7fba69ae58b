import { counted } from '../../src/text.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { CAPTURE_VECTORS } from '../../src/judge/client/captured.ts'
import type { Fault } from '../../src/faults/catalogue.ts'
import type { Requirement, Vector } from '../../src/model/index.ts'
import { visible } from '../../src/report/text.ts'
import { paint, print } from '../terminal/console.ts'
import { loadSuite, type Suite } from '../suite/index.ts'

/** `channelproof explain <id>`: a vector with every value up to its answer, or a requirement with its vectors. */
export async function explain(id: string): Promise<void> {
  const suite = await loadSuite()
  const captured = CAPTURE_VECTORS.find((row) => row.id === id)
  if (captured) return print(`${explainCaptured(captured, suite)}\n`)
  const vector = suite.find(id)
  const requirement = suite.requirement(id)
  if (!vector && !requirement) {
    const { faultById } = await import('../../src/faults/catalogue.ts')
    const fault = faultById(id)
    if (!fault) throw unknown(id, suite)
    return print(`${explainFault(fault, suite)}\n`)
  }
  await print(`${vector ? explainVector(vector, suite) : explainRequirement(requirement!, suite)}\n`)
}

/** A row of `serve --capture`. */
const explainCaptured = ({ id, title, level, requirements }: Vector, suite: Suite): string =>
  [
    paint('bold', id),
    `  ${title} (${level})`,
    '',
    ...requirements.flatMap((rule) => ruleLines(suite.requirement(rule)!)),
    '',
    'judged    by "channelproof serve --capture", over all requests of a program; no adapter is asked',
  ].join('\n')

/** A row of the catalogue of faults, with the vectors that target it. */
function explainFault({ id, group, does, origin, repair, reference, by }: Fault, { vectors }: Suite): string {
  const own = vectors.filter(({ catches }) => catches?.includes(id))
  return [
    paint('bold', id),
    `  ${does} (${group})`,
    '',
    `repair    ${repair}`,
    `origin    ${origin}`,
    ...(reference === undefined ? [] : [`seen in   ${reference}`]),
    '',
    by === 'generated'
      ? 'caught by generated questions; no shipped vector shows it'
      : `caught by ${counted(own.length, 'vector')} written for it`,
    ...own.slice(0, 20).map((vector) => `  ${vector.id}: ${vector.title}`),
    ...(own.length > 20 ? [`  … and ${own.length - 20} more`] : []),
  ].join('\n')
}

function unknown(id: string, { vectors, requirements }: Suite): ChannelproofError {
  const last = id.split('/').at(-1)!.toLowerCase()
  const near = [...vectors, ...requirements]
    .map((row) => row.id)
    .filter((other) => other.toLowerCase().includes(last))
  const advice =
    near.length > 0
      ? `Did you mean ${near.slice(0, 5).join(', ')}?`
      : '"channelproof list vectors" shows all ids.'
  return new ChannelproofError('unknown-id', `there is no vector, requirement or fault ${id}`, advice)
}

function explainVector(vector: Vector, suite: Suite): string {
  const { id, title, level, question, expect, twin, catches, documents } = vector
  return [
    paint('bold', id),
    `  ${title} (${level})`,
    '',
    ...vector.requirements.flatMap((rule) => ruleLines(suite.requirement(rule)!)),
    '',
    `question  ${question.method}`,
    ...members(question.params),
    '',
    ...expectationLines(expect),
    ...(twin === undefined
      ? []
      : [
          '',
          `twin      ${twin}: ${suite.find(twin)!.title}`,
          '  differs in',
          ...differences(vector, suite.find(twin)!),
        ]),
    ...(catches ? ['', `catches   ${catches.join(', ')}`] : []),
    ...(documents === undefined ? [] : ['', `documents ${documents}`]),
  ].join('\n')
}

const ruleLines = ({ id, section, level, statement, source }: Requirement): string[] => [
  `rule      ${id} (section ${section}, ${level}${source ? `, ${source}` : ''})`,
  `  ${statement}`,
]

const members = (value: object): string[] =>
  Object.entries(value).map(
    ([name, member]) =>
      `  ${name.padEnd(16)}${visible(typeof member === 'string' ? member : JSON.stringify(member))}`,
  )

function expectationLines(expect: Vector['expect']): string[] {
  if (expect.verdict === 'refuse') return [`expect    a refusal: ${expect.reasons.join(' or ')}`]
  const or = expect.verdict === 'either' ? `, or a refusal: ${expect.reasons.join(' or ')}` : ''
  const steps =
    Object.keys(expect.intermediates ?? {}).length > 0
      ? ['on the way', ...members(expect.intermediates!)]
      : []
  return [`expect    accepted${or}`, ...members(expect.output), ...steps]
}

/** Members of the two questions that are not the same. */
function differences({ question: a }: Vector, { question: b }: Vector): string[] {
  const [left, right] = [flat(a.params), flat(b.params)]
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((name) => left.get(name) !== right.get(name))
    .map(
      (name) =>
        `  ${name.padEnd(24)}  ${visible(left.get(name) ?? '(absent)')}  (twin: ${visible(right.get(name) ?? '(absent)')})`,
    )
}

function flat(value: object, prefix = ''): Map<string, string> {
  const entries = Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? [...flat(member, `${prefix}${name}.`)]
      : [[`${prefix}${name}`, JSON.stringify(member)] as const],
  )
  return new Map(entries)
}

function explainRequirement(requirement: Requirement, { vectors }: Suite): string {
  const own = vectors.filter((vector) => vector.requirements.includes(requirement.id))
  const { untestable, planned } = requirement
  return [
    ...ruleLines(requirement),
    ...(untestable ? [`  no vector can exist: ${untestable}`] : []),
    ...(planned ? [`  planned: ${planned}`] : []),
    ...own.map(({ id, title }) => `  ${id}: ${title}`),
  ].join('\n')
}
