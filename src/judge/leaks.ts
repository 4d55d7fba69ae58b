/** Where the app secret must not stand: plain safety (4.5), at the level recommended. */
import type { Answer, ClientAnswer, Finding } from '../model/index.ts'
import type { Found } from './finding.ts'

type Place = ClientAnswer['leaks'][number]

export const LEAKS: Readonly<Record<Place, Pick<Finding, 'reason' | 'rule' | 'message'>>> = {
  error: {
    reason: 'secret-in-error',
    rule: 'SDK-SECRET-NOT-IN-ERRORS',
    message:
      'the app secret, whole, in part or encoded, or the Authorization value stands in the error or the result that is reported.',
  },
  output: {
    reason: 'secret-in-output',
    rule: 'SDK-SECRET-NOT-LOGGED',
    message:
      'the app secret, whole, in part or encoded, or the Authorization value was written to the output or log.',
  },
  request: {
    reason: 'secret-in-request',
    rule: 'SDK-SECRET-NOT-SENT',
    message:
      'the app secret stands in the request, whole, in part or encoded; only signatures made with it are sent.',
  },
}

/** What an answer about tokens tells of the secret, beside what it answers. */
export const leakFindings = ({ leak }: Answer): Found[] =>
  leak ? [{ ...LEAKS.error, level: 'recommended' }] : []
