// What the operator sets, all of it in the environment: a secret in an argument could be read by every user.

/** An app that is disabled in the console, or whose organisation has not paid, gets an error of its own (7.1). */
const PREFIXES = { active: '', disabled: 'DISABLED_', unpaid: 'UNPAID_' }

export function readSettings(env) {
  const apps = Object.entries(PREFIXES).map(([status, prefix]) => ({
    appId: env[`CHANNELPROOF_${prefix}APP_ID`],
    appSecret: env[`CHANNELPROOF_${prefix}APP_SECRET`],
    status,
  }))
  return {
    apps: new Map(apps.filter(({ appId }) => appId).map((app) => [app.appId, app])),
    channel: env['CHANNEL'],
  }
}
