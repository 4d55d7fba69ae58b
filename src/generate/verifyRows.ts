/** Tokens to verify by construction: wrong ones, messages that were never signed, and right ones of each class of text. */
import { createHash } from 'node:crypto'
import { constantFrom, integer, record, tuple, type Arbitrary } from 'fast-check'
import type { Vector } from '../model/index.ts'
import { covering, settable, subsets, withMembers } from './classes.ts'
import { PLAIN_MEMBERS } from './joinParams.ts'
import type { Issued, Plainly } from './tokens.ts'
import { durationOf, groupOf, inTime, refused, rightVector, type Drawn } from './verify.ts'
import { SIGNATURE, WRONG_CONSTRUCTIONS } from './wrongConstructions.ts'
import type { Questions, Vectors } from './generated.ts'

const LATER = integer({ min: 0, max: 3600 })

/** A token that no reading can refuse: beside another one a refusal proves nothing. */
const plainDrawn = (drawing: Plainly): Arbitrary<Drawn> =>
  tuple(drawing.plain, LATER).map(([one, later]) => ({ ...one, later }))

const AT = integer({ min: 0, max: 10000 })

const altered = (drawing: Plainly): Questions[] =>
  WRONG_CONSTRUCTIONS.flat().map((alteration) =>
    tuple(plainDrawn(drawing), AT).map(([one, at]) =>
      groupOf(inTime(one, drawing), { damages: [{ alteration, at }], isLate: false }, drawing),
    ),
  )

/** How many messages that nobody signed, each beside a right one of another message under the same app and secret. */
const UNSIGNED = 12

/** A verifier that trusts what it has not seen before computes no HMAC at all. */
const unsigned = (drawing: Plainly): Questions[] =>
  Array.from({ length: UNSIGNED }, () =>
    tuple(plainDrawn(drawing), plainDrawn(drawing), integer({ min: 1, max: 2 ** 31 - 1 })).map(
      ([one, other, seed]) => {
        const right = rightVector(inTime(one, drawing), drawing)
        if (right.expect.verdict !== 'accept') return [right]
        const { appId, appSecret } = one
        const { question } = rightVector(inTime({ ...other, appId, appSecret }, drawing), drawing)
        const signature = createHash('sha256').update(String(seed)).digest('base64')
        const token = question.params.token.split('.').with(4, signature).join('.')
        const wrong = { method: 'token.verify', params: { ...question.params, token } } as const
        const needs = right.needs ? { needs: right.needs } : {}
        return [refused(wrong, SIGNATURE, 'signed by nobody', { twin: right.id, ...needs }), right]
      },
    ),
  )

/** Each wrong token once, beside a right one. */
export const alteredRows = (drawing: Plainly): Questions[] => [...altered(drawing), ...unsigned(drawing)]

/** When a token is checked, in seconds after its timestamp. */
const CLOCKS = [() => 0, ({ later }: Drawn) => later, (one: Drawn) => durationOf(one) - 1]

type Order = (group: Vectors, one: Drawn, rightOf: (app: Partial<Drawn>) => Vector) => Vectors

/** What a verifier was asked before a wrong token. */
const ORDERS: readonly Order[] = [
  // The right token that it was made of.
  (group) => group,
  // A right one of another app, then that.
  (group, _, rightOf) => [rightOf({}), ...group],
  // A right one of the same app and secret with another message: nothing of this one was ever right.
  ([, ...wrong], { appId, appSecret }, rightOf) => {
    const twin = rightOf({ appId, appSecret })
    return [twin, ...wrong.map((one) => ({ ...one, twin: twin.id }))]
  },
]

/** Each pair of: how a token is wrong, its members, when it is checked, and what was asked before. */
export function crossedRows(drawing: Plainly): Questions[] {
  const members = subsets(settable(drawing).filter((name) => PLAIN_MEMBERS[name] !== undefined))
  // The last kind is right, and expired.
  const kinds = WRONG_CONSTRUCTIONS.length + 1
  return covering([kinds, members.length, CLOCKS.length, ORDERS.length]).map(
    ([kind, names, clock, order]) => {
      const wrong = WRONG_CONSTRUCTIONS[kind!] ?? []
      const damages = wrong.length === 0 ? [] : [record({ alteration: constantFrom(...wrong), at: AT })]
      const one = tuple(withMembers(drawing, members[names!]!), LATER)
      return tuple(one, plainDrawn(drawing), tuple(...damages)).map(([[issued, seconds], other, damaged]) => {
        const drawn = { ...issued, later: seconds }
        const one = inTime({ ...drawn, later: CLOCKS[clock!]!(drawn) }, drawing)
        const group = groupOf(one, { damages: damaged, isLate: damaged.length === 0 }, drawing)
        const rightOf = (app: Partial<Drawn>) => rightVector({ ...inTime(other, drawing), ...app }, drawing)
        return ORDERS[order!]!(group, one, rightOf)
      })
    },
  )
}

/** Right tokens of these. */
export const rightRows = (drawing: Plainly, issued: readonly Arbitrary<Issued>[]): Questions[] =>
  issued.map((row) =>
    tuple(row, LATER).map(([one, later]) => [rightVector(inTime({ ...one, later }, drawing), drawing)]),
  )
