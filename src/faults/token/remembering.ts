import type { Json } from '../../model/index.ts'
import type { Alteration, OutputFault } from '../fault.ts'
import { faultsOf, sdkRows, type SdkRow } from '../faultySdk/index.ts'

/** Changes the secret that signs a token, depending on the app. */
const secretOf =
  (change: (appSecret: string, app: string) => string): Alteration =>
  (sdk) => {
    let app = ''
    return {
      appId: (appId) => (app = sdk.appId(appId)),
      key: (appSecret) => {
        // Only tokens: questions that sign or verify name no app before the secret.
        const used = app === '' ? appSecret : change(appSecret, app)
        app = ''
        return sdk.key(used)
      },
    }
  }

const APPS = 16

/** Mistakes of an SDK with a memory: each answer is right by itself. Only an order of questions shows them. */
const ROWS: readonly SdkRow[] = sdkRows({
  'secrets-of-16-apps': {
    does: 'From the 17th app on the secret of an earlier app is used.',
    origin: 'A table of clients with 16 places.',
    repair: 'Take the secret of each call, or make the table as large as is needed.',
    alteration: (sdk) => {
      const secrets = new Map<string, string>()
      const first = (appSecret: string, app: string): string => {
        if (secrets.size < APPS || secrets.has(app)) secrets.set(app, appSecret)
        return secrets.get(app) ?? secrets.values().next().value!
      }
      return secretOf(first)(sdk, {})
    },
  },
  'members-lost-after-refusal': {
    does: 'After a refusal the next token lacks its optional members.',
    origin: 'A builder that is reset by the exception, half.',
    repair: 'Make a new object for each token.',
    alteration: (sdk) => {
      let isReset = false
      return {
        check: (asked) => {
          try {
            sdk.check(asked)
          } catch (error) {
            isReset = true
            throw error
          }
        },
        prepare: (joinParams, timestamp) => {
          const { channelId = '', userId = '' } = joinParams
          const prepared = isReset ? { channelId, userId } : joinParams
          isReset = false
          return sdk.prepare(prepared, timestamp)
        },
      }
    },
  },
  'privileges-stay': {
    does: 'A token without privileges gets those that the user had before.',
    origin: 'A record of each user that a call fills in part.',
    repair: 'Make a new object for each token.',
    alteration: (sdk) => {
      const kept = new Map<Json, Json>()
      return {
        prepare: (joinParams, timestamp) => {
          const user = joinParams['userId'] ?? ''
          const privileges = joinParams['privileges'] ?? kept.get(user)
          if (privileges === undefined) return sdk.prepare(joinParams, timestamp)
          kept.set(user, privileges)
          return sdk.prepare({ ...joinParams, privileges }, timestamp)
        },
      }
    },
  },
})

/** Their answers depend on earlier questions, so no answer can be predicted from them. */
export const REMEMBERING_FAULTS: readonly OutputFault[] = faultsOf('state', ROWS).map((fault) => ({
  ...fault,
  by: 'generated',
}))
