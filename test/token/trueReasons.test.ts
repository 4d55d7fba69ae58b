import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { trueReasons } from '../../src/token/index.ts'

const SECRET = '00a1B2c3D4e5F60718293a4b5C6d7E8f'
const SECOND = 1_700_000_000
const params = (text: string | Uint8Array): string => Buffer.from(text).toString('base64')
const PARAMS = params('{"channelId":"c1","userId":"u1"}')
const MINUTE = params('{"channelId":"c1","userId":"u1","duration":60}')
const BEYOND_ASCII = Buffer.from('{"channelId":"c\xff","userId":"u1"}', 'latin1')

/** A token of these parts, signed as they stand there (section 4.5). */
function signed(
  change: { version?: string; appId?: string; timestamp?: string; params?: string } = {},
): string {
  const parts = { version: '02', appId: 'app', timestamp: String(SECOND), params: PARAMS, ...change }
  const mac = createHmac('sha256', SECRET).update(Object.values(parts).join('')).digest('base64')
  return [...Object.values(parts), mac].join('.')
}
const RIGHT = signed()
const SIGNATURE = RIGHT.split('.')[4]!

test.each<[what: string, token: string, reasons: readonly string[], change?: object]>([
  ['a right token', RIGHT, []],
  ['four parts', RIGHT.replace(`.${SIGNATURE}`, ''), ['malformed', 'signature']],
  ['a sixth part', `${RIGHT}.${SIGNATURE}`, ['malformed', 'app', 'signature', 'params', 'expired']],
  ['a sign before the timestamp', signed({ timestamp: `+${SECOND}` }), ['malformed']],
  ['a letter before the timestamp', signed({ timestamp: `x${SECOND}` }), ['malformed', 'expired']],
  ['a letter behind the timestamp', signed({ timestamp: `${SECOND}x` }), ['malformed', 'expired']],
  ['no timestamp', signed({ timestamp: '' }), ['malformed', 'expired']],
  ['params without padding', signed({ params: MINUTE.replaceAll('=', '') }), ['malformed']],
  ['no params', signed({ params: '' }), ['malformed', 'params']],
  ['no signature', RIGHT.replace(SIGNATURE, ''), ['malformed', 'signature']],
  ['a signature without padding', RIGHT.slice(0, -1), ['malformed', 'signature']],
  ['another version, signed as such', signed({ version: '03' }), ['version', 'signature']],
  ['another version, signed as 02', RIGHT.replace('02.', '03.'), ['version', 'signature']],
  ['another app, signed as such', signed({ appId: 'App' }), ['app', 'signature']],
  ['another app, signed as ours', RIGHT.replace('.app.', '.App.'), ['app', 'signature']],
  ['another secret', RIGHT, ['signature'], { appSecret: 'other' }],
  ['no userId', signed({ params: params('{"channelId":"c1"}') }), ['params']],
  ['a list', signed({ params: params('[]') }), ['params']],
  ['no JSON', signed({ params: params('{') }), ['params']],
  ['no UTF-8', signed({ params: params(BEYOND_ASCII) }), ['params']],
  ['the last second of a day', RIGHT, [], { now: SECOND + 86_400 }],
  ['the second after it', RIGHT, ['expired'], { now: SECOND + 86_401 }],
  ['the last second of its duration', signed({ params: MINUTE }), [], { now: SECOND + 60 }],
  ['the second after its duration', signed({ params: MINUTE }), ['expired'], { now: SECOND + 61 }],
  ['a letter before the version', signed({ version: 'x02' }), ['malformed', 'version', 'signature']],
  ['a letter behind the version', signed({ version: '02x' }), ['malformed', 'version', 'signature']],
  ['an empty appId, signed as such', signed({ appId: '' }), ['malformed', 'app', 'signature']],
  // Six and seven parts: read from the left, the third is a time long after this one, and the fourth no JSON.
  [
    'a dotted appId of ours',
    signed({ appId: 'app.9999999999' }),
    ['malformed', 'app', 'signature', 'params'],
    { appId: 'app.9999999999' },
  ],
  [
    'a dotted appId of ours, too late',
    signed({ appId: 'app.9999999999', params: MINUTE }),
    ['malformed', 'app', 'signature', 'params', 'expired'],
    { appId: 'app.9999999999', now: SECOND + 61 },
  ],
  [
    'an appId of ours with two dots',
    signed({ appId: 'app.9999999999.z' }),
    ['malformed', 'app', 'signature', 'params'],
    { appId: 'app.9999999999.z' },
  ],
  // Read from the left, the first four parts are well-formed, and the appId is ours; from the right it is another one.
  [
    'six parts that are well-formed each',
    signed({ appId: 'app.12', timestamp: '170000000000' }),
    ['malformed', 'app', 'signature', 'params', 'expired'],
  ],
  ['no token at all', 'x', ['malformed', 'version', 'app', 'signature', 'params', 'expired']],
])('names every reason to refuse %s', (_, token, reasons, change) => {
  expect(trueReasons({ token, appId: 'app', appSecret: SECRET, now: SECOND, ...change })).toEqual(reasons)
})
