import { asker, type Find, type JudgedVector } from '../../src/ask.ts'
import {
  OPERATIONS,
  type ClientAnswer,
  type ClientReport,
  type Description,
  type Subject,
} from '../../src/model/index.ts'
import { note, right, type DoctorLine } from './methods.ts'

/** What the HTTP client sends and reports, in one call that succeeds and one that fails. */
export async function clientLines(subject: Subject, find: Find): Promise<DoctorLine[]> {
  const { methods, operations = OPERATIONS } = subject.description
  const operation = OPERATIONS.find((name) => operations.includes(name))
  if (!methods.includes('client.call') || operation === undefined) return []
  const ask = asker(find, subject)
  const asked = (id: string): Promise<JudgedVector> => ask(find(id)!)
  const kebab = operation.replace('.', '-')
  // A slow one and a quick one at once: which of them is answered first?
  const order: string[] = []
  const [, quick] = await Promise.all([
    asked(`client/response/${kebab}-200-slow`).finally(() => order.push('slow')),
    asked(`client/request/${kebab}-minimal`).finally(() => order.push('quick')),
  ])
  const success = outputOf(quick)
  const isToken = operation === 'auth.token'
  const failure = isToken
    ? outputOf(await asked('client/response/auth-token-403-authorization-type-invalid'))
    : undefined
  return [
    ...schemeFindings(success, subject),
    ...LACKS.flatMap(({ about, of, isMissing, says, repair }) => {
      const report = (of === 'success' ? success : failure)?.reports[0]
      return report && isMissing(report, subject.description) ? [note(about, says(report), repair)] : []
    }),
    order[0] === 'quick' ? right('at once', 'calls are answered side by side') : ONE_AT_A_TIME,
  ]
}

const ONE_AT_A_TIME = note(
  'at once',
  'it answers one question at a time',
  'Nothing has to be done: the run starts more processes of it. --jobs <n> says how many.',
)

const outputOf = ({ answer }: JudgedVector): ClientAnswer | undefined =>
  answer.kind === 'accepted' && 'requests' in answer.output ? answer.output : undefined

/** Only an SDK that makes its own header has its own scheme word. */
function schemeFindings(output: ClientAnswer | undefined, { description }: Subject): DoctorLine[] {
  const value = output?.requests[0]?.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  if (value === undefined || description.authorization !== 'own') return []
  const word = value.split(' ')[0]!
  if (word === output?.scheme) return [right('scheme', `it sends the word ${word}`)]
  return [
    note(
      'scheme',
      `it sends the word ${JSON.stringify(word)}, and ${output!.scheme} is due`,
      `If the service takes it, add --scheme ${word}.`,
    ),
  ]
}

/** What a report may lack: told once in `describe` it is no failure. */
interface Lack {
  readonly about: string
  readonly of: 'success' | 'failure'
  readonly isMissing: (report: ClientReport, description: Description) => boolean
  readonly says: (report: ClientReport) => string
  readonly repair: string
}

const LACKS: readonly Lack[] = [
  {
    about: 'status',
    of: 'success',
    isMissing: (report, { tells }) =>
      'ok' in report && report.status === undefined && tells?.status !== false,
    says: () => 'a call that succeeds tells no status',
    repair: 'If the SDK does not tell it, say so in describe: "tells": {"status": false}',
  },
  {
    about: 'failed call',
    of: 'failure',
    isMissing: (report) => 'error' in report,
    says: (report) => `it is an error of the adapter: ${'error' in report && report.error}`,
    repair: 'A call that fails is a result, {"ok": false, "kind": "http"}: catch what the SDK throws.',
  },
  {
    about: 'code',
    of: 'failure',
    isMissing: (report, { tells }) =>
      'ok' in report && !report.ok && report.code === undefined && tells?.code !== false,
    says: () => 'a call that fails tells no error code',
    repair: 'If the SDK does not tell it, say so in describe: "tells": {"code": false}',
  },
]
