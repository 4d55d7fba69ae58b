import {
  callsOf,
  ESCAPED_TOKEN_PLACE,
  TOKEN_PLACE,
  type ClientAnswer,
  type ClientCall,
  type SeenRequest,
} from '../../src/model/index.ts'

/** Longest body that is shown, in characters. */
const LONGEST = 2000

/** The requests of a call, and of those that follow it, as they were sent, with their answers. */
export function traceLines(call: ClientCall, answer: ClientAnswer): string[] {
  const answers = [answer, ...(answer.next ?? [])]
  return callsOf(call).flatMap((one, at) => callLines(one, answers[at]!))
}

const callLines = (call: ClientCall, { requests, reports }: ClientAnswer): string[] => [
  `--- ${call.operation}, base path ${JSON.stringify(call.basePath)}`,
  ...requests.flatMap((request, index) => [...requestLines(request), ...answerLines(call, request, index)]),
  ...reports.map((report) => `reported: ${JSON.stringify(masked(report))}`),
]

const masked = (report: object): object => ('token' in report ? { ...report, token: '[token]' } : report)

function requestLines({ unreadable, method, target, headers, body }: SeenRequest): string[] {
  if (unreadable !== undefined) return [`> no HTTP request: ${unreadable}`]
  return [
    `> ${method} ${target}`,
    ...headers.map(([name, value]) => `> ${name}: ${shown(name, value)}`),
    `> ${Buffer.from(body, 'base64').toString('utf8').slice(0, LONGEST)}`,
  ]
}

/** The scheme word is shown; the value is a secret. */
const shown = (name: string, value: string): string =>
  name.toLowerCase() === 'authorization' ? value.replace(/^(?:(\S+\s+))?.*$/s, '$1[value]') : value

function answerLines({ answers }: ClientCall, { elsewhere }: SeenRequest, index: number): string[] {
  if (elsewhere) return ['< 500 (from the other host name)']
  const { status, headers = {}, body = '', manner } = answers[Math.min(index, answers.length - 1)]!
  return [
    `< ${status}${manner === undefined ? '' : ` (${manner})`}`,
    ...Object.entries(headers).map(([name, value]) => `< ${name}: ${value}`),
    ...(body === ''
      ? []
      : [
          `< ${body.replaceAll(TOKEN_PLACE, '[token]').replaceAll(ESCAPED_TOKEN_PLACE, '[token]').slice(0, LONGEST)}`,
        ]),
  ]
}
