/** Generated requests for tokens that are wrong in exactly one place. */
import { constant, integer, oneof, record, type Arbitrary } from 'fast-check'
import { JOIN_PARAMS } from '../../interface/joinParams.ts'
import type { JsonObject, Vector } from '../../model/index.ts'
import { plainId } from '../texts.ts'
import { above, leftOut, noInteger, noText, valued, type Damage } from './damage.ts'
import { CHANNEL, exchangeVectors, INVALID } from './exchange.ts'
import { allMembers, someMembers, writing, writtenBody } from './tokens.ts'

/** The rule of a join parameter: `PARAM-DURATION-MAXIMUM`. */
const ruleOf = (name: string, word: string): string => `PARAM-${name.toUpperCase()}-${word}`

const MAXIMA: readonly Arbitrary<Damage>[] = JOIN_PARAMS.flatMap(({ name, maximum }) =>
  maximum === undefined ? [] : [valued(ruleOf(name, 'MAXIMUM'), name, above(maximum))],
)
const TYPES: readonly Arbitrary<Damage>[] = JOIN_PARAMS.filter(({ required }) => !required).map(
  ({ name, type }) => valued(ruleOf(name, type.toUpperCase()), name, type === 'integer' ? noInteger : noText),
)
const IDS: readonly Arbitrary<Damage>[] = [
  leftOut('PARAM-CHANNELID-REQUIRED', 'channelId'),
  leftOut('PARAM-USERID-REQUIRED', 'userId'),
  valued('PARAM-CHANNELID-STRING', 'channelId', noText),
  valued('PARAM-USERID-STRING', 'userId', oneof(noText, integer({ min: 0, max: 2 ** 31 }))),
]

/** What stands beside the damage, and what was asked before it for the same channel and user. */
interface Company {
  readonly members: Arbitrary<JsonObject>
  readonly isAfterRight: boolean
}
const ALONE: Company = { members: constant({}), isAfterRight: false }
const WITH_SOME: Company = { members: someMembers, isAfterRight: false }
/** All the others, where the same request was right a moment ago. */
const WITH_ALL: Company = { members: allMembers, isAfterRight: true }

const wrong = (
  damages: Arbitrary<Damage>,
  { members: others, isAfterRight }: Company,
): Arbitrary<readonly Vector[]> =>
  record({ userId: plainId, members: others, damage: damages, writing }).map(
    ({ userId, members, damage: { rule, name, value }, writing: how }) => {
      const whole: JsonObject = { channelId: CHANNEL, userId, ...members }
      const { [name]: _, ...rest } = whole
      const body = value === undefined ? rest : { ...rest, [name]: value }
      const request = (content: JsonObject) =>
        ({ operation: 'auth.token', body: writtenBody(content, how) }) as const
      return exchangeVectors(
        'token-refusal',
        `Refuses generated join parameters: ${name}`,
        ['ERROR-PARAMETER-VALUE', rule],
        { ...request(body), ...(isAfterRight && { before: [request(whole)] }), answers: INVALID },
      )
    },
  )

/** Each damage in each company once in every run. */
export const wrongTokens: readonly Arbitrary<readonly Vector[]>[] = [
  ...[ALONE, WITH_SOME, WITH_ALL].flatMap((company) => MAXIMA.map((damage) => wrong(damage, company))),
  ...[ALONE, WITH_ALL].flatMap((company) => TYPES.map((damage) => wrong(damage, company))),
  ...IDS.map((damage) => wrong(damage, WITH_SOME)),
]
