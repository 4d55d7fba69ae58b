import type { Diagnosis } from '../../src/diagnose/index.ts'
import type { FaultId } from '../../src/model/index.ts'

export type Score = 'rightly' | 'among' | 'partly' | 'wrongly' | 'not'

/**
 * How well a diagnosis names these faults. `rightly`: these, and they explain everything; `among`: they are one of
 * several candidates; `partly`: some of them, and nothing else; `wrongly`: any other fault is named.
 */
export function scoreOf({ causes, unexplained }: Diagnosis, faults: readonly FaultId[]): Score {
  const right = [...faults].sort().join(' ')
  const named = causes.map(({ candidates }) => candidates.map((set) => set.join(' ')))
  if (named.length === 0) return 'not'
  const isWhole = named.length === 1 && unexplained.length === 0
  if (isWhole && named[0]!.length === 1 && named[0]![0] === right) return 'rightly'
  if (isWhole && named[0]!.includes(right)) return 'among'
  const beyondDoubt = named.filter((candidates) => candidates.length === 1).flat()
  const others = beyondDoubt.flatMap((set) => set.split(' ')).filter((id) => !faults.includes(id))
  if (others.length > 0) return 'wrongly'
  if (beyondDoubt.length === 0)
    return named.flat().some((set) => set.split(' ').some((id) => faults.includes(id))) ? 'among' : 'wrongly'
  return [...new Set(beyondDoubt.flatMap((set) => set.split(' ')))].sort().join(' ') === right
    ? 'rightly'
    : 'partly'
}

/** The counts, and the rows that were not named rightly. */
export class Scores {
  readonly #counts = new Map<Score, number>()
  readonly notes: string[] = []

  add(what: string, diagnosis: Diagnosis, faults: readonly FaultId[]): void {
    const score = scoreOf(diagnosis, faults)
    this.#counts.set(score, this.count(score) + 1)
    if (score === 'rightly') return
    const named = diagnosis.causes.map(({ candidates }) =>
      candidates.map((set) => set.join(' + ')).join(' or '),
    )
    this.notes.push(
      `${what}: ${score}; ${named.join('; ') || 'nothing'} (${diagnosis.unexplained.length} unexplained)`,
    )
  }

  count(score: Score): number {
    return this.#counts.get(score) ?? 0
  }
}
