import { ROUTES } from '../../src/interface/operations.ts'
import {
  callsOf,
  ESCAPED_TOKEN_PLACE,
  TOKEN_PLACE,
  type ClientAnswer,
  type ClientCall,
  type SeenRequest,
} from '../../src/model/index.ts'
import { authorizationSource } from '../live/load.ts'
import { visible } from '../../src/report/visible.ts'
import { tell } from '../terminal/console.ts'
import { schemeOf } from '../terminal/options.ts'
import type { WatchOptions } from './subject.ts'

/** Flags of `sdk` for its HTTP client, as they stand on the command line. */
export interface ClientFlags {
  readonly authorization: string
  readonly scheme: string
  readonly trace: boolean
}

export const DEFAULT_CLIENT_FLAGS: ClientFlags = {
  authorization: 'stand-in',
  scheme: 'SvcSign',
  trace: false,
}

export type ClientOptions = Omit<WatchOptions, 'leakDetector' | 'tokenLeaks' | 'secrets' | 'reach' | 'shown'>

/** @throws ChannelproofError `wrong-option` (exit code 2) */
export function clientOptions({ authorization, scheme: word, trace }: ClientFlags): ClientOptions {
  const scheme = schemeOf(word)
  // Reports what is wrong with it before anything runs.
  const source = authorizationSource(authorization, process.env)
  return {
    scheme,
    isStandIn: source.kind === 'stand-in',
    authorization: async ({ appId, appSecret, operation, body }) => {
      const { headerValue } = await import('../live/authorization.ts')
      const { method, path } = ROUTES[operation]
      const request = { method, path, body: JSON.stringify(body) }
      return headerValue({ authorization: source, scheme }, { appId, appSecret }, request)
    },
    ...(trace && {
      trace: (call, answer) => tell(traceLines(call, answer), (all) => `${all.map(visible).join('\n')}\n`),
    }),
  }
}

const LONGEST = 2000

/** The requests of a call, and of those that follow it, as they were sent, with their answers. */
function traceLines(call: ClientCall, answer: ClientAnswer): string[] {
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
  const there = answers.find((answer) => answer.there)?.there ?? { status: 500 }
  if (elsewhere) return [`< ${there.status} (where the redirect leads)`]
  const { status, headers = {}, body = '', manner } = answers[Math.min(index, answers.length - 1)]!
  const plain = body.replaceAll(TOKEN_PLACE, '[token]').replaceAll(ESCAPED_TOKEN_PLACE, '[token]')
  return [
    `< ${status}${manner === undefined ? '' : ` (${manner})`}`,
    ...Object.entries(headers).map(([name, value]) => `< ${name}: ${value}`),
    ...(body === '' ? [] : [`< ${plain.slice(0, LONGEST)}`]),
  ]
}
