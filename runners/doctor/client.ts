import { keysOf } from '../../src/tables.ts'
import { asker, type JudgedVector } from '../../src/ask.ts'
import type { ClientAnswer, ClientReport, Operation, Subject } from '../../src/model/index.ts'
import { note, right, type DoctorLine, type Find } from './methods.ts'

const SLOW: Readonly<Record<Operation, string>> = {
  'auth.token': 'client/response/auth-token-200-slow',
  'streaming.start': 'client/response/streaming-start-200-slow',
  'streaming.update': 'client/response/streaming-update-200-slow',
  'streaming.stop': 'client/response/streaming-stop-200-slow',
}
const OPERATIONS = keysOf(SLOW)

/** What the HTTP client sends and reports, in one call that succeeds and one that fails. */
export async function clientFindings(subject: Subject, find: Find): Promise<DoctorLine[]> {
  const { methods, operations = OPERATIONS } = subject.description
  const operation = OPERATIONS.find((name) => operations.includes(name))
  if (!methods.includes('client.call') || operation === undefined) return []
  const ask = asker(find, subject)
  const asked = (id: string): Promise<JudgedVector> => ask(find(id)!)
  const kebab = operation.replace('.', '-')
  // A slow one and a quick one at once: which of them is answered first?
  const order: string[] = []
  const [, quick] = await Promise.all([
    asked(SLOW[operation]).finally(() => order.push('slow')),
    asked(`client/request/${kebab}-minimal`).finally(() => order.push('quick')),
  ])
  const success = outputOf(quick)
  const isToken = operation === 'auth.token'
  const failure = isToken
    ? outputOf(await asked('client/response/auth-token-403-authorization-type-invalid'))
    : undefined
  return [
    ...schemeFindings(success, subject),
    ...statusFindings(success?.reports[0], subject),
    ...thrownFindings(failure?.reports[0]),
    ...codeFindings(failure?.reports[0], subject),
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

/** What reports never say must stand once in `describe`; otherwise each of them is a failure. */
function statusFindings(report: ClientReport | undefined, { description }: Subject): DoctorLine[] {
  if (!report || !('ok' in report) || report.status !== undefined || description.tells?.status === false)
    return []
  return [
    note(
      'status',
      'a call that succeeds tells no status',
      'If the SDK does not tell it, say so in describe: "tells": {"status": false}',
    ),
  ]
}

function codeFindings(report: ClientReport | undefined, { description }: Subject): DoctorLine[] {
  if (
    !report ||
    !('ok' in report) ||
    report.ok ||
    report.code !== undefined ||
    description.tells?.code === false
  )
    return []
  return [
    note(
      'code',
      'a call that fails tells no error code',
      'If the SDK does not tell it, say so in describe: "tells": {"code": false}',
    ),
  ]
}

const thrownFindings = (report: ClientReport | undefined): DoctorLine[] =>
  report && 'error' in report
    ? [
        note(
          'failed call',
          `it is an error of the adapter: ${report.error}`,
          'A call that fails is a result, {"ok": false, "kind": "http"}: catch what the SDK throws.',
        ),
      ]
    : []
