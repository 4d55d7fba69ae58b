export const ROW_SCORES = [
  'named rightly',
  'described rightly',
  'among',
  'partly',
  'wrongly',
  'not named',
  'equivalent',
] as const
export type RowScore = (typeof ROW_SCORES)[number]

const RIGHT: ReadonlySet<RowScore> = new Set(['named rightly', 'described rightly', 'equivalent'] as const)

/** Counts of scores, and the rows that were not right. */
export class RowScores {
  readonly #counts = new Map<RowScore, number>()
  readonly notes: string[] = []

  add({ score, note }: { readonly score: RowScore; readonly note: string }): void {
    this.#counts.set(score, this.count(score) + 1)
    if (!RIGHT.has(score)) this.notes.push(`${score}: ${note}`)
  }

  count(score: RowScore): number {
    return this.#counts.get(score) ?? 0
  }

  /** Nothing is named wrongly, and 95 of 100 mistakes are named or described rightly. */
  isGood(): boolean {
    const mistakes = ROW_SCORES.filter((score) => score !== 'equivalent')
    const sum = (scores: readonly RowScore[]) => scores.reduce((all, score) => all + this.count(score), 0)
    return this.count('wrongly') === 0 && sum(['named rightly', 'described rightly']) >= 0.95 * sum(mistakes)
  }
}
