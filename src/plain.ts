/** Values that no reading of "not shown" can refuse; a subject may refuse every other one. */

/** Lower-case letters and digits that begin with a letter. */
export const isPlainText = (text: string): boolean => /^[a-z][a-z0-9]{0,31}$/.test(text)

export const isPlainSecret = (text: string): boolean => /^[A-Za-z0-9-]{16,32}$/.test(text)

/** Seconds of the years around now. */
const isPlainTimestamp = (second: number): boolean => second >= 1600000000 && second < 2000000000

const between =
  (min: number, max: number) =>
  (value: number): boolean =>
    value >= min && value <= max

/** By the name under which a question holds the value. */
export const IS_PLAIN_TEXT: Readonly<Record<string, (text: string) => boolean>> = {
  channelId: isPlainText,
  userId: isPlainText,
  appId: isPlainText,
  appSecret: isPlainSecret,
}

export const IS_PLAIN_NUMBER: Readonly<Record<string, (value: number) => boolean>> = {
  privileges: () => false,
  channelDuration: between(0, 60),
  duration: between(1, 86400),
  size: between(2, 100),
  delayClose: between(0, 600),
  streamId: between(1, 1000000000),
  timestamp: isPlainTimestamp,
}

/** The delayClose of a token goes up to 24 hours (section 2.1), that of a stream up to 600 seconds (section 2.3). */
export const IS_PLAIN_IN_TOKENS: typeof IS_PLAIN_NUMBER = {
  ...IS_PLAIN_NUMBER,
  delayClose: between(0, 86400),
}
