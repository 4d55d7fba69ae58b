/** Generated requests for tokens that are wrong in exactly one place. */
import { integer, oneof, record, type Arbitrary } from 'fast-check'
import type { JsonObject, Vector } from '../../model/index.ts'
import { plainId } from '../texts.ts'
import { above, leftOut, noInteger, noText, valued, type Damage } from './damage.ts'
import { CHANNEL, exchangeVectors, INVALID } from './exchange.ts'
import { someMembers, writing, writtenBody } from './tokens.ts'

const DAY = 86400

const MAXIMA: Arbitrary<Damage> = oneof(
  valued('PARAM-DURATION-MAXIMUM', 'duration', above(DAY)),
  valued('PARAM-DELAYCLOSE-MAXIMUM', 'delayClose', above(DAY)),
)
const TYPES: Arbitrary<Damage> = oneof(
  valued('PARAM-CHANNELDURATION-INTEGER', 'channelDuration', noInteger),
  valued('PARAM-DURATION-INTEGER', 'duration', noInteger),
  valued('PARAM-SIZE-INTEGER', 'size', noInteger),
  valued('PARAM-DELAYCLOSE-INTEGER', 'delayClose', noInteger),
  valued('PARAM-PRIVILEGES-INTEGER', 'privileges', noInteger),
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
