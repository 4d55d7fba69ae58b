import type { FaultText } from '../faults/fault.ts'
import { jsonIn } from '../faults/faultySdk/seen.ts'
import type { FaultId } from '../model/index.ts'
import { fitsInStandard, PART_CHECKS } from './partChecks.ts'
import { type TokenCauses, causesOfToken, fixed, type Fixed } from './causes.ts'
import { type TokenFinding, type FindingState, type Known, type Inspected, subjectOf } from './subject.ts'
import { CUT, SECRET_NAME, VALUE_CHECKS } from './valueChecks.ts'
import type { Parts } from '../token/index.ts'

export type { TokenFinding, Known } from './subject.ts'

/** Far above any token, in bytes: a longer text is not worth a look. */
export const LONGEST_TEXT = 64 * 1024

/** By precedence: something is wrong, the signature could not be checked, the interface leaves it open. */
const VERDICTS = [
  ['wrong', 'WRONG'],
  ['unchecked', 'unknown'],
  ['open', 'open'],
  ['right', 'holds'],
] as const satisfies readonly (readonly [string, FindingState])[]

export type TokenVerdict = (typeof VERDICTS)[number][0]

/** What a look at a text says: schemas/inspection.schema.json. */
export interface Inspection {
  readonly schema: 1
  readonly verdict: TokenVerdict
  /** One sentence. */
  readonly says: string
  /** What the text was, outermost first, before a token was found in it. */
  readonly readAs: readonly string[]
  readonly parts: Readonly<Partial<Parts>>
  /** The texts between dots, where they are no five parts. */
  readonly pieces?: readonly { readonly text: string; readonly json?: string }[]
  readonly json?: string
  readonly findings: readonly TokenFinding[]
  /** Sets of faults each of which makes this very text. */
  readonly causes: readonly (readonly Pick<FaultText, 'id' | 'does' | 'repair'>[])[]
  /** What to look at, in this order, where nothing explains the signature. */
  readonly next: readonly string[]
  /** The right token, where it was asked for; or why there is none. */
  readonly fixed?: Fixed
}

/**
 * Takes any text apart that may be a token, or hold one: what is right and what is not, where, and which fault makes it
 * so. The secret is never part of what it returns, other than in a text that holds it itself.
 */
export function inspectText(text: string, known: Known, { fix = false } = {}): Inspection {
  const subject = subjectOf(text, known)
  const findings = findingsOf(subject)
  const { appSecret } = known
  const isWrong = findings.some(({ state }) => state === 'WRONG')
  const explained =
    isWrong && appSecret !== undefined ? causesOfToken(subject, appSecret, writtenIn(findings)) : undefined
  const causes = explained?.candidates ?? []
  return {
    schema: 1,
    ...verdictOf(findings, causes),
    readAs: subject.taken.map(({ what }) => what),
    parts: subject.parts ?? {},
    ...(!subject.parts && { pieces: subject.pieces.map(pieceOf) }),
    ...(subject.parts && subject.json !== undefined && { json: subject.json }),
    findings,
    causes: causes.map((set) => set.map(({ id, does, repair }) => ({ id, does, repair }))),
    next: causes.length === 0 && isRiddle(subject, findings) ? orderFor(subject) : [],
    ...(fix && appSecret !== undefined && { fixed: fixed(subject, appSecret, explained?.guess) }),
  }
}

function pieceOf(text: string): { text: string; json?: string } {
  const json = jsonIn(text)
  return { text, ...(json !== undefined && { json }) }
}

const findingsOf = (subject: Inspected): TokenFinding[] =>
  [...PART_CHECKS, ...VALUE_CHECKS].flatMap(({ check, look }) =>
    look(subject).map((said) => ({ check, ...said })),
  )

/** Faults in how the text or its base64 is written. */
const WRITING = new Set(['text', 'params-base64', 'signature-base64'])
const writtenIn = (findings: readonly TokenFinding[]): FaultId[] =>
  findings.flatMap(({ check, state, faults = [] }) => (state === 'WRONG' && WRITING.has(check) ? faults : []))

/** A signature that does not fit, and not for the way in which it is written. */
const isRiddle = ({ parts, known }: Inspected, findings: readonly TokenFinding[]): boolean =>
  findings.some(({ check, state }) => check === 'signature' && state === 'WRONG') &&
  !findings.some(({ check }) => check === CUT) &&
  !(parts && fitsInStandard(parts, known.appSecret ?? ''))

type Causes = TokenCauses['candidates']

function verdictOf(findings: readonly TokenFinding[], causes: Causes): Pick<Inspection, 'verdict' | 'says'> {
  const [verdict, state] =
    VERDICTS.find(([, state]) => findings.some((one) => one.state === state)) ?? VERDICTS[3]
  const telling = findings.filter((one) => one.state === state)
  if (verdict === 'wrong') return { verdict, says: wrongSays(telling, causes) }
  if (verdict === 'unchecked') return { verdict, says: UNCHECKED }
  return { verdict, says: verdict === 'right' ? findings.at(-1)!.says : telling.map(named).join('; ') }
}

const UNCHECKED = `the signature; put the app secret into ${SECRET_NAME}. Nothing else is wrong`

/** The cause, or what was seen; and that the token has expired, where that is another matter. */
function wrongSays(telling: readonly TokenFinding[], [set, ...others]: Causes): string {
  const isOver = ({ check }: TokenFinding): boolean => check === 'expiry'
  const explained = new Set(set?.map(({ id }) => id))
  const over = telling.filter((one) => isOver(one) && !one.faults?.some((id) => explained.has(id)))
  const seen = telling.filter((one) => !isOver(one))
  return [...(set ? [causeSays(set, others)] : seenSays(seen)), ...over.map(named)].join('; and ')
}

function causeSays(set: Causes[number], others: Causes): string {
  const or = others.map((other) => other.map(({ id }) => id).join(' with '))
  return `${set.map(inWords).join(', and ')}${or.length > 0 ? `; or ${or.join(', or ')}` : ''}`
}

/** What has a name goes before what has none; that the signature does not fit is said in any case. */
function seenSays(seen: readonly TokenFinding[]): string[] {
  const isOf = (check: string) => (one: TokenFinding) => one.check === check
  const cut = seen.find(isOf(CUT))
  if (cut) return [cut.says]
  if (seen.length > 0 && seen.every(isOf('signature')))
    return [`${seen[0]!.says}, and no known fault explains it: another secret?`]
  const withName = seen.filter(({ check, faults = [] }) => check === 'parts' || faults.length > 0)
  const told = withName.length > 0 ? [...withName, ...seen.filter(isOf('signature'))] : seen.slice(0, 1)
  return told.length > 0 ? [told.map(named).join('; ')] : []
}

const named = ({ says, faults = [] }: TokenFinding): string =>
  faults.length === 0 ? says : `${says} (${faults.join(' or ')})`

/** `The parts are joined.` → `the parts are joined (id)` */
const inWords = ({ id, does }: FaultText): string =>
  `${/^[A-Z]{2}/.test(does) ? does[0] : does.charAt(0).toLowerCase()}${does.slice(1).replace(/\.$/, '')} (${id})`

/** What to look at, the likeliest first. */
function orderFor({ parts }: Inspected): string[] {
  const { version = '', appId = '', timestamp = '', params = '' } = parts ?? {}
  return [
    `the secret: is it that of the app ${appId || '(no appId can be read)'}, whole, without quotation marks, white space or a line feed?`,
    'the token: is every character as the server made it? Compare it with what the server logged before it sent it',
    `the message: is this what the code signs, byte for byte? ${version}${appId}${timestamp}${params}`,
    'the key: does the code use the UTF-8 bytes of the secret, and decode neither hex nor base64?',
    'the digest: is it HMAC-SHA256, and is the base64 that of its 32 bytes?',
    'the values on the way: "npx channelproof explain token/signature/plain" shows all of them for one token; "npx channelproof sdk" compares the code',
  ]
}
