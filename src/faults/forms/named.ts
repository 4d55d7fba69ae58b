/** What does as a function of some language: `as` names that, for reports. */
export interface Named {
  readonly as?: string
}

/** The same function with a name of its own: many tables share one. */
export function named<Arguments extends readonly unknown[], Result>(
  as: string,
  one: (...given: Arguments) => Result,
): ((...given: Arguments) => Result) & Named {
  return Object.assign((...given: Arguments) => one(...given), { as })
}

/** What is made of a function keeps its name. */
export const like = <In extends Named, Arguments extends readonly unknown[], Result>(
  one: In,
  make: (one: In) => (...given: Arguments) => Result,
): ((...given: Arguments) => Result) & Named => (one.as === undefined ? make(one) : named(one.as, make(one)))

/** The same of each of a list. */
export const each = <In extends Named, Arguments extends readonly unknown[], Result>(
  list: readonly In[],
  make: (one: In) => (...given: Arguments) => Result,
): (((...given: Arguments) => Result) & Named)[] => list.map((one) => like(one, make))
