import { ChannelproofError } from '../../src/errors.ts'
import { CAPTURE_VECTORS } from '../../src/judge/client/captured.ts'
import { BROKEN_RULE } from '../../src/judge/rules.ts'
import { TOKEN_ERRORS } from '../../src/interface/errors.ts'
import type { Requirement } from '../../src/model/index.ts'
import { explanationText, titled, type ExplainedId } from '../../src/report/explanation.ts'
import { nearestOf } from '../../src/text.ts'
import { loadSuite, type Suite } from '../suite/index.ts'
import { paint, printAs } from '../terminal/console.ts'

/**
 * `channelproof explain <id>`: a vector with every value up to its answer, a requirement with its vectors, a fault, an
 * error code of the service, the code of a finding, or what a generated question is.
 * @throws ChannelproofError `unknown-id` (exit code 2)
 */
export async function explain(id: string, { json = false }: { readonly json?: boolean } = {}): Promise<void> {
  const suite = await loadSuite()
  const explanation = (await explanationOf(id, suite)) ?? (await unknown(id, suite))
  await printAs(json, { schema: 1, ...explanation }, (masked) => `${explanationText(masked, paint)}\n`)
}

type Knows = (id: string, suite: Suite) => ExplainedId | undefined | Promise<ExplainedId | undefined>

async function explanationOf(id: string, suite: Suite): Promise<ExplainedId | undefined> {
  for (const knows of KNOWN) {
    const explanation = await knows(id, suite)
    if (explanation) return explanation
  }
  return undefined
}

const rulesOf = (ids: readonly string[], suite: Suite): readonly Requirement[] =>
  ids.map((id) => suite.requirement(id)!)

const capturedVector: Knows = (id, suite) => {
  const vector = CAPTURE_VECTORS.find((row) => row.id === id)
  const judgedBy =
    'by "npx channelproof serve --capture", over all requests of a program; no adapter is asked'
  return vector && { kind: 'vector', vector, rules: rulesOf(vector.requirements, suite), judgedBy }
}

const vectorOf: Knows = (id, suite) => {
  const vector = suite.find(id)
  if (!vector) return undefined
  const twin = vector.twin === undefined ? undefined : suite.find(vector.twin)
  return { kind: 'vector', vector, rules: rulesOf(vector.requirements, suite), ...(twin && { twin }) }
}

const requirementOf: Knows = (id, suite) => {
  const rule = suite.requirement(id)
  if (!rule) return undefined
  const vectors = titled(suite.vectors, ({ requirements }) => requirements.includes(id))
  return { kind: 'requirement', rules: [rule], vectors }
}

const faultOf: Knows = async (id, suite) => {
  const { faultById } = await import('../../src/faults/catalogue.ts')
  const fault = faultById(id)
  if (!fault) return undefined
  const { group, does, repair, origin, reference, by } = fault
  const known = { ...(reference !== undefined && { reference }), ...(by !== undefined && { by }) }
  const vectors = titled(suite.vectors, ({ catches }) => catches?.includes(id) ?? false)
  return { kind: 'fault', id, group, does, repair, origin, ...known, vectors }
}

/** Commands for the reader of an error code; the others begin with the rule. */
const AFTER_CODE: Readonly<Record<string, readonly string[]>> = {
  'Sign.Error': [
    'npx channelproof inspect - says what is wrong with a token on standard input; the app secret comes from CHANNELPROOF_APP_SECRET',
    'docs/sign-error.md is the guide',
  ],
}

const errorCodeOf: Knows = (id, suite) => {
  const row = TOKEN_ERRORS.find(({ code }) => code.toLowerCase() === id.toLowerCase())
  if (!row) return undefined
  const { status, code, rule } = row
  const says = `an error code of the service (section 7.1), with status ${status}`
  const next = AFTER_CODE[code] ?? [`npx channelproof explain ${rule}: the rule with its vectors`]
  return { kind: 'error-code', id: code, says, rules: rulesOf([rule], suite), next }
}

const findingOf: Knows = (id, suite) => {
  if (!Object.hasOwn(BROKEN_RULE, id)) return undefined
  const rule = BROKEN_RULE[id]!
  const says = 'the code of a finding: a report shows it in brackets behind what is wrong'
  const next = [`npx channelproof explain ${rule}: the rule with its vectors`]
  return { kind: 'finding', id, says, rules: rulesOf([rule], suite), next }
}

/** It exists in its run alone, so only the report can show it. */
const generatedOf: Knows = (id) => {
  if (!id.startsWith('generated/')) return undefined
  const says = 'a question that a run has made; its report shows question, answer and findings'
  const next = [
    'npx channelproof sdk --seed <seed> -- <command>: asks it again; the first lines of the run have its seed',
    'npx channelproof sdk --keep found.yaml -- <command>: keeps what fails, in its smallest form',
    'npx channelproof sdk --vectors found.yaml -- <command>: asks that first',
  ]
  return { kind: 'generated', id, says, rules: [], next }
}

const KNOWN = [capturedVector, vectorOf, requirementOf, faultOf, errorCodeOf, findingOf, generatedOf]

async function unknown(id: string, { vectors, requirements }: Suite): Promise<never> {
  const { FAULTS } = await import('../../src/faults/catalogue.ts')
  const ids = [...vectors, ...requirements, ...FAULTS].map((row) => row.id)
  const codes = [...TOKEN_ERRORS.map(({ code }) => code), ...Object.keys(BROKEN_RULE)]
  const advice = `Did you mean ${nearestOf(id, [...ids, ...codes]).join(', ')}? "npx channelproof list vectors", "list requirements" and "list faults" show all ids.`
  throw new ChannelproofError('unknown-id', `there is no vector, requirement, fault or code ${id}`, advice)
}
