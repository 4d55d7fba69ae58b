/**
 * What an SDK keeps from one question to the next: each triple of members, state and kind of text (strength 3), whatever
 * the seed. A state is what was asked before, of the same SDK.
 */
import { tuple, type Arbitrary } from 'fast-check'
import { without } from '../members.ts'
import type { JsonObject, Vector } from '../model/index.ts'
import {
  fieldsOf,
  integerRows,
  CHARACTER_CLASSES,
  settable,
  subsets,
  textsFor,
  VALUES,
  withClasses,
  withMembers,
  type Field,
} from './classes.ts'
import { generatedVector, suffixed, type Questions } from './generated.ts'
import { issueVector, withJoinParams, type Issued, type Plainly } from './tokens.ts'

/** The question that a state is made for, a plain one with every member, and a member of which a value is wrong. */
interface Asked {
  readonly one: Issued
  readonly other: Issued
  readonly integer: string
}

/** What is asked before; absent: nothing, and its app was never seen. */
type Before = ((asked: Asked) => Vector) | undefined

const before =
  (question: (asked: Asked) => Issued): Before =>
  (asked) =>
    issueVector(question(asked), '-in-1')

const withMember = ({ one, integer }: Asked, value: number | null): Issued =>
  withJoinParams(one, { [integer]: value })

/** Above every bound of section 2.1. Some SDKs refuse it; what takes it must not alter it. */
const refusedBefore: Before = (asked) => ({
  ...issueVector(withMember(asked, 86401), '-in-1'),
  level: 'recommended',
})

/** What null means is not shown: in many languages it is an error of its own. */
function errorBefore(asked: Asked): Vector {
  const output = { joinParams: without(asked.one.joinParams, asked.integer) }
  const vector = generatedVector('token-issue', 'Open: a generated null', ['PARAM-NULL-OPTIONAL'], {
    question: { method: 'token.issue', params: withMember(asked, null) },
    expect: { verdict: 'either', output, reasons: ['wrong-type', 'out-of-range', 'malformed'] },
    level: 'unspecified',
  })
  return suffixed(vector, '-in-1')
}

const STATES: readonly Before[] = [
  undefined,
  before(({ one }) => one),
  refusedBefore,
  errorBefore,
  before(({ one, other: { appSecret } }) => ({ ...one, appSecret })),
  before(({ one, other: { appId } }) => ({ ...one, appId })),
  before(({ one, other: { joinParams } }) => {
    const { channelId, userId } = one.joinParams
    return { ...one, joinParams: { ...joinParams, channelId, userId } as JsonObject }
  }),
]

/** Where the values of a member have no bound, or the SDK cannot set one, nothing is refused and nothing is null. */
const statesFor = (drawing: Plainly): readonly Before[] =>
  integerOf(drawing) === undefined
    ? STATES.filter((state) => state !== refusedBefore && state !== errorBefore)
    : STATES

/** An integer that has a largest value and that the subject can set. */
const integerOf = (drawing: Plainly): string | undefined =>
  integerRows(drawing).find(({ maximum }) => maximum !== undefined)?.name

/** How far apart the kinds of two fields of a question are: so each field has each kind once with each pair. */
const APART = 2

/** Each triple of: members, what was asked before, and kind of text, the last one in each field. */
export function states(drawing: Plainly): Questions[] {
  const fields = fieldsOf(drawing)
  const members = subsets(settable(drawing))
  const all = withMembers(drawing, settable(drawing))
  const integer = integerOf(drawing) ?? ''
  return members.flatMap((names, m) =>
    statesFor(drawing).flatMap((state, s) =>
      Array.from({ length: CHARACTER_CLASSES }, (_, k) => {
        // One in three has values that only their type makes right: what is refused shows nothing.
        const base = withMembers(drawing, names, VALUES[Number((m + s + k) % 3 === 0)])
        const one = withClasses(base, fields, kindsAt(fields, k))
        return tuple(one, all).map(([asked, other]) => inState(state, { one: asked, other, integer }))
      }),
    ),
  )
}

const kindsAt = (fields: readonly Field[], first: number): Arbitrary<string>[] =>
  fields.map((field, nth) => textsFor(field)[(first + nth * APART) % CHARACTER_CLASSES]!)

/** Members of the question before must not stand in this token; all but `privileges` are failed in any token. */
function inState(state: Before, asked: Asked): readonly Vector[] {
  if (!state) return [issueVector(asked.one)]
  const first = state(asked)
  const { privileges } = (first.question.params as Issued).joinParams
  const isGone = typeof privileges === 'number' && asked.one.joinParams['privileges'] === undefined
  return [first, issueVector(asked.one, '-in-2', isGone ? { privileges } : undefined)]
}
