import type { ClientReport } from '../../model/index.ts'
import { clientWaysWith, type ClientVariant } from './clientVariant.ts'

const TELLS = { section: '7', open: 'What an SDK tells its caller of an answer.' }
const CODE = {
  section: '7.1',
  open: 'In which shape an error body carries its code.',
  decides: ['ERROR-BODY-SHAPE', 'ERROR-STREAMING-CODES'],
}
const NO_STATUS = ['SDK-ERROR-STATUS-TO-CALLER']
const NO_CODE = ['SDK-ERROR-CODE-TO-CALLER']

/** What an SDK reports to its caller: the text is silent, but a 200 is a success and an error is none. */
export const REPORT_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith(TELLS)({
    'tells-success-only': {
      does: 'The caller learns success or failure, and the adapter says so.',
      steps: { says: { tells: { status: false, code: false } }, report: bare },
    },
    'tells-success-only-silently': {
      does: 'The caller learns success or failure, and the adapter does not say so.',
      departs: [...NO_STATUS, ...NO_CODE],
      steps: { report: bare },
    },
    'tells-no-status': {
      does: 'The caller learns the code and no status, and the adapter says so.',
      steps: { says: { tells: { status: false } }, report: ({ ...told }) => without(told, 'status') },
    },
    'tells-no-code': {
      does: 'The caller learns the status and no code, and the adapter says so.',
      steps: { says: { tells: { code: false } }, report: ({ ...told }) => without(told, 'code') },
    },
    'status-without-code-silently': {
      does: 'The caller learns the status alone, and the adapter does not say so.',
      departs: NO_CODE,
      steps: { report: ({ ...told }) => without(told, 'code') },
    },
    'failures-are-network': {
      does: 'Every failure is of the kind network.',
      decides: ['SDK-FAILURE-KIND'],
      steps: { report: ofKind('network') },
    },
    'failures-are-protocol': {
      does: 'Every failure is of the kind protocol.',
      decides: ['SDK-FAILURE-KIND'],
      steps: { report: ofKind('protocol') },
    },
    'failures-are-http': {
      does: 'Every failure is of the kind http, with or without an answer.',
      steps: { report: ofKind('http') },
    },
    'failures-are-exceptions': {
      does: 'Every failure is an exception without a kind.',
      departs: ['SDK-ERROR-NO-CRASH', ...NO_STATUS, ...NO_CODE],
      steps: {
        report: (told) => {
          if ('ok' in told && told.ok) return told
          throw new Error('the call failed')
        },
      },
    },
  }),
  ...clientWaysWith(CODE)({
    'code-in-error-code-only': {
      does: 'The code is looked for in the member error_code, which other services have.',
      departs: NO_CODE,
      steps: { codeOf: () => undefined },
    },
    'code-is-http-status': {
      does: 'Where the SDK has a code of its own, it reports that one.',
      departs: NO_CODE,
      steps: { codeOf: () => 'SDK_CALL_FAILED' },
    },
    'code-in-capitals': {
      does: 'The code is reported as a constant of the SDK, in capitals.',
      departs: NO_CODE,
      steps: { codeOf: (code) => code?.toUpperCase().replaceAll('.', '_') },
    },
  }),
  ...clientWaysWith(TELLS)({
    'error-body-must-be-json': {
      does: 'The body of an error is parsed first: section 1 says that all bodies are JSON.',
      departs: NO_STATUS,
      steps: {
        failure: (_status, text) => (startsLikeJson(text) ? undefined : { ok: false, kind: 'protocol' }),
      },
    },
    'success-without-status': {
      does: 'A success is reported without its status.',
      steps: { report: ({ ...told }) => ('ok' in told && told.ok ? without(told, 'status') : told) },
    },
  }),
]

function bare(told: ClientReport): ClientReport {
  return without(without(told, 'status'), 'code')
}

function without(told: ClientReport, name: string): ClientReport {
  const kept = Object.entries(told).filter(([other]) => other !== name)
  return Object.fromEntries(kept) as ClientReport
}

function ofKind(kind: 'network' | 'protocol' | 'http'): (told: ClientReport) => ClientReport {
  return (told) => ('ok' in told && !told.ok ? { ...told, kind } : told)
}

function startsLikeJson(text: string): boolean {
  return /^\s*[{["]/.test(text)
}
