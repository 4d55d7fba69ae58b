/** What failing questions have in common, where the catalogue has no name for their mistake. */
import { heldBy } from '../limits.ts'
import type { CommonTrait, Question, VectorId } from '../model/index.ts'
import { memberOf, numberOf, only, RIGHT, textOf, type Described } from './traits.ts'

/** A question that was asked, and whether it was answered rightly; in the order of asking. */
export interface Shown {
  readonly id: VectorId
  readonly question: Question
  readonly isRight: boolean
}

/** With fewer failures a common property is chance. */
const FAILURES = 3

/** A smaller form of a failure, as shrinking asked it. */
export interface Variation extends Shown {
  readonly from: VectorId
}

/**
 * Writes one line for each method: of several common properties the first below.
 * @param variations small changes of failures: few failures have too much in common by chance
 */
export function commonTo(
  asked: readonly Shown[],
  unexplained: ReadonlySet<VectorId>,
  variations: readonly Variation[] = [],
): CommonTrait[] {
  // Shrinking asks some questions twice.
  const askedIds = new Set(asked.map(({ id }) => id))
  const near = new Map(
    variations
      .filter(({ from, id }) => unexplained.has(from) && !askedIds.has(id))
      .map((one) => [one.id, one] as const),
  )
  const shown = [...asked, ...near.values()]
  const wrong = new Set([
    ...unexplained,
    ...[...near.values()].filter(({ isRight }) => !isRight).map(({ id }) => id),
  ])
  const described = withHistory(shown)
  return [...new Set(shown.map(({ question }) => question.method))].flatMap((method): CommonTrait[] => {
    const own = described.filter(({ question }) => question.method === method)
    const failed = own.filter(({ id, isRight }) => !isRight && wrong.has(id))
    const right = own.filter(({ isRight }) => isRight)
    if (failed.length < FAILURES || right.length < RIGHT) return []
    const has =
      historyOf(failed, right) ?? numberOf(failed, right) ?? textOf(failed, right) ?? memberOf(failed, right)
    return has === undefined
      ? []
      : [{ method, has, vectors: failed.map(({ id }) => id).filter((id) => unexplained.has(id)) }]
  })
}

interface Remembered extends Shown, Described {
  /** The questions that were asked before it. */
  readonly after: ReadonlySet<string>
}

/** What only an SDK with a memory can tell apart. */
const SECRET_CHANGED = 'an appId that was asked before with another secret'
const ASKED_BEFORE = 'a question that was asked before'

function withHistory(shown: readonly Shown[]): Remembered[] {
  const secrets = new Map<string, Set<string>>()
  const asked = new Set<string>()
  return shown.map((one) => {
    const { question } = one
    const held = heldBy(question)
    const after = new Set<string>()
    const key = JSON.stringify(question)
    if (asked.has(key)) after.add(ASKED_BEFORE)
    asked.add(key)
    const { appId, appSecret } = Object.fromEntries(held)
    if (appId !== undefined && appSecret !== undefined) {
      const before = secrets.get(String(appId)) ?? new Set()
      if ([...before].some((secret) => secret !== appSecret)) after.add(SECRET_CHANGED)
      secrets.set(String(appId), before.add(String(appSecret)))
    }
    return { ...one, held, after }
  })
}

const historyOf = (failed: readonly Remembered[], right: readonly Remembered[]): string | undefined =>
  [SECRET_CHANGED, ASKED_BEFORE].find((text) => only(failed, right, ({ after }) => after.has(text)))
