/** Bodies with an integer that is written in a way of which the text does not say whether a reader takes it. */
import type { Json, RequirementId } from '../../model/index.ts'
import { kebabCase } from '../../text.ts'
import { open, type BodyRow } from './body.ts'

/**
 * An integer written like 60.0 and 6e+1: the value is an integer, and the text does not show whether a reader takes it.
 */
export const asFraction = (name: string, requirement: RequirementId, body: Json, value: number): BodyRow[] =>
  [
    ['fraction', `${value}.0`],
    ['exponent', value.toExponential()],
  ].map(([spelling, written]) =>
    open(`${kebabCase(name)}-with-${spelling}`, requirement, body, spelled(body, name, written!)),
  )

/** The body with the number of its last member of this name written differently. */
const spelled = (body: Json, name: string, written: string): string =>
  JSON.stringify(body).replace(new RegExp(`(.*"${name}":)-?[0-9]+`), (_, before) => `${before}${written}`)

/** 2^53 + 1 in the last member of this name: the first integer that a double cannot hold. */
export const beyondDoubles = (name: string, requirement: RequirementId, body: Json): BodyRow =>
  open(`${kebabCase(name)}-beyond-doubles`, requirement, body, spelled(body, name, '9007199254740993'))
