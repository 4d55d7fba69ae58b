import { isDeepStrictEqual } from 'node:util'
import type { Answer, Json, JsonObject, Subject } from '../../src/model/index.ts'
import {
  JOIN_DEFAULTS,
  JOIN_PARAMS,
  joinParam,
  OPTIONAL_JOIN_PARAMS,
} from '../../src/interface/joinParams.ts'
import { objectOrNothing } from '../../src/members.ts'
import { note, right, type Finding } from './finding.ts'

const REQUIRED: JsonObject = Object.fromEntries(
  JOIN_PARAMS.flatMap(({ name, required, sample }) => (required ? [[name, sample]] : [])),
)

const REQUIRED_NAMES = JOIN_PARAMS.filter(({ required }) => required).map(({ name }) => name)

/** A value that the interface shows and that is not the default (section 2.1). */
const sampleOf = (name: string): Json => joinParam(name)!.sample

const ABOUT = 'join parameters'

/** Which of the optional join parameters the SDK can set, and which it needs. */
export async function joinParamsFindings(subject: Subject): Promise<Finding[]> {
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
async function needed(issue: (joinParams: JsonObject) => Promise<Answer>): Promise<Finding[]> {
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
