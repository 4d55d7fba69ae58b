import type {
  Answer,
  ClientAnswer,
  Difference,
  Finding,
  Json,
  Level,
  Method,
  RequirementId,
} from '../model/index.ts'

/** Something that differs from the expectation: a finding before its rule and its level are settled. */
export interface Found extends Pick<Finding, 'reason' | 'message' | 'difference'> {
  /** The rule that is broken, where it is known; else see BROKEN_RULE. */
  readonly rule?: RequirementId | undefined
  /** The level at which it counts, where that is not the level of its vector. */
  readonly level?: Finding['level']
  /** The interface leaves it open: observed, not failed. The rest of the answer is judged as usual. */
  readonly observed?: 'answer' | 'member' | 'unchecked'
}

/** The longest text that a report repeats, in characters: answers may have any length. */
const LONGEST = 20000

/** Expected and got in one line, with the first UTF-8 byte that differs. */
export function differenceOf(expected: string, got: string): Difference {
  const [left, right] = [Buffer.from(expected, 'utf8'), Buffer.from(got, 'utf8')]
  const at = left.findIndex((byte, index) => byte !== right[index])
  const firstDifferentByte = at === -1 ? left.length : at
  return { expected: expected.slice(0, LONGEST), got: got.slice(0, LONGEST), firstDifferentByte }
}

/** A value as findings show it. */
export const show = (value: Json | undefined): string =>
  value === undefined ? '(absent)' : JSON.stringify(value)

export const listOf = (found: Found | undefined): Found[] => (found ? [found] : [])

/** Everything found, sorted: what counts, the worst first, and what is only observed. */
export interface Sorted {
  readonly findings: readonly (Found & { readonly level: Finding['level'] })[]
  readonly observed: readonly Found[]
}

/** The rule that a failure breaks, by its reason; other failures break the first rule of their vector. */
export const BROKEN_RULE: Readonly<Record<string, RequirementId>> = {
  'not-five-parts': 'TOKEN-FIVE-PARTS',
  'wrong-version': 'TOKEN-VERSION',
  'wrong-app-id': 'TOKEN-APPID',
  'timestamp-not-decimal': 'TOKEN-TIMESTAMP-DECIMAL',
  'wrong-timestamp': 'TOKEN-TIMESTAMP-UTC',
  'secret-in-token': 'TOKEN-SECRET-NOT-IN-TOKEN',
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

/** The signature alone does not tell which: the key is to blame where its vector is about the key. */
const SIGNED_WITH = 'TOKEN-SIGNATURE-KEY-SECRET'

/** The rule of a reason, on a vector with these rules; undefined where no reason names it. */
const ruleOfReason = (reason: string, of: readonly RequirementId[]): RequirementId | undefined =>
  reason === 'signature-of-other-message-or-key' && of.includes(SIGNED_WITH)
    ? SIGNED_WITH
    : BROKEN_RULE[reason]

/** A client also breaks a rule when it ends the program of its caller, or never returns. */
const BROKEN_BY_CLIENT: Readonly<Record<string, RequirementId>> = {
  crash: 'SDK-ERROR-NO-CRASH',
  timeout: 'SDK-TIME-LIMIT',
}
export const brokenRule = (method: Method, answer: Answer): RequirementId | undefined =>
  method === 'client.call' && answer.kind === 'broken' ? BROKEN_BY_CLIENT[answer.reason] : undefined

/** The rule that is broken, where the finding or its reason names it. @param of the rules of the vector */
export const ruleOf = (
  { rule, reason = '' }: { readonly rule?: string | undefined; readonly reason?: string },
  of: readonly RequirementId[] = [],
): RequirementId | undefined => rule ?? ruleOfReason(reason, of)

/**
 * Without a level of its own a finding has that of its vector. Where the vector is only observed, the text leaves open
 * what was asked, and not the other rules of an answer: they count there too.
 */
const levelOf = (found: Found, level: Level): Level =>
  found.level ?? (level === 'unspecified' && ruleOf(found) !== undefined ? 'required' : level)

/** Rules of the interface come before those of standards. */
export function sorted(all: readonly Found[], level: Level): Sorted {
  const counts = all.flatMap((found) => {
    const own = levelOf(found, level)
    return found.observed || own === 'unspecified' ? [] : [{ ...found, level: own }]
  })
  return {
    findings: [
      ...counts.filter((one) => one.level === 'required'),
      ...counts.filter((one) => one.level === 'recommended'),
    ],
    observed: all.filter((one) => one.observed !== undefined || levelOf(one, level) === 'unspecified'),
  }
}

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
export const leakFindings = ({ leak }: Answer): Found[] =>
  leak ? [{ ...LEAKS.error, level: 'recommended' }] : []
