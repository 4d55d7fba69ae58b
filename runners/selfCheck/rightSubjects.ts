import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { stamped } from '../../src/faults/killMatrix.ts'
import { judge } from '../../src/judge/index.ts'
import type { Vector, VectorId, Verdict } from '../../src/model/index.ts'
import { allVerdicts } from '../../src/run.ts'
import { runTimeline } from '../../src/service/timeline.ts'
import { BODY_VARIANTS } from '../../src/variants/body.ts'
import { CLIENT_PAIRS, CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { accusations, singlesAndPairs, type Variant } from '../../src/variants/variant.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { together } from '../../src/variants/service/serviceVariant.ts'
import { TIMELINE_VARIANTS } from '../../src/variants/timeline/index.ts'
import { TOKEN_VARIANTS, tokenSubject } from '../../src/variants/token/index.ts'
import type { Suite } from '../suite/index.ts'
import { clientAdapter, RIGHT_CLIENT } from './faultyClient.ts'
import { verdictsWith } from './faultyService.ts'
import { CLIENT, eachOf, ENDPOINT, ofMethods, shareOf, type Tell } from './kills.ts'
import { verdictsOfAdapter } from './clientInProcess.ts'

/** A subject that uses freedoms of the text, and what it failed nevertheless. */
export interface RightSubject {
  readonly subject: string
  readonly failed: readonly VectorId[]
}

/** Rows of src/variants, by the kind of subject. */
export const VARIANTS: Readonly<Record<string, readonly Variant[]>> = {
  token: TOKEN_VARIANTS,
  client: CLIENT_VARIANTS,
  service: SERVICE_VARIANTS,
  body: BODY_VARIANTS,
  timeline: TIMELINE_VARIANTS,
}

/**
 * Asks every variant alone, and pairs of them: none may fail, except by a rule that its row departs from.
 * @param sample a client or a service is asked one of so many questions, and the next one others; 1: all
 */
export async function rightSubjects(suite: Suite, sample: number, tell: Tell): Promise<RightSubject[]> {
  return [
    ...(await rightTokens(suite, tell)),
    ...rightValidators(suite),
    ...rightModels(suite),
    ...(await rightClients(suite, sample, tell)),
    ...(await rightServices(suite, sample, tell)),
  ]
}

const seconds = (): number => Date.now() / 1000

async function rightTokens(suite: Suite, tell: Tell): Promise<RightSubject[]> {
  tell({ part: 'right token SDKs', at: TOKEN_VARIANTS.length, of: TOKEN_VARIANTS.length })
  const vectors = ofMethods(suite, /^token\./)
  const found: RightSubject[] = []
  for (const variants of singlesAndPairs(TOKEN_VARIANTS)) {
    const subject = tokenSubject(variants, seconds)
    const verdicts = await allVerdicts({ vectors, find: suite.find, subject, level: 'recommended' })
    found.push({ subject: namesOf('', variants), failed: accusedOf(verdicts, variants) })
  }
  return found
}

async function rightClients(suite: Suite, sample: number, tell: Tell): Promise<RightSubject[]> {
  const calls = ofMethods(suite, CLIENT)
  const rows: (readonly [string, readonly Variant[]])[] = [
    [RIGHT_CLIENT, []],
    ...[...CLIENT_VARIANTS, ...CLIENT_PAIRS].map((row) => [row.id, [row]] as const),
  ]
  const asked = async (
    name: string,
    variants: readonly Variant[],
    vectors: readonly Vector[],
  ): Promise<VectorId[]> => accusedOf(await verdictsOfAdapter(clientAdapter(name), vectors, suite), variants)
  const accused = await eachOf(rows, async ([name, variants], at) => {
    tell({ part: 'right clients', at: at + 1, of: rows.length, name })
    return [name, variants, await asked(name, variants, shareOf(calls, suite, sample, at))] as const
  })
  const found: RightSubject[] = []
  for (const [name, variants, once] of accused) {
    // Time limits are measured: an answer that may have been late among other clients is asked once more, alone.
    const failed =
      once.length === 0
        ? once
        : await asked(
            name,
            variants,
            once.map((id) => suite.find(id)!),
          )
    found.push({ subject: `client-${name}`, failed })
  }
  return found
}

async function rightServices(suite: Suite, sample: number, tell: Tell): Promise<RightSubject[]> {
  const exchanges = ofMethods(suite, ENDPOINT)
  const found: RightSubject[] = []
  const rows = [[], ...singlesAndPairs(SERVICE_VARIANTS)]
  for (const [at, variants] of rows.entries()) {
    const subject = namesOf('service-right', variants)
    tell({ part: 'right services', at: at + 1, of: rows.length, name: subject })
    const { alteration, ...ways } = together(variants)
    const verdicts = await verdictsWith(alteration, shareOf(exchanges, suite, sample, at), ways)
    found.push({ subject, failed: accusedOf(verdicts, variants) })
  }
  return found
}

const namesOf = (none: string, variants: readonly Variant[]): string =>
  variants.map(({ id }) => id).join(' and ') || none

const accusedOf = (verdicts: readonly Verdict[], variants: readonly Variant[]): VectorId[] =>
  accusations(verdicts, variants).map(({ vector }) => vector)

/** Judged by their answers, without a port. */
function rightValidators(suite: Suite): RightSubject[] {
  const bodies = ofMethods(suite, /^body\./)
  return singlesAndPairs(BODY_VARIANTS).map((variants) => {
    const validator = sdkWith(variants.map(({ alteration }) => alteration))
    const verdicts = bodies.map((vector) =>
      judge(vector, stamped(answerOf(validator, vector.question)!), 'twin-accepted'),
    )
    return { subject: namesOf('', variants), failed: accusedOf(verdicts, variants) }
  })
}

/** A timeline is not asked over the adapter protocol, so a model runs each of them. */
function rightModels({ vectors }: Suite): RightSubject[] {
  return TIMELINE_VARIANTS.map((variant) => {
    const verdicts = vectors.flatMap((vector) => {
      if (vector.question.method !== 'channel.timeline') return []
      const { params } = vector.question
      const output = { results: runTimeline(params, variant.make(params)) }
      return [judge(vector, stamped({ kind: 'accepted', output }), 'twin-accepted')]
    })
    return { subject: variant.id, failed: accusedOf(verdicts, [variant]) }
  })
}
