import type { Json, JsonObject } from '../../model/index.ts'
import type { OutputFault } from '../fault.ts'
import { after, before, faultsOf, sdkRowsWith, combined } from '../faultySdk/index.ts'
import { without } from '../../members.ts'
import { RARE_HMAC_ROWS } from './hmac.ts'
import { RARE_TEXT_ROWS } from './text.ts'
import { RARE_VERIFY_ROWS } from './verify.ts'
import { inNumber, prepared, readRefusing, refusingMore } from './joinParams.ts'

/** Faults of an SDK with a memory: each answer is right by itself. Only an order of questions shows them. */
const ROWS = sdkRowsWith({ by: 'generated' })({
  'secrets-of-16-apps': {
    does: 'From the 17th app on the secret of an earlier app is used.',
    origin: 'A table of clients with 16 places.',
    repair: 'Take the secret of each call, or make the table as large as is needed.',
    alteration: (sdk) => {
      const secrets = new Map<string, string>()
      let app = ''
      return {
        appId: (appId) => (app = sdk.appId(appId)),
        key: (appSecret) => {
          // Only tokens: questions that sign or verify name no app before the secret.
          if (app === '') return sdk.key(appSecret)
          if (secrets.size < 16 || secrets.has(app)) secrets.set(app, appSecret)
          const used = secrets.get(app) ?? secrets.values().next().value!
          app = ''
          return sdk.key(used)
        },
      }
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
          const wasReset = isReset
          // A refusal leaves it so.
          isReset = true
          sdk.check(asked)
          isReset = wasReset
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
    alteration: (...given) => {
      const kept = new Map<Json, Json>()
      return before('prepare')((joinParams) => {
        const user = joinParams['userId'] ?? ''
        const privileges = joinParams['privileges'] ?? kept.get(user)
        if (privileges === undefined) return joinParams
        kept.set(user, privileges)
        return { ...joinParams, privileges }
      })(...given)
    },
  },
})

/** Their answers depend on earlier questions, so no answer can be predicted from them. */
export const REMEMBERING_FAULTS: readonly OutputFault[] = faultsOf('state', ROWS)

const outlasts = ({ delayClose, duration }: JsonObject): boolean => Number(delayClose) > Number(duration)

const VALUE_ROWS = sdkRowsWith({ repair: 'Send the value that was asked for.' })({
  'channel-duration-half-hour': {
    does: 'channelDuration from 31 to 59 becomes 30.',
    origin: 'A list of allowed lengths.',
    alteration: inNumber('channelDuration', (value) => (value > 30 && value < 60 ? 30 : value)),
  },
  'size-made-even': {
    does: 'Odd sizes above 13 become even.',
    origin: 'Pairs of seats.',
    alteration: inNumber('size', (value) => (value > 13 && value < 100 ? value - (value % 2) : value)),
  },
  'delay-capped-at-five-minutes': {
    does: 'delayClose from 302 to 599 becomes 300.',
    origin: 'A limit of the app, written into the SDK.',
    alteration: inNumber('delayClose', (value) => (value > 301 && value < 600 ? 300 : value)),
  },
  'privileges-as-signed-byte': {
    does: 'privileges from 128 to 255 become negative.',
    origin: 'A signed byte: Java byte, C char.',
    repair: 'Keep privileges in an integer.',
    alteration: inNumber('privileges', (value) => (value > 127 && value < 256 ? value - 256 : value)),
  },
  'timestamp-of-ten-digits': {
    does: 'The timestamp is cut after ten digits.',
    origin: 'A fixed field, char[11].',
    repair: 'Write the seconds as they are.',
    alteration: after('timestampText')((text) => text.slice(0, 10)),
  },
  'last-of-three-lost': {
    does: 'Of three optional members the last one is lost.',
    origin: 'A loop with a wrong bound over a list of options.',
    repair: 'Take over each member by itself.',
    alteration: prepared((joinParams) =>
      Object.keys(joinParams).length === 5
        ? Object.fromEntries(Object.entries(joinParams).slice(0, 4))
        : joinParams,
    ),
  },
  'large-size-refused': {
    does: 'A size from 65 to 99 is refused.',
    origin: 'A limit of the app, written into the SDK.',
    repair: 'Refuse what section 2.1 forbids, and nothing else.',
    alteration: refusingMore(({ size }) => Number(size) > 64 && Number(size) < 100),
  },
  'delayclose-up-to-duration': {
    does: 'A delayClose above the duration is refused.',
    origin: 'Any language: a check that nothing outlasts its token.',
    repair: 'Let delayClose go up to 86400, whatever the duration is (section 2.1).',
    alteration: combined(refusingMore(outlasts), readRefusing(outlasts)),
    others: [refusingMore(outlasts), readRefusing(outlasts)],
  },
  'duration-in-whole-minutes': {
    does: 'Durations above an hour are rounded down to minutes.',
    origin: 'A duration kept in minutes.',
    repair: 'Keep the duration in seconds (section 2.1).',
    alteration: inNumber('duration', (value) =>
      value > 3600 && value < 86000 ? value - (value % 60) : value,
    ),
  },
  'delay-in-tens': {
    does: 'delayClose is rounded down to tens above 100.',
    origin: 'A slider with steps.',
    alteration: inNumber('delayClose', (value) =>
      value > 100 && value < 1000 ? value - (value % 10) : value,
    ),
  },
  'size-capped-at-64': {
    does: 'A size from 65 to 99 becomes 64.',
    origin: 'A limit of the app, written into the SDK.',
    alteration: inNumber('size', (value) => (value > 64 && value < 100 ? 64 : value)),
  },
  'channel-duration-rounded': {
    does: 'channelDuration is rounded to multiples of five above ten.',
    origin: 'A picker with steps of five minutes.',
    alteration: inNumber('channelDuration', (value) =>
      value > 10 && value < 60 ? value - (value % 5) : value,
    ),
  },
  'delay-lost-with-duration': {
    does: 'delayClose is lost where duration and size are given too.',
    origin: 'Overloads or named options of which one combination was forgotten.',
    repair: 'Take over each member by itself.',
    alteration: prepared((joinParams) =>
      'duration' in joinParams && 'size' in joinParams && !('channelDuration' in joinParams)
        ? without(joinParams, 'delayClose')
        : joinParams,
    ),
  },
  'size-lost-without-duration': {
    does: 'size is lost where channelDuration is given and duration is not.',
    origin: 'A nested condition: if (duration) { … if (size) … }.',
    repair: 'Take over each member by itself.',
    alteration: prepared((joinParams) =>
      'channelDuration' in joinParams && !('duration' in joinParams)
        ? without(joinParams, 'size')
        : joinParams,
    ),
  },
})

const appId = before('appId')
const appRows = sdkRowsWith({ repair: 'Write and sign the appId as it is.' })

/** Forms of an appId that no shipped vector holds. */
const APP_ROWS = appRows({
  'appid-as-number': {
    does: 'An appId of digits loses its leading zeros.',
    origin: 'A configuration that reads digits as a number.',
    alteration: appId((asked) => asked.replace(/^0+(?=[0-9]+$)/, '')),
  },
  'appid-cut-at-64': {
    does: 'The appId is cut after 64 characters.',
    origin: 'A column or buffer of fixed size.',
    alteration: appId((asked) => asked.slice(0, 64)),
  },
})

/** Its form in token/issue/app-with-hyphen-and-underscore shows it. */
const HYPHENS = appRows({
  'appid-hyphens-removed': {
    does: 'Hyphens of the appId are removed.',
    origin: 'A UUID that is kept as hex.',
    alteration: appId((asked) => asked.replaceAll('-', '')),
  },
})
export const APP_FAULTS: readonly OutputFault[] = faultsOf('token', HYPHENS)

/** Faults that no shipped vector shows: they need a certain length, value, plane or combination. */
export const RARE_FAULTS: readonly OutputFault[] = [
  ...faultsOf('hmac', RARE_HMAC_ROWS),
  ...faultsOf('json', [...RARE_TEXT_ROWS, ...VALUE_ROWS]),
  ...faultsOf('token', APP_ROWS),
  ...faultsOf('verify', RARE_VERIFY_ROWS),
].map((fault) => ({ ...fault, by: 'generated' }))
