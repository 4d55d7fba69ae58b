import { ChannelproofError } from '../../src/errors.ts'
import { Evidence } from '../../src/diagnose/evidence.ts'
import { faultById } from '../../src/faults/catalogue.ts'
import { isBad } from '../../src/judge/index.ts'
import type { Description, Findings, Vector, Verdict } from '../../src/model/index.ts'
import { diagnosisText } from '../../src/report/diagnosis.ts'
import { failure } from '../../src/report/text.ts'
import { run } from '../../src/run.ts'
import { InProcessSubject, replyFrom, type Ask } from './reply.ts'
import { ASKED, findRequirement, findVector } from './vectors.ts'

/** Facts about the SDK that differ from the usual; as in the answer to `describe` of the adapter protocol. */
export interface CheckOptions {
  /** `system`: the SDK reads its own clock, so it gets no timestamp, and vectors that need a fixed time are skipped. */
  readonly clock?: Description['clock']
  /** The SDK can set these join parameters only. */
  readonly joinParams?: readonly string[]
}

/**
 * Asks the function a vector, and its twin where it has one, and judges the answer: for an SDK's own tests.
 * @returns the verdict: `passed`; `observed` where the interface leaves it open; `skipped` where the SDK cannot be asked
 * @throws Error where the verdict is `failed` or `errored`; its message is that of the judge
 * @throws ChannelproofError `not-askable` for vectors that need an adapter or an endpoint
 */
export async function check(vector: Vector, ask: Ask, options: CheckOptions = {}): Promise<Verdict> {
  if (!ASKED.includes(vector.question.method)) throw notAskable(vector)
  const evidence = new Evidence()
  const verdict = await verdictOn(vector, ask, options, evidence)
  if (isBad(verdict)) throw new Error(failureText(vector, verdict, evidence.findings()))
  return verdict
}

async function verdictOn(
  vector: Vector,
  ask: Ask,
  options: CheckOptions,
  evidence: Evidence,
): Promise<Verdict> {
  const reader = run({
    vectors: [vector],
    find: findVector,
    subject: new InProcessSubject(description(options), (question) => replyFrom(ask, question)),
    level: 'recommended',
    judged: (asked, answer, verdict) => evidence.add(asked, answer, verdict),
  })
  const { value } = await reader.next()
  await reader.return({})
  return value as Verdict
}

const description = ({ clock = 'injected', joinParams }: CheckOptions): Description => ({
  protocol: 1,
  sdk: { name: 'own tests', version: '', language: 'JavaScript' },
  methods: ASKED,
  clock,
  ...(joinParams && { joinParams }),
})

/** Words a failure as the report does, with its cause where there is one. */
function failureText(vector: Vector, verdict: Verdict, { causes }: Findings): string {
  const faults = causes.flatMap((cause) => cause.faults)
  const told = { ...verdict, ...(faults.length > 0 && { diagnosis: faults }) }
  const context = {
    requirement: findRequirement,
    find: () => vector,
    paint: (_: string, text: string) => text,
  }
  const parts = [
    failure(told, 'recommended', context),
    diagnosisText({ diagnosis: causes }, faultById),
    hint(verdict),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

const hint = ({ reason }: Verdict): string =>
  reason === 'failed-without-reason'
    ? 'In tests of your own: throw new Refused(reason) where your SDK refuses, and new Unsupported(why) where it cannot be asked.'
    : ''

const notAskable = ({ id, question }: Vector): ChannelproofError =>
  new ChannelproofError(
    'not-askable',
    `${question.method} cannot be judged by a function`,
    'Use "npx channelproof sdk" for client.call, "npx channelproof live" for endpoints; channels are data only.',
    { id },
  )
