import { isObject } from '../../json.ts'
import { OPTIONAL_JOIN_PARAMS } from '../../interface/joinParams.ts'
import { type TokenVariant, tokenWaysWith } from './tokenVariant.ts'
import { JSON_VARIANTS, MINT_VARIANTS } from './mint.ts'
import { LENIENT_VARIANTS, VERIFY_VARIANTS } from './verify.ts'
import { joinParamsIn, TEXT_VARIANTS, VALUE_VARIANTS } from './values.ts'

const row = { section: '1', open: 'What an SDK offers to its users is its own affair.' } as const
const offering = (does: string, ...methods: string[]) => ({ does, describes: { methods } })
const ID = /^(?:user|channel)Id$/

const ADAPTER_VARIANTS: readonly TokenVariant[] = [
  ...tokenWaysWith(row)({
    'offers-issue-only': offering('It issues, and does nothing else.', 'token.issue'),
    'offers-issue-and-verify': offering('It issues and verifies tokens.', 'token.issue', 'token.verify'),
    'offers-no-verify': offering('It verifies nothing.', 'token.params', 'token.signature', 'token.issue'),
    'sets-ids-only': {
      does: 'Only the two ids can be set.',
      describes: { joinParams: ['channelId', 'userId'] },
      refuses: (question) =>
        Object.keys(joinParamsIn(question)).every((name) => ID.test(name)) ? undefined : 'wrong-type',
    },
    'verify-without-reason': { section: '4.5', does: 'Its verifier says only no.', withoutReason: true },
  }),
  ...OPTIONAL_JOIN_PARAMS.map((name): TokenVariant => ({
    ...row,
    id: `always-${name}`,
    does: `${name} cannot be left out.`,
    describes: { always: [name] },
    // The SDK itself refuses join parameters that are no object.
    refuses: ({ method, params }) =>
      method === 'token.issue' && isObject(params.joinParams) && !(name in params.joinParams)
        ? 'missing-field'
        : undefined,
  })),
  ...tokenWaysWith(row)({
    'limits-of-ids': {
      section: '2.1',
      open: 'Naming rules of ids are not shown.',
      does: 'It takes ids of letters and digits only, and says so.',
      describes: { limits: { userId: '[A-Za-z0-9]+', channelId: '[A-Za-z0-9]+' } },
      refuses: (question) =>
        Object.entries(joinParamsIn(question)).some(
          ([name, id]) => ID.test(name) && typeof id === 'string' && !/^[A-Za-z0-9]+$/.test(id),
        )
          ? 'malformed'
          : undefined,
    },
  }),
  ...tokenWaysWith({ section: '4.5', open: 'How the present time becomes whole seconds is not said.' })({
    'clock-floor': { does: 'It reads its own clock, and rounds down.', clock: Math.floor },
    'clock-round': { does: 'It reads its own clock, and rounds to the nearest.', clock: Math.round },
  }),
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
