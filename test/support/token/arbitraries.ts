import * as fc from 'fast-check'

/** Any text without lone surrogates, which UTF-8 cannot hold. */
export const anyText = (constraints: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ unit: 'binary', ...constraints })

export const asciiText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: 'binary-ascii', minLength, maxLength })

/** An appId that a token can carry: no dot, not empty. */
export const appId = anyText({ minLength: 1 }).filter((text) => !text.includes('.'))

export const timestamp = fc.integer({ min: 0, max: 2 ** 40 })

/** Join parameters that break no rule of section 2.1; `duration` is not negative, so there is a validity. */
export const joinParams = fc.record(
  {
    channelId: anyText(),
    userId: anyText(),
    privileges: fc.maxSafeInteger(),
    channelDuration: fc.maxSafeInteger(),
    duration: fc.integer({ min: 0, max: 86400 }),
    size: fc.maxSafeInteger(),
    delayClose: fc.integer({ max: 86400 }),
  },
  { requiredKeys: ['channelId', 'userId'], noNullPrototype: true },
)

export const issuer = fc.record(
  { appId, appSecret: anyText({ minLength: 1 }), timestamp },
  { noNullPrototype: true },
)
