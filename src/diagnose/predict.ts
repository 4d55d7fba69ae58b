import { answerOf, sdkWith } from '../faults/faultySdk/index.ts'
import type { FaultyAnswer, SeenChoices, Stages, Alteration, OutputFault } from '../faults/fault.ts'
import type { Method, Question, Answer, FaultId, Json } from '../model/index.ts'
import { groupedBy, keysOf, onceFor } from '../tables.ts'
import { isDeepStrictEqual } from 'node:util'
import { namesIn, seenIn } from '../faults/faultySdk/seen.ts'
import { RIGHT_STAGES, STAGES_OF } from '../faults/faultySdk/stages.ts'
import { isObject } from '../json.ts'
import { objectOrNothing } from '../members.ts'
import { JOIN_DEFAULTS } from '../interface/joinParams.ts'

type Component = 'whole' | 'head' | 'timestamp' | 'params' | 'signature'
export type Components = Readonly<Partial<Record<Component, string>>>

const TOGETHER = ['assemble', 'output'] as const

/** The stages that can change a part of a whole token; the signature depends on all of them. */
const MAKING: Readonly<Partial<Record<Component, ReadonlySet<keyof Stages>>>> = {
  head: new Set(['version', 'appId', ...TOGETHER]),
  timestamp: new Set(['prepare', 'clock', 'timestampText', ...TOGETHER]),
  params: new Set(['prepare', 'serialise', 'encodeText', 'base64', 'encodeParams', 'resend', ...TOGETHER]),
}

/** Five parts between dots: then a dot within a part would show as a sixth. */
const PARTS = 5

/** A token in its parts, if it can be taken apart; any other answer as a whole. */
export function componentsOf(method: Method, answer?: FaultyAnswer): Components {
  if (answer?.kind !== 'accepted') return { whole: JSON.stringify(answer ?? null) }
  const { output } = answer
  if (method !== 'token.issue' || !('token' in output) || typeof output.token !== 'string')
    return { whole: JSON.stringify(output) }
  const parts = output.token.split('.')
  if (parts.length < PARTS) return { whole: output.token }
  const [version, appId, ...rest] = parts
  return {
    head: `${version}.${appId}`,
    timestamp: rest.slice(0, -2).join('.'),
    params: rest.at(-2)!,
    signature: rest.at(-1)!,
  }
}

/** What an SDK answers; undefined where its faults exclude each other, because one makes values that the other cannot take. */
export function answeredBy(sdk: Stages, question: Question): FaultyAnswer | undefined {
  try {
    return answerOf(sdk, question)
  } catch (error) {
    // A date beyond the calendar, half a surrogate pair in a URL, a fraction where an integer is needed.
    if (error instanceof RangeError || error instanceof SyntaxError || error instanceof URIError)
      return undefined
    throw error
  }
}

/** The parts that differ. */
export const differing = (made: Components, given: Components): Component[] =>
  keysOf<Component>(given).filter((name) => given[name] !== made[name])

/** For each of these lists, code that gave an answer has another stage than right code. */
type Needed = readonly ReadonlySet<string>[]

function neededFor(question: Question, answer: FaultyAnswer, seen: SeenChoices): Needed {
  const used = new Set<string>()
  const made = answeredBy(recording(sdkWith([], seen), used), question)
  if (!isFiveParts(made) || !isFiveParts(answer)) return [used]
  const parts = differing(componentsOf(question.method, made), componentsOf(question.method, answer))
  return [used, ...parts.flatMap((name) => MAKING[name] ?? [])]
}

/** Notes which stages are used: those after a refusal are not. */
const recording = (sdk: Stages, used: Set<string>): Stages =>
  new Proxy(sdk, {
    get(stages, name) {
      used.add(String(name))
      return Reflect.get(stages, name) as unknown
    },
  })

const isFiveParts = (answer?: FaultyAnswer): boolean =>
  answer?.kind === 'accepted' &&
  'token' in answer.output &&
  typeof answer.output.token === 'string' &&
  answer.output.token.split('.').length === PARTS

/** A fault in one of its forms, and the stages that this form replaces. */
export interface Form {
  readonly id: FaultId
  /** The form that the catalogue names first. */
  readonly main: boolean
  /** In the catalogue, where faults follow each other as the stages do. */
  readonly place: number
  readonly alteration: Alteration
  readonly stages: ReadonlySet<string>
  /** The function that a language has for it, such as `Python strip`. */
  readonly as?: string | undefined
}

/** All forms of some faults, in the order of the catalogue: that in which their stages follow each other. */
export const formsOf = (faults: readonly OutputFault[]): Form[] =>
  faults
    .flatMap(({ id, alteration, others = [] }) =>
      [alteration, ...others].map((form) => ({
        id,
        main: form === alteration,
        alteration: form,
        stages: new Set(Object.keys(form(RIGHT_STAGES, {}))),
        as: form.as,
      })),
    )
    .map((form, place) => ({ ...form, place }))

/** Does the form take part in this method? */
export const takesPart = ({ stages }: Form, method: Question['method']): boolean =>
  STAGES_OF[method].some((stage: keyof Stages) => stages.has(stage))

/** An answer that shows what the SDK makes. */
export type ShownAnswer = Extract<FaultyAnswer, { kind: 'accepted' | 'refused' }>

/** A question with the answer that was given; made by `observed`. */
export interface Observed {
  readonly question: Question
  readonly answer: ShownAnswer
  /** The SDK's own choices that the answer shows, read in one way or another. */
  readonly seen: readonly SeenChoices[]
}

/** Answers that show what the SDK makes; undefined for trouble of the adapter and what no fault answers. */
export function observed(asked: Question, given: Answer): Observed | undefined {
  const answer = answerFor(given)
  if (!answer || STAGES_OF[asked.method].length === 0) return undefined
  return observe(withOwnTime(asked, answer, given.askedAt), answer)
}

const joinParamsIn = ({ params }: Question): unknown =>
  'joinParams' in params ? params.joinParams : undefined

/** A question with a timestamp and its answer, in each reading that makes a difference. */
export function observe(question: Question, answer: ShownAnswer): Observed {
  const { method, params } = question
  const joinParams =
    method === 'token.params' ? objectOrNothing(params.joinParamsJson) : joinParamsIn(question)
  const seen = seenIn(question, answer)
  if (!isObject(joinParams)) return { question, answer, seen: seen.slice(0, 1) }
  const readings = seen.map((one) => [JSON.stringify(sdkWith([], one).prepare(joinParams, 0)), one] as const)
  return { question, answer, seen: [...new Map(readings.toReversed()).values()].toReversed() }
}

/** Errors, crashes and silence are the adapter's trouble: they show nothing of what the SDK makes. */
export const answerFor = (answer: Answer | FaultyAnswer): ShownAnswer | undefined =>
  answer.kind === 'accepted' || answer.kind === 'refused' ? answer : undefined

/** An SDK that reads its own clock gets questions about now: its own time counts as now, if it is near. */
export function withOwnTime(question: Question, answer: FaultyAnswer, askedAt: number): Question {
  if (question.method !== 'token.issue' || question.params.timestamp !== undefined) return question
  const { timestamp = '' } = seenIn(question, answer)[0]!
  const isNear = /^[0-9]+$/.test(timestamp) && Math.abs(Number(timestamp) - askedAt) < 5
  const now = isNear ? Number(timestamp) : Math.floor(askedAt)
  return { ...question, params: { ...question.params, timestamp: now } }
}

/** What an SDK with these faults would have answered, with the choices that the given answer shows. */
export function predicted(
  forms: readonly Form[],
  question: Question,
  seen: SeenChoices,
): FaultyAnswer | undefined {
  const alterations = forms.map(({ alteration }) => alteration)
  return answeredBy(sdkWith(alterations, seen), question)
}

/** Would an SDK with these faults have given this very answer? */
export const explains = (forms: readonly Form[], given: Observed): boolean =>
  given.seen.some((reading, at) => {
    if (forms.length > 0 && !canMake(forms, given, at)) return false
    const made = predicted(forms, given.question, reading)
    return made !== undefined && isSame(made, given.answer)
  })

const neededOf = onceFor(({ question, answer, seen }: Observed): readonly Needed[] =>
  seen.map((reading) => neededFor(question, answer, reading)),
)

/** May these faults have made what right code does not? Most cannot, which is seen without playing them. */
export const canMake = (forms: readonly Form[], given: Observed, reading: number): boolean =>
  neededOf(given)[reading]!.every((stages) => changesOne(forms, stages))

/** Could these faults show in an answer to this question? */
export const canShow = (forms: readonly Form[], given: Observed, reading: number): boolean =>
  changesOne(forms, neededOf(given)[reading]![0]!)

const changesOne = (forms: readonly Form[], stages: ReadonlySet<string>): boolean =>
  forms.some((form) => {
    for (const stage of form.stages) if (stages.has(stage)) return true
    return false
  })

/** Does the answer show everything that these faults make? */
export function isSame(made: FaultyAnswer, given: ShownAnswer): boolean {
  if (made.kind === 'accepted') return given.kind === 'accepted' && holds(given.output, made.output)
  if (made.kind !== 'refused' || given.kind !== 'refused') return false
  // A verifier without reasons says only no.
  return given.reason === made.reason || given.reason === undefined
}

/** An answer may say more than a fault makes: `valid` together with the join parameters. */
const holds = (given: object, made: object): boolean =>
  Object.entries(made).every(([name, value]) => isDeepStrictEqual(Reflect.get(given, name), value))

/** A fault may have put the number in quotes, or written the name in another case. */
const PRIVILEGES = /"privileges"\s*:\s*"?(-?[0-9]+)/i

function unaskedPrivileges({ question, seen: [first] }: Observed): string | undefined {
  const joinParams = joinParamsIn(question)
  if (!isObject(joinParams) || joinParams['privileges'] !== undefined || first?.json === undefined)
    return undefined
  // The text of an id may look like a member.
  const isMember = namesIn(first.json).some((name) => name.toLowerCase() === 'privileges')
  return (isMember && PRIVILEGES.exec(first.json)?.[1]) || 'none'
}

/**
 * What an SDK writes for privileges in every token where the question has none: section 2.1 gives no default, so the
 * value is the SDK's own choice. A value that comes only sometimes would be a fault.
 */
function privilegesIn(given: readonly Observed[]): number | undefined {
  const written = new Set(given.flatMap((one) => unaskedPrivileges(one) ?? []))
  const [only = 'none'] = written
  return written.size === 1 && only !== 'none' ? Number(only) : undefined
}

function addedIn({ question, seen: [first] }: Observed): [name: string, value: Json][] {
  const joinParams = joinParamsIn(question)
  if (!isObject(joinParams) || first?.json === undefined) return []
  const isAdded = ([name, value]: [string, Json]): boolean =>
    Object.hasOwn(JOIN_DEFAULTS, name) && joinParams[name] === undefined && value !== JOIN_DEFAULTS[name]
  return Object.entries(objectOrNothing(first.json) ?? {}).filter(isAdded)
}

/** Members that were not asked for and come with several values: an SDK that remembers, not one with defaults. */
function unsteadyIn(given: readonly Observed[]): readonly string[] {
  const values = groupedBy(given.flatMap(addedIn), ([name]) => name)
  return [...values.keys()].filter((name) => new Set(values.get(name)!.map(([, value]) => value)).size > 1)
}

/** Adds what the SDK writes in a whole run to what each answer shows: one answer alone would look like a fault. */
export function habits(given: readonly Observed[]): <T extends Observed>(one: T) => T {
  const privileges = privilegesIn(given)
  const unsteady = unsteadyIn(given)
  const more = { ...(privileges !== undefined && { privileges }), ...(unsteady.length > 0 && { unsteady }) }
  return (one) =>
    Object.keys(more).length === 0 ? one : { ...one, seen: one.seen.map((seen) => ({ ...seen, ...more })) }
}
