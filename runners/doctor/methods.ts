import { asker, type Find, type JudgedVector } from '../../src/ask.ts'
import { troubleOf } from '../../src/judge/trouble.ts'
import {
  type Method,
  type Subject,
  type VectorId,
  type Verdict,
  type Answer,
  type Json,
  type JsonObject,
  OPERATIONS,
  type ClientAnswer,
  type ClientReport,
} from '../../src/model/index.ts'
import { PLAIN } from '../../src/plainFirst.ts'
import { counted } from '../../src/text.ts'
import { isDeepStrictEqual } from 'node:util'
import {
  JOIN_DEFAULTS,
  JOIN_PARAMS,
  joinParam,
  OPTIONAL_JOIN_PARAMS,
} from '../../src/interface/joinParams.ts'
import { objectOrNothing } from '../../src/members.ts'

/** What doctor says of an adapter whose calls are not filled in. */
export const NOTHING_OFFERED = 'none is offered'

/** One line of the doctor: `note` is no fault, but worth a look. */
export interface DoctorLine {
  readonly state: 'right' | 'WRONG' | 'note'
  readonly about: string
  readonly says: string
  readonly repair?: string
  /** Of what is wrong: where the repair belongs. */
  readonly in?: 'adapter' | 'SDK'
}

const line =
  (state: DoctorLine['state']) =>
  (about: string, says: string, repair?: string): DoctorLine =>
    repair === undefined ? { state, about, says } : { state, about, says, repair }
export const right = line('right')
export const wrongLine = (about: string, says: string, repair?: string): DoctorLine => ({
  ...line('WRONG')(about, says, repair),
  in: 'adapter',
})
export const note = line('note')

/** What an adapter answers when its SDK refuses, and what to do if it does not. */
const ERROR_PATHS = [
  {
    method: 'token.issue',
    id: 'token/refusal/channel-id-missing',
    about: 'refusal',
    repair: 'Answer what the SDK refuses with error code 1 and data.reason, such as missing-field.',
  },
  {
    method: 'token.verify',
    id: 'token/verify/secret-wrong',
    about: 'invalid token',
    repair: 'An invalid token is a result, {"valid": false}, and no error: catch what the SDK throws.',
  },
] as const

/** The plainest question of each method that the adapter offers, and one that its SDK must refuse. */
export async function methodLines(subject: Subject, find: Find): Promise<DoctorLine[]> {
  const ask = asker(find, subject)
  const verdictOn = async (id: VectorId): Promise<Verdict> => (await ask(find(id)!)).verdict
  const { methods } = subject.description
  const findings: DoctorLine[] = []
  const empty = 'Fill in the calls: a method that is still a TODO is left out.'
  if (methods.length === 0) findings.push(note('methods', NOTHING_OFFERED, empty))
  for (const method of methods.filter((name): name is Method => name in PLAIN))
    findings.push(plainFinding(method, await verdictOn(PLAIN[method]!)))
  for (const row of VALUES) findings.push(...(await valueFindings(row, verdictOn)))
  for (const { method, id, about, repair } of ERROR_PATHS)
    if (methods.includes(method)) findings.push(errorFinding(about, repair, await verdictOn(id)))
  return findings
}

const RIGHT: ReadonlySet<string> = new Set(['passed', 'observed'])
const OF_THE_ADAPTER =
  'Repair the adapter, or the call of the SDK behind it; the text of the error stands above.'

/** @param method or an operation */
function plainFinding(method: string, verdict: Verdict): DoctorLine {
  const { outcome, vector, message = outcome } = verdict
  if (RIGHT.has(outcome)) return right(method, 'its plainest question is answered rightly')
  if (outcome === 'skipped') return note(method, `${vector} was not asked: ${message}`)
  if (troubleOf(verdict) !== undefined) return wrongLine(method, message, OF_THE_ADAPTER)
  const repair = `"npx channelproof explain ${vector}" shows what is right; "npx channelproof sdk" names the fault.`
  return { ...wrongLine(method, message, repair), in: 'SDK' }
}

/** Values that an adapter must be able to hand on, whatever its SDK makes of them. */
const VALUES = [
  {
    about: 'null and lists',
    ids: [
      'token/refusal/channel-id-null',
      'token/refusal/duration-null',
      'token/refusal/user-id-array',
      'token/refusal/size-array',
      'token/refusal/privileges-object',
      'token/refusal/duration-boolean',
      'token/refusal/whole-null',
      'token/refusal/whole-array',
    ],
    repair:
      'Hand on what the SDK can take; answer error code 2 for a type that it cannot hold, and code 1 with data.reason where it refuses.',
  },
  {
    about: 'long and odd text',
    ids: [
      'token/params/length-10240',
      'token/params/nul-escaped',
      'token/issue/channel-id-nul',
      'token/signature/secret-with-a-nul-inside',
      'token/verify/params-json-invalid-utf-8',
      'token/verify/token-empty',
    ],
    repair: 'Read whole lines of any length, as UTF-8, and hand the text on as it is.',
  },
] as const

/** No line where none of the values can be asked. */
async function valueFindings(row: (typeof VALUES)[number], verdictOn: (id: VectorId) => Promise<Verdict>) {
  const { about, ids, repair } = row
  let answered = 0
  for (const id of ids) {
    const verdict = await verdictOn(id)
    if (troubleOf(verdict) !== undefined)
      return [wrongLine(about, `${id}: ${verdict.message ?? verdict.outcome}`, repair)]
    if (verdict.outcome !== 'skipped') answered++
  }
  if (answered === 0) return []
  return [right(about, `${counted(answered, 'question')} of such values have an answer`)]
}

function errorFinding(about: string, repair: string, verdict: Verdict): DoctorLine {
  const { outcome, message = outcome } = verdict
  if (RIGHT.has(outcome)) return right(about, 'answered as the protocol says')
  if (outcome === 'skipped') return note(about, `not asked: ${message}`)
  if (troubleOf(verdict) !== undefined) return wrongLine(about, message, repair)
  // Whether the SDK should have refused is for the judge; the adapter did its part.
  return note(about, message)
}

const REQUIRED: JsonObject = Object.fromEntries(
  JOIN_PARAMS.flatMap(({ name, required, sample }) => (required ? [[name, sample]] : [])),
)

/** A value that the interface shows and that is not the default (section 2.1). */
const sampleOf = (name: string): Json => joinParam(name)!.sample

const ABOUT = 'join parameters'

/** Which of the optional join parameters the SDK can set, and which it needs. */
export async function joinParamsLines(subject: Subject): Promise<DoctorLine[]> {
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
  const left = own.filter((name) => OPTIONAL_JOIN_PARAMS.includes(name) && !missing.includes(name))
  const all = JSON.stringify([...Object.keys(REQUIRED), ...left])
  const says = `a token for ${missing.join(', ')} has no such value, or is refused`
  const repair = `If the SDK cannot set it, say so in describe: "joinParams": ${all}`
  return [note(ABOUT, says, repair)]
}

/** The SDK refuses the least join parameters: is there a member that it needs? */
async function needed(issue: (joinParams: JsonObject) => Promise<Answer>): Promise<DoctorLine[]> {
  for (const name of OPTIONAL_JOIN_PARAMS)
    if (isIssued(await issue({ ...REQUIRED, [name]: sampleOf(name) }))) {
      const repair = `If the SDK cannot leave it out, say so in describe: "always": ${JSON.stringify([name])}`
      return [note(ABOUT, `a token is issued with ${name}, and not without it`, repair)]
    }
  return []
}

function question(joinParams: JsonObject) {
  const app = { appId: 'doctor', appSecret: 'channelproof-doctor-secret' }
  return {
    method: 'token.issue',
    params: { ...app, joinParams, timestamp: Math.floor(Date.now() / 1000) },
  } as const
}

const isIssued = ({ kind }: Answer): boolean => kind === 'accepted'

function paramsOf(answer: Answer): JsonObject | undefined {
  const { token = '' } = (answer as { output: { token?: string } }).output
  return objectOrNothing(Buffer.from(token.split('.')[3] ?? '', 'base64').toString('utf8'))
}

/** The plainest call of each operation, what the client reports of one that fails, and whether calls run side by side. */
export async function clientLines(subject: Subject, find: Find): Promise<DoctorLine[]> {
  const { methods, operations = OPERATIONS, tells } = subject.description
  const operation = OPERATIONS.find((name) => operations.includes(name))
  if (!methods.includes('client.call') || operation === undefined) return []
  const ask = asker(find, subject)
  const asked = (id: string): Promise<JudgedVector> => ask(find(id)!)
  const kebab = kebabOf(operation)
  // A slow one and a quick one at once: which of them is answered first?
  const order: string[] = []
  const [, quick] = await Promise.all([
    asked(`client/response/${kebab}-200-slow`).finally(() => order.push('slow')),
    asked(`client/request/${kebab}-minimal`).finally(() => order.push('quick')),
  ])
  const success = outputOf(quick.answer)
  const isToken = operation === 'auth.token'
  const refused = `client/response/${kebab}-403-${isToken ? 'authorization-type-invalid' : 'token'}`
  const failure = outputOf((await asked(refused)).answer)
  const more = 'Nothing has to be done: the run starts more processes of it. --jobs <n> says how many.'
  const plain: DoctorLine[] = []
  for (const name of operations.filter((one) => one !== 'auth.token'))
    plain.push(operationFinding(name, await asked(`client/request/${kebabOf(name)}-minimal`)))
  return [
    ...plain,
    ...schemeFindings(success, subject),
    ...successFindings(success?.reports[0], tells?.status !== false),
    ...failureFindings(failure?.reports[0], isToken && tells?.code !== false),
    order[0] === 'quick'
      ? right('at once', 'calls are answered side by side')
      : note('at once', 'it answers one question at a time', more),
  ]
}

/** An error in the place of a report is of the adapter: a call that fails is a result. */
function operationFinding(operation: string, { answer, verdict }: JudgedVector): DoctorLine {
  const isError = outputOf(answer)?.reports.some((report) => 'error' in report)
  if (isError) return wrongLine(operation, verdict.message ?? verdict.outcome, OF_THE_ADAPTER)
  return plainFinding(operation, verdict)
}

const kebabOf = (operation: string): string => operation.replace('.', '-')

/** What a client sent and reported; undefined where it did not. */
export const outputOf = (answer: Answer): ClientAnswer | undefined =>
  answer.kind === 'accepted' && 'requests' in answer.output ? answer.output : undefined

/** Only an SDK that makes its own header has its own scheme word. */
function schemeFindings(output: ClientAnswer | undefined, { description }: Subject): DoctorLine[] {
  const value = output?.requests[0]?.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  if (value === undefined || description.authorization !== 'own') return []
  const word = value.split(' ')[0]!
  if (word === output?.scheme) return [right('scheme', `it sends the word ${word}`)]
  const says = `it sends the word ${JSON.stringify(word)}, and ${output!.scheme} is due`
  return [note('scheme', says, `If the service takes it, add --scheme ${word}.`)]
}

/** What a report may lack: told once in `describe` it is no failure. */
const untold = (member: 'status' | 'code', says: string): DoctorLine =>
  note(member, says, `If the SDK does not tell it, say so in describe: "tells": {"${member}": false}`)

function successFindings(report: ClientReport | undefined, tellsStatus: boolean): DoctorLine[] {
  if (!report || !('ok' in report) || report.status !== undefined || !tellsStatus) return []
  return [untold('status', 'a call that succeeds tells no status')]
}

function failureFindings(report: ClientReport | undefined, tellsCode: boolean): DoctorLine[] {
  if (!report) return []
  const repair = 'A call that fails is a result, {"ok": false, "kind": "http"}: catch what the SDK throws.'
  if ('error' in report)
    return [wrongLine('failed call', `it is an error of the adapter: ${report.error}`, repair)]
  if (!('ok' in report) || report.ok || report.code !== undefined || !tellsCode) return []
  return [untold('code', 'a call that fails tells no error code')]
}
