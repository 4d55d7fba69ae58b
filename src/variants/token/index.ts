import { isObject } from '../../json.ts'
import type { Description } from '../../model/index.ts'
import { OPTIONAL_JOIN_PARAMS } from '../../interface/joinParams.ts'
import { type TokenQuestion, type TokenVariant, tokenWaysWith } from './tokenVariant.ts'
import { JSON_VARIANTS, MINT_VARIANTS } from './mint.ts'
import { LENIENT_VARIANTS, VERIFY_VARIANTS } from './verify.ts'
import { TEXT_VARIANTS, VALUE_VARIANTS } from './values.ts'

const OPEN = 'What an SDK offers to its users is its own affair.'
const row = { section: '1', open: OPEN } as const

const methods = (...names: string[]): Partial<Description> => ({ methods: names })

const joinParams = ({ method, params }: TokenQuestion): object =>
  method === 'token.issue' && isObject(params.joinParams) ? params.joinParams : {}

const ADAPTER_VARIANTS: readonly TokenVariant[] = [
  ...tokenWaysWith(row)({
    'offers-issue-only': {
      does: 'It issues, and does nothing else.',
      describes: methods('token.issue'),
    },
    'offers-issue-and-verify': {
      does: 'It issues and verifies whole tokens.',
      describes: methods('token.issue', 'token.verify'),
    },
    'offers-no-verify': {
      does: 'It verifies nothing.',
      describes: methods('token.params', 'token.signature', 'token.issue'),
    },
    'sets-ids-only': {
      does: 'Only the two ids can be set.',
      describes: { joinParams: ['channelId', 'userId'] },
      refuses: (question) =>
        Object.keys(joinParams(question)).every((name) => name === 'channelId' || name === 'userId')
          ? undefined
          : 'wrong-type',
    },
    'verify-without-reason': {
      section: '4.5',
      does: 'Its verifier says only no.',
      withoutReason: true,
    },
  }),
  ...OPTIONAL_JOIN_PARAMS.map((name): TokenVariant => ({
    ...row,
    id: `always-${name}`,
    does: `${name} cannot be left out.`,
    describes: { always: [name] },
    refuses: (question) => {
      const given = joinParams(question)
      // The SDK itself refuses join parameters that are no object.
      return question.method === 'token.issue' && isObject(question.params.joinParams) && !(name in given)
        ? 'missing-field'
        : undefined
    },
  })),
  ...tokenWaysWith(row)({
    'limits-of-ids': {
      section: '2.1',
      open: 'Naming rules of ids are not shown.',
      does: 'It takes ids of letters and digits only, and says so.',
      describes: { limits: { userId: '[A-Za-z0-9]+', channelId: '[A-Za-z0-9]+' } },
      refuses: (question) =>
        Object.entries(joinParams(question)).some(
          ([name, id]) =>
            /^(?:user|channel)Id$/.test(name) && typeof id === 'string' && !/^[A-Za-z0-9]+$/.test(id),
        )
          ? 'malformed'
          : undefined,
    },
  }),
  ...(
    [
      ['floor', 'rounds down', Math.floor],
      ['round', 'rounds to the nearest', Math.round],
    ] as const
  ).map(([id, does, whole]): TokenVariant => ({
    section: '4.5',
    open: 'How the present time becomes whole seconds is not said.',
    id: `clock-${id}`,
    does: `It reads its own clock, and ${does}.`,
    clock: (now) => whole(now),
  })),
]

/** SDKs that issue and verify tokens rightly, each in another way. */
export const TOKEN_VARIANTS: readonly TokenVariant[] = [
  ...JSON_VARIANTS,
  ...TEXT_VARIANTS,
  ...VALUE_VARIANTS,
  ...MINT_VARIANTS,
  ...VERIFY_VARIANTS,
  ...LENIENT_VARIANTS,
  ...ADAPTER_VARIANTS,
]

export { tokenSubject, type TokenVariant } from './tokenVariant.ts'
