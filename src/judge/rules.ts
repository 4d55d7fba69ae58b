import type { Answer, ClientAnswer, Finding, Method, RequirementId } from '../model/index.ts'

/** The rule that a failure breaks, by its reason; other failures break the first rule of their vector. */
export const BROKEN_RULE: Readonly<Record<string, RequirementId>> = {
  'not-five-parts': 'TOKEN-FIVE-PARTS',
  'wrong-version': 'TOKEN-VERSION',
  'wrong-app-id': 'TOKEN-APPID',
  'timestamp-not-decimal': 'TOKEN-TIMESTAMP-DECIMAL',
  'wrong-timestamp': 'TOKEN-TIMESTAMP-UTC',
  'secret-in-token': 'TOKEN-SECRET-NOT-IN-TOKEN',
  // A finding says which rule of base64 it is, where there is one.
  'params-not-standard-base64': 'TOKEN-PARAMS-BASE64',
  'params-of-other-bytes': 'TOKEN-PARAMS-UTF8',
  'params-not-utf8': 'TOKEN-PARAMS-UTF8',
  'params-not-json': 'TOKEN-PARAMS-JSON',
  'member-twice': 'TOKEN-PARAMS-DUPLICATE-KEYS',
  'member-missing': 'TOKEN-PARAMS-VALUES',
  'member-added': 'TOKEN-PARAMS-NOTHING-ADDED',
  'value-changed': 'TOKEN-PARAMS-VALUES',
  'value-added': 'TOKEN-PARAMS-VALUES',
  'wrong-type': 'TOKEN-PARAMS-VALUES',
  'integer-with-fraction': 'TOKEN-PARAMS-INTEGER-TEXT',
  'signature-not-standard-base64': 'TOKEN-SIGNATURE-BASE64',
  'signature-of-wrong-length': 'TOKEN-SIGNATURE-HMAC-SHA256',
  'signature-of-other-message-or-key': 'TOKEN-SIGNATURE-MESSAGE-PARTS',
}

/** The signature alone does not tell which: what its vector is about is to blame. */
const SIGNED = /^TOKEN-SIGNATURE-(?:KEY|MESSAGE|PARAMS)-/

/** The rule of a reason, on a vector with these rules; undefined where no reason names it. */
export const ruleOfReason = (reason: string, of: readonly RequirementId[]): RequirementId | undefined =>
  (reason === 'signature-of-other-message-or-key' ? of.find((rule) => SIGNED.test(rule)) : undefined) ??
  BROKEN_RULE[reason]

/** A client also breaks a rule when it ends the program of its caller, or never returns. */
const BROKEN_BY_CLIENT: Readonly<Record<string, RequirementId>> = {
  crash: 'SDK-ERROR-NO-CRASH',
  timeout: 'SDK-TIME-LIMIT',
}
export const brokenRule = (method: Method, answer: Answer): RequirementId | undefined =>
  method === 'client.call' && answer.kind === 'broken' ? BROKEN_BY_CLIENT[answer.reason] : undefined

/** Where the app secret must not stand: plain safety (4.5), at the level recommended. */
export const LEAKS: Readonly<
  Record<ClientAnswer['leaks'][number], Pick<Finding, 'reason' | 'rule' | 'message'>>
> = {
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
export const leakFindings = ({ leak }: Answer) =>
  leak ? [{ ...LEAKS.error, level: 'recommended' as const }] : []
