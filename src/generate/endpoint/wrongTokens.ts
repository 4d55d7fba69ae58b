/** Generated requests for tokens that are wrong in exactly one place. */
import { integer, oneof, record, type Arbitrary } from 'fast-check'
import { JOIN_PARAMS } from '../../interface/joinParams.ts'
import type { JsonObject, Vector } from '../../model/index.ts'
import { plainId } from '../texts.ts'
import { above, leftOut, noInteger, noText, valued, type Damage } from './damage.ts'
import { CHANNEL, exchangeVectors, INVALID } from './exchange.ts'
import { someMembers, writing, writtenBody } from './tokens.ts'

/** The rule of a join parameter: `PARAM-DURATION-MAXIMUM`. */
const ruleOf = (name: string, word: string): string => `PARAM-${name.toUpperCase()}-${word}`

const MAXIMA: Arbitrary<Damage> = oneof(
  ...JOIN_PARAMS.flatMap(({ name, maximum }) =>
    maximum === undefined ? [] : [valued(ruleOf(name, 'MAXIMUM'), name, above(maximum))],
  ),
)
const TYPES: Arbitrary<Damage> = oneof(
  ...JOIN_PARAMS.filter(({ required }) => !required).map(({ name, type }) =>
    valued(ruleOf(name, type.toUpperCase()), name, type === 'integer' ? noInteger : noText),
  ),
)
const IDS: Arbitrary<Damage> = oneof(
  leftOut('PARAM-CHANNELID-REQUIRED', 'channelId'),
  leftOut('PARAM-USERID-REQUIRED', 'userId'),
  valued('PARAM-CHANNELID-STRING', 'channelId', noText),
  valued('PARAM-USERID-STRING', 'userId', oneof(noText, integer({ min: 0, max: 2 ** 31 }))),
)

/** The other members of such a body are right, and there is at least one. */
const wrong = (damage: Arbitrary<Damage>): Arbitrary<readonly Vector[]> =>
  record({ userId: plainId, members: someMembers, damage, writing }).map(
    ({ userId, members, damage: { rule, name, value }, writing: how }) => {
      const { [name]: _, ...rest }: JsonObject = { channelId: CHANNEL, userId, ...members }
      const body = value === undefined ? rest : { ...rest, [name]: value }
      return exchangeVectors(
        'token-refusal',
        `Refuses generated join parameters: ${name}`,
        ['ERROR-PARAMETER-VALUE', rule],
        {
          operation: 'auth.token',
          body: writtenBody(body, how),
          answers: INVALID,
        },
      )
    },
  )

export const aboveMaximum = wrong(MAXIMA)
export const ofWrongType = wrong(TYPES)
export const withoutId = wrong(IDS)
