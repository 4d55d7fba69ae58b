/** Which faults can show in an answer at all: most cannot, and need not be played. */
import { answerOf, sdkWith } from '../faults/faultySdk/index.ts'
import type { FaultyAnswer, SeenChoices, Stages } from '../faults/fault.ts'
import type { Method, Question } from '../model/index.ts'
import { keysOf } from '../tables.ts'

/** A part of an answer that can be looked at by itself. */
export type Component = 'whole' | 'head' | 'timestamp' | 'params' | 'signature'
export type Components = Readonly<Partial<Record<Component, string>>>

const TOGETHER = ['assemble', 'output'] as const

/** The stages that can change a part of a whole token; the signature depends on all of them. */
const MAKING: Readonly<Partial<Record<Component, ReadonlySet<keyof Stages>>>> = {
  head: new Set(['version', 'appId', ...TOGETHER]),
  timestamp: new Set(['prepare', 'clock', 'timestampText', ...TOGETHER]),
  params: new Set([
    ...(['prepare', 'serialise', 'encodeText', 'base64', 'encodeParams', 'resend'] as const),
    ...TOGETHER,
  ]),
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
export type Needed = readonly ReadonlySet<string>[]

/** The lists for an answer, with the choices that it shows. */
export function neededFor(question: Question, answer: FaultyAnswer, seen: SeenChoices): Needed {
  const used = new Set<string>()
  const made = answeredBy(recording(sdkWith([], seen), used), question)
  const [own, given] = [made, answer].map((one) => componentsOf(question.method, one)) as [
    Components,
    Components,
  ]
  const isTaken = isFiveParts(made) && isFiveParts(answer)
  return [used, ...(isTaken ? differing(own, given).flatMap((name) => MAKING[name] ?? []) : [])]
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
