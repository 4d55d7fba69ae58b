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

/** What is made of each of a list keeps its name. */
export const each = <In extends Named, Arguments extends readonly unknown[], Result>(
  list: readonly In[],
  make: (one: In) => (...given: Arguments) => Result,
): (((...given: Arguments) => Result) & Named)[] =>
  list.map((one) => (one.as === undefined ? make(one) : named(one.as, make(one))))
