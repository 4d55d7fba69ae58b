import { randomBytes } from 'node:crypto'
import type { Served } from '../http/serve.ts'
import type { LiveConfig } from './config.ts'
import { credentialsEnv, liveConfig } from './load.ts'
import { withDefaults, type LiveSettings } from './settings.ts'

/** The embedded service on a loopback port, with every precondition met; its secret lives as long as it does. */
export async function startEmbedded(settings: LiveSettings): Promise<{ served: Served; config: LiveConfig }> {
  const appSecret = randomBytes(24).toString('hex')
  const channel = 'channelproof-open'
  const { scheme } = withDefaults(settings)
  const { appsWith, serve } = await import('../http/serve.ts')
  const apps = appsWith('channelproof-app', appSecret)
  const served = await serve({ host: '127.0.0.1', port: 0, apps, open: [channel], scheme })
  try {
    const own = { baseUrl: served.url, channel, exclusiveChannel: true, channelUser: 'channelproof-host' }
    const ids = { app: apps[0].appId, disabledApp: apps[1]!.appId, unpaidApp: apps[2]!.appId }
    const config = liveConfig({ ...settings, ...own }, credentialsEnv(ids, appSecret))
    return { served, config }
  } catch (error) {
    await served.close()
    throw error
  }
}
