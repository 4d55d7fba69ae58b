/** What the user of a run says of it: region, commit, a link. `--label name=value`. */
import { visible } from './visible.ts'

export type Labels = Readonly<Record<string, string>>

/** A letter first, so that no name is a number and none has a meaning to JavaScript. */
export const LABEL_NAME = '^[A-Za-z][A-Za-z0-9._-]{0,63}$'
/** One line without control characters, in at most 200 characters. */
export const LABEL_VALUE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]{1,200}$'

/** `region=eu-1, commit=1d6b90e`; an empty text where there are none. */
export const labelsText = (labels: Labels = {}): string =>
  Object.entries(labels)
    .map(([name, value]) => visible(`${name}=${value}`))
    .join(', ')

/** Those that stand in each of them with the same value: a part may have labels of its own, such as its machine. */
export const sharedLabels = ([first = {}, ...others]: readonly (Labels | undefined)[]): Labels =>
  Object.fromEntries(
    Object.entries(first).filter(([name, value]) =>
      others.every((labels = {}) => Object.hasOwn(labels, name) && labels[name] === value),
    ),
  )

/** As a report has them: no member where there are none. */
export const withLabels = (labels: Labels = {}): { readonly labels?: Labels } =>
  Object.keys(labels).length === 0 ? {} : { labels }
