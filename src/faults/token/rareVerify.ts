import type { JsonObject } from '../../model/index.ts'
import { TokenError } from '../../token/index.ts'
import type { Alteration } from '../fault.ts'
import { sdkRows, type SdkRow } from '../faultySdk/index.ts'

const fits =
  (compared: (signature: string) => string): Alteration =>
  () => ({ signatureFits: (own, received) => compared(own) === compared(received) })

const expiring =
  (lasts: (duration: number) => number): Alteration =>
  (sdk) => ({
    expiry: (timestamp, joinParams) => {
      const { duration } = joinParams
      const changed = typeof duration === 'number' ? { ...joinParams, duration: lasts(duration) } : joinParams
      return sdk.expiry(timestamp, changed)
    },
  })

const reading =
  (change: (joinParams: JsonObject) => JsonObject): Alteration =>
  (sdk) => ({ readJoinParams: (bytes) => change(sdk.readJoinParams(bytes)) })

/** One byte for all differences. */
const xorOf = (signature: string): string =>
  String([...Buffer.from(signature)].reduce((sum, byte) => sum ^ byte, 0))

/** Mistakes of checking a token that need a certain length, value or place. */
export const RARE_VERIFY_ROWS: readonly SdkRow[] = sdkRows({
  'verify-signature-xor': {
    does: 'Differences of the signature cancel each other out.',
    origin: 'A comparison in constant time with ^= in the place of |=.',
    repair: 'Collect the differences with |=, or use the comparison of the platform.',
    alteration: fits((signature) => `${signature.length} ${xorOf(signature)}`),
  },
  'verify-channel-duration-counts': {
    does: 'A token is valid as long as its channelDuration lasts.',
    origin: 'The two lengths exchanged: channelDuration concerns the channel (section 2.1).',
    repair: 'A token ends duration seconds after its timestamp.',
    alteration: (sdk) => ({
      expiry: (timestamp, joinParams) =>
        Math.max(
          sdk.expiry(timestamp, joinParams),
          Number(timestamp) + 60 * Number(joinParams['channelDuration'] ?? 0),
        ),
    }),
  },
  'verify-size-capped': {
    does: 'A verified token reports a size from 65 to 99 as 64.',
    origin: 'A limit of the app, written into the SDK.',
    repair: 'Report what the token holds.',
    alteration: reading(({ size, ...rest }) =>
      Number(size) > 64 && Number(size) < 100
        ? { ...rest, size: 64 }
        : { ...rest, ...(size !== undefined && { size }) },
    ),
  },
  'verify-large-size-refused': {
    does: 'A right token whose size is from 65 to 99 is refused.',
    origin: 'A limit of the app, written into the SDK.',
    repair: 'Refuse what section 4.5 names, and nothing else.',
    alteration: reading((joinParams) => {
      if (Number(joinParams['size']) > 64 && Number(joinParams['size']) < 100)
        throw new TokenError('params', 'not allowed')
      return joinParams
    }),
  },
  'verify-signature-first-half': {
    does: 'Only the first 24 characters of the signature are compared.',
    origin: 'A fixed buffer, or memcmp with a wrong length.',
    repair: 'Compare the whole signature in constant time.',
    alteration: fits((signature) => signature.slice(0, 24)),
  },
  'verify-app-prefix': {
    does: 'Tokens of an app whose appId begins with the own one are accepted.',
    origin: 'startsWith, or a comparison over the length of the own appId (strncmp).',
    repair: 'Compare the whole appId of the token with the own one.',
    alteration: (sdk) => ({
      checkAppId: (received, own) => sdk.checkAppId(received.slice(0, own.length), own),
    }),
  },
  'verify-app-cut-at-8': {
    does: 'Of an appId the first eight characters are compared with the own one.',
    origin: 'A column or a buffer of fixed size; strncmp with a constant length.',
    repair: 'Compare the whole appId of the token with the own one.',
    alteration: (sdk) => ({
      checkAppId: (received, own) => sdk.checkAppId(received.slice(0, 8), own.slice(0, 8)),
    }),
  },
  'verify-long-tokens-last': {
    does: 'Tokens that last more than an hour never end.',
    origin: 'A cache for long sessions.',
    repair: 'A token ends duration seconds after its timestamp.',
    alteration: expiring((duration) => (duration > 3700 && duration < 86000 ? 10 ** 9 : duration)),
  },
})
