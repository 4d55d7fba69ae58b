import { randomBytes } from 'node:crypto'
import type { Served } from '../http/serve.ts'
import type { LiveConfig } from './config.ts'
import { liveConfig } from './load.ts'
import { withDefaults, type LiveSettings } from './settings.ts'

/** The embedded service on a loopback port, with every precondition met; its secret lives as long as it does. */
export async function startEmbedded(settings: LiveSettings): Promise<{ served: Served; config: LiveConfig }> {
  const appSecret = randomBytes(24).toString('hex')
  const app = (appId: string, status: 'active' | 'disabled' | 'unpaid') => ({ appId, appSecret, status })
  const channel = 'channelproof-open'
  const { scheme } = withDefaults(settings)
  const apps = [
    app('channelproof-app', 'active'),
    app('channelproof-disabled', 'disabled'),
    app('channelproof-unpaid', 'unpaid'),
  ]
  const { serve } = await import('../http/serve.ts')
  const served = await serve({ host: '127.0.0.1', port: 0, apps, open: [channel], scheme })
  const env = {
    CHANNELPROOF_APP_ID: 'channelproof-app',
    CHANNELPROOF_APP_SECRET: appSecret,
    CHANNELPROOF_DISABLED_APP_ID: 'channelproof-disabled',
    CHANNELPROOF_DISABLED_APP_SECRET: appSecret,
    CHANNELPROOF_UNPAID_APP_ID: 'channelproof-unpaid',
    CHANNELPROOF_UNPAID_APP_SECRET: appSecret,
  }
  try {
    const own = { baseUrl: served.url, channel, exclusiveChannel: true, channelUser: 'channelproof-host' }
    const config = liveConfig({ ...settings, ...own }, env)
    return { served, config }
  } catch (error) {
    await served.close()
    throw error
  }
}
