/** Our own variables hold credentials and settings: no adapter needs them. */
const OURS = /^CHANNELPROOF_/

/**
 * What an adapter inherits: everything except our own variables.
 * @param passed our own names that it gets nevertheless (`--pass-env`)
 * @param timeZone an unusual one, so that local time taken for UTC shows
 */
export const adapterEnvironment = (
  env: NodeJS.ProcessEnv,
  passed: readonly string[],
  timeZone: string,
): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.test(name) || passed.includes(name))),
  TZ: timeZone,
})
