/** Our own variables hold credentials and settings: no adapter needs them. */
const OURS = /^CHANNELPROOF_/

/**
 * What an adapter inherits: everything but our own variables.
 * @param passed names of ours that it gets all the same (`--pass-env`)
 * @param timeZone an odd one, so that local time taken for UTC shows
 */
export const adapterEnvironment = (
  env: NodeJS.ProcessEnv,
  passed: readonly string[],
  timeZone: string,
): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.test(name) || passed.includes(name))),
  TZ: timeZone,
})
