/** What was asked before a question: only an SDK with a memory can tell it apart. */
import type { Method, Question } from '../model/index.ts'
import type { Held } from '../limits.ts'

const SECRET_CHANGED = 'an appId that was asked before with another secret'
const SECRET_KEPT = 'an appId that was asked first with another secret'
const ASKED_BEFORE = 'a question that was asked before'

/** By what an SDK may take a question for one that it has answered; with most parts first, which say most. */
const KEYS: readonly (readonly string[])[] = [
  ['appId', 'channelId', 'userId'],
  ['channelId', 'userId'],
  ['appId', 'timestamp'],
  ['appId', 'appSecret'],
  ['token'],
  ['params'],
  ['userId'],
  ['channelId'],
  ['appSecret'],
  ['timestamp'],
]

const sameAs = (key: readonly string[]): string =>
  `the same ${key.join(' and ')} as another question that was asked before`

/** Everything that may be said; of several things the first. */
export const HISTORIES: readonly string[] = [SECRET_CHANGED, ASKED_BEFORE, SECRET_KEPT, ...KEYS.map(sameAs)]

type Parts = Readonly<Record<string, unknown>>

/** Says of each question what was asked before it. @param question its params as text */
type Memory = (question: string, parts: Parts) => readonly string[]

function askedBefore(): Memory {
  const all = new Set<string>()
  return (question) => {
    const isKnown = all.has(question)
    all.add(question)
    return isKnown ? [ASKED_BEFORE] : []
  }
}

function secretsOfApp(): Memory {
  const all = new Map<unknown, Set<unknown>>()
  return (_, { appId, appSecret }) => {
    if (appId === undefined || appSecret === undefined) return []
    const before = all.get(appId) ?? new Set()
    const [first = appSecret] = before
    const isChanged = [...before].some((secret) => secret !== appSecret)
    all.set(appId, before.add(appSecret))
    return [...(isChanged ? [SECRET_CHANGED] : []), ...(first === appSecret ? [] : [SECRET_KEPT])]
  }
}

const askedAlike = (key: readonly string[]) => (): Memory => {
  const all = new Map<string, string>()
  return (question, parts) => {
    const values = key.map((name) => parts[name])
    if (values.includes(undefined)) return []
    const first = all.get(JSON.stringify(values)) ?? question
    all.set(JSON.stringify(values), first)
    return first === question ? [] : [sameAs(key)]
  }
}

const OF_METHOD = [askedBefore, ...KEYS.map(askedAlike)]

/** Takes questions in the order in which they were asked. A method may have a memory of its own; secrets are those of all. */
export function history(): (question: Question, held: readonly Held[]) => ReadonlySet<string> {
  const ofAll = secretsOfApp()
  const ofMethods = new Map<Method, readonly Memory[]>()
  return ({ method, params }, held) => {
    const own = ofMethods.get(method) ?? OF_METHOD.map((make) => make())
    ofMethods.set(method, own)
    const parts: Parts = { ...params, ...Object.fromEntries(held) }
    return new Set([ofAll, ...own].flatMap((seen) => seen(JSON.stringify(params), parts)))
  }
}
