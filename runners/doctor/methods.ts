import { asker } from '../../src/ask.ts'
import { troubleOf } from '../../src/judge/trouble.ts'
import type {
  Method,
  Subject,
  Vector,
  VectorId,
  Verdict,
  Answer,
  Json,
  JsonObject,
} from '../../src/model/index.ts'
import { PLAIN } from '../../src/plainFirst.ts'
import { isDeepStrictEqual } from 'node:util'
import {
  JOIN_DEFAULTS,
  JOIN_PARAMS,
  joinParam,
  OPTIONAL_JOIN_PARAMS,
} from '../../src/interface/joinParams.ts'
import { objectOrNothing } from '../../src/members.ts'

/** One line of the doctor: `note` is no mistake, but worth a look. */
export interface DoctorLine {
  readonly state: 'right' | 'WRONG' | 'note'
  /** What was checked. */
  readonly about: string
  /** What was seen. */
  readonly says: string
  /** What to do, if anything. */
  readonly repair?: string
}

export const right = (about: string, says: string): DoctorLine => ({ state: 'right', about, says })
export const wrong = (about: string, says: string, repair: string): DoctorLine => ({
  state: 'WRONG',
  about,
  says,
  repair,
})
export const note = (about: string, says: string, repair?: string): DoctorLine => ({
  state: 'note',
  about,
  says,
  ...(repair !== undefined && { repair }),
})

/** Finds the vectors to ask. */
export type Find = (id: VectorId) => Vector | undefined

/** What an adapter answers when its SDK refuses, and what to do if it does not. */
const ERROR_PATHS: readonly (readonly [Method, VectorId, about: string, repair: string])[] = [
  [
    'token.issue',
    'token/refusal/channel-id-missing',
    'refusal',
    'Answer what the SDK refuses with error code 1 and data.reason, such as missing-field.',
  ],
  [
    'token.verify',
    'token/verify/secret-wrong',
    'invalid token',
    'An invalid token is a result, {"valid": false}, and no error: catch what the SDK throws.',
  ],
]

/** The plainest question of each method that the adapter offers, and one that its SDK must refuse. */
export async function methodFindings(subject: Subject, find: Find): Promise<DoctorLine[]> {
  const ask = asker(find, subject)
  const verdictOn = async (id: VectorId): Promise<Verdict> => (await ask(find(id)!)).verdict
  const { methods } = subject.description
  const findings: DoctorLine[] = []
  if (methods.length === 0)
    findings.push(
      note('methods', 'none is offered', 'Fill in the calls: a method that is still a TODO is left out.'),
    )
  for (const method of methods.filter((name): name is Method => name in PLAIN))
    findings.push(plainFinding(method, await verdictOn(PLAIN[method]!)))
  for (const [method, id, about, repair] of ERROR_PATHS)
    if (methods.includes(method)) findings.push(errorFinding(about, repair, await verdictOn(id)))
  return findings
}

const OF_THE_ADAPTER =
  'Repair the adapter, or the call of the SDK behind it; the text of the error stands above.'

function plainFinding(method: Method, verdict: Verdict): DoctorLine {
  const { outcome, vector, message = outcome } = verdict
  if (outcome === 'passed' || outcome === 'observed')
    return right(method, 'its plainest question is answered rightly')
  if (outcome === 'skipped') return note(method, `${vector} was not asked: ${message}`)
  if (troubleOf(verdict) !== undefined) return wrong(method, message, OF_THE_ADAPTER)
  return wrong(
    method,
    message,
    `"channelproof explain ${vector}" shows what is right; "channelproof sdk" names the mistake.`,
  )
}

function errorFinding(about: string, repair: string, verdict: Verdict): DoctorLine {
  const { outcome, message = outcome } = verdict
  if (outcome === 'passed' || outcome === 'observed') return right(about, 'answered as the protocol says')
  if (outcome === 'skipped') return note(about, `not asked: ${message}`)
  if (troubleOf(verdict) !== undefined) return wrong(about, message, repair)
  // Whether the SDK should have refused is for the judge; the adapter did its part.
  return note(about, message)
}

const REQUIRED: JsonObject = Object.fromEntries(
  JOIN_PARAMS.flatMap(({ name, required, sample }) => (required ? [[name, sample]] : [])),
)

const REQUIRED_NAMES = JOIN_PARAMS.filter(({ required }) => required).map(({ name }) => name)

/** A value that the interface shows and that is not the default (section 2.1). */
const sampleOf = (name: string): Json => joinParam(name)!.sample

const ABOUT = 'join parameters'

/** Which of the optional join parameters the SDK can set, and which it needs. */
export async function joinParamsFindings(subject: Subject): Promise<DoctorLine[]> {
  const { methods, joinParams: own = OPTIONAL_JOIN_PARAMS, always = [] } = subject.description
  if (!methods.includes('token.issue')) return []
  const issue = (joinParams: JsonObject): Promise<Answer> => subject.ask(question(joinParams))
  const given = Object.fromEntries(always.map((name) => [name, JOIN_DEFAULTS[name] ?? 0]))
  if (!isIssued(await issue({ ...REQUIRED, ...given }))) return needed(issue)
  const missing: string[] = []
  const optional = OPTIONAL_JOIN_PARAMS.filter((each) => own.includes(each))
  for (const name of optional) {
    const answer = await issue({ ...REQUIRED, ...given, [name]: sampleOf(name) })
    if (!isIssued(answer) || !isDeepStrictEqual(paramsOf(answer)?.[name], sampleOf(name))) missing.push(name)
  }
  if (missing.length === 0)
    return [right(ABOUT, `each of ${optional.length} optional ones stands in its token`)]
  const all = [
    ...REQUIRED_NAMES,
    ...own.filter((name) => OPTIONAL_JOIN_PARAMS.includes(name) && !missing.includes(name)),
  ]
  return [
    note(
      ABOUT,
      `a token for ${missing.join(', ')} has no such value, or is refused`,
      `If the SDK cannot set it, say so in describe: "joinParams": ${JSON.stringify(all)}`,
    ),
  ]
}

/** The SDK refuses the least join parameters: is there a member that it needs? */
async function needed(issue: (joinParams: JsonObject) => Promise<Answer>): Promise<DoctorLine[]> {
  for (const name of OPTIONAL_JOIN_PARAMS)
    if (isIssued(await issue({ ...REQUIRED, [name]: sampleOf(name) })))
      return [
        note(
          ABOUT,
          `a token is issued with ${name}, and not without it`,
          `If the SDK cannot leave it out, say so in describe: "always": ${JSON.stringify([name])}`,
        ),
      ]
  return []
}

const question = (joinParams: JsonObject) =>
  ({
    method: 'token.issue',
    params: {
      appId: 'doctor',
      appSecret: 'channelproof-doctor-secret',
      joinParams,
      timestamp: Math.floor(Date.now() / 1000),
    },
  }) as const

const isIssued = ({ kind }: Answer): boolean => kind === 'accepted'

function paramsOf(answer: Answer): JsonObject | undefined {
  const { token = '' } = (answer as { output: { token?: string } }).output
  return objectOrNothing(Buffer.from(token.split('.')[3] ?? '', 'base64').toString('utf8'))
}
