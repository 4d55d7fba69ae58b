import { expect } from 'vitest'
import type { WireSubject } from '../../../runners/adapter/wire.ts'
import { LeakDetector } from '../../../runners/client/leaks.ts'
import { clientOptions, DEFAULT_CLIENT_FLAGS } from '../../../runners/client/options.ts'
import { ClientSubject, type WatchOptions } from '../../../runners/client/subject.ts'
import { Secrets } from '../../../runners/terminal/secrets.ts'
import { formNames } from '../../../runners/selfCheck/faultyClient.ts'
import { verdictsOfClient } from '../../../runners/selfCheck/clientInProcess.ts'
import { loadSuite } from '../../../runners/suite/index.ts'
import type { ClientFault, ClientSteps } from '../../../src/faults/client/clientFault.ts'
import { CLIENT_FAULTS } from '../../../src/faults/client/index.ts'
import {
  usesUpTheLimit,
  type ClientAnswer,
  type ClientCall,
  type Vector,
  type Verdict,
} from '../../../src/model/index.ts'
import { gates } from '../../../src/run.ts'
import type { ClientVariant } from '../../../src/variants/client/clientVariant.ts'
import { accusations } from '../../../src/variants/variant.ts'
import { RULES } from './rules.ts'

export const SUITE = await loadSuite(['client'])
export const VECTORS = SUITE.vectors.filter(({ question }) => question.method === 'client.call')

/** Every form of every fault, by its name: faults that vectors find, and faults that generated questions find. */
const [vectorFaults, generatedFaults] = [undefined, 'generated'].map((by) =>
  CLIENT_FAULTS.filter((fault) => fault.by === by),
) as [ClientFault[], ClientFault[]]
const formsOf = (faults: readonly ClientFault[]): (readonly [string, ClientFault])[] =>
  faults.flatMap((fault) => formNames(fault).map((name) => [name, fault] as const))
export const FORMS = formsOf(vectorFaults)
export const GENERATED_FORMS = formsOf(generatedFaults)

/** Does the client wait for its time limit? */
const waits = ({ question }: Vector): boolean => (question.params as ClientCall).answers.some(usesUpTheLimit)

/** Time limits are measured: nothing that keeps this process busy may run at the same time. */
export const WAITING = VECTORS.filter(waits)
export const QUICK = VECTORS.filter((vector) => !waits(vector))
/** Quick ones by the rules that they test. */
const KINDS = [...new Set(QUICK.map(({ requirements }) => requirements.join()))].map((kind) =>
  QUICK.filter(({ requirements }) => requirements.join() === kind),
)

/** One vector of each kind, another one in each turn; and some that name this fault, quick ones first. */
export function some(turn: number, fault?: ClientFault): Vector[] {
  const ofKind = KINDS.map((kind) => kind[turn % kind.length]!)
  const named = [...QUICK, ...WAITING].filter(({ catches = [] }) => fault && catches.includes(fault.id))
  return [...new Set([...ofKind, ...named.slice(0, 12)])]
}

/** What was seen of the call of a vector. */
type Watched = readonly [call: ClientCall, answer: ClientAnswer]

export interface Seen {
  readonly verdicts: readonly Verdict[]
  readonly watched: readonly Watched[]
}

/** The rule that a failed verdict names. */
export const brokenRule = ({ rule, requirements }: Verdict): string => rule ?? requirements[0]!

/** A client under watch as `sdk` watches it. @param more what differs from a run without flags */
export const subjectOf = (inner: WireSubject, more: Partial<WatchOptions> = {}): ClientSubject =>
  new ClientSubject(inner, {
    ...clientOptions(DEFAULT_CLIENT_FLAGS),
    leakDetector: new LeakDetector(),
    secrets: new Secrets(),
    ...more,
  })

/** A run on one client in this process: its verdicts, and what was seen of each call. */
export async function watch(client: string | ClientSteps, vectors: readonly Vector[]): Promise<Seen> {
  const watched: Watched[] = []
  const verdicts = await verdictsOfClient(client, vectors, {
    find: SUITE.find,
    trace: (call, answer) => void watched.push([call, answer]),
  })
  return { verdicts, watched }
}

/** The faults that the observed calls show. */
export const recognised = (watched: readonly Watched[]): string[] =>
  CLIENT_FAULTS.filter(({ recognises }) => watched.some(([call, answer]) => recognises?.(answer, call))).map(
    ({ id }) => id,
  )

/** The plain client conforms, and shows no fault. */
export function expectRight({ verdicts, watched }: Seen): void {
  expectLawful(undefined, { verdicts, watched })
  // What is open is observed, and only clients that announce a retry are asked for one.
  expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(verdicts.length - 15)
}

/**
 * No vector accuses a right client, and one that departs from no rule shows no fault. An SDK that says that it reports
 * less is not asked for more, so what it leaves out is no fault.
 */
export function expectLawful(row: ClientVariant | undefined, { verdicts, watched }: Seen): void {
  const accused = accusations(verdicts, row ? [row] : [])
  expect(accused.map(({ vector, message }) => `${vector}: ${message}`)).toEqual([])
  if (!row?.departs?.length && row?.steps.says?.tells === undefined) expect(recognised(watched)).toEqual([])
}

/** What such a client does in some calls is another fault too. */
const ALSO: Readonly<Record<string, string>> = {
  // On a slow machine a plain answer is slow as well.
  'start-sent-twice-when-slow': 'sent-twice',
  // In a stop nothing but the streamId can be empty.
  'empty-dropped': 'stream-id-0-dropped',
}

/** A wrong client breaks its rules and nothing else, and is recognised. @returns the rules that it broke */
export function expectWrong(
  name: string,
  fault: ClientFault,
  { verdicts, watched }: Seen,
): Set<string | undefined> {
  const bad = verdicts.filter((verdict) => gates(verdict, 'recommended'))
  const broken = new Set(bad.map(brokenRule))
  const others = bad.filter((verdict) => !rulesOf(name, fault).includes(brokenRule(verdict)))
  // The messages: an unsteady accusation has to say what was seen.
  expect(others.map(({ vector, message }) => `${vector}: ${message}`)).toEqual([])
  expect(broken.size).toBeGreaterThan(0)
  const failed = new Set(bad.map(({ vector }) => SUITE.find(vector)?.question.params))
  const isKnown = ([call, answer]: Watched): boolean =>
    failed.has(call) && fault.recognises?.(answer, call) === true
  expect(watched.some(isKnown)).toBe(fault.recognises !== undefined)
  expect(recognised(watched).filter((id) => id !== ALSO[fault.id])).toEqual(
    fault.recognises ? [fault.id] : [],
  )
  return broken
}

export const rulesOf = (name: string, fault: ClientFault): readonly string[] =>
  RULES[name] ?? RULES[fault.id]!
