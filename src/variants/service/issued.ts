import { parseJson } from '../../json.ts'
import type { JsonObject } from '../../model/index.ts'
import { JOIN_DEFAULTS } from '../../interface/joinParams.ts'
import { withoutDefaults } from '../../faults/faultySdk/jsonStyles.ts'
import { isToken, type ServiceAlteration, textOf } from '../../faults/service/serviceFault.ts'
import { rewritten } from '../../faults/service/tokens.ts'
import { unicodeEscape } from '../../text.ts'
import { serviceWays, rowOf, type ServiceVariant } from './serviceVariant.ts'

/** Tokens of the same join parameters, written differently. @param seconds added to the time of issue */
const written = (style: (joinParams: JsonObject) => string, seconds = 0): ServiceAlteration =>
  rewritten((text) => style(parseJson<JsonObject>(text)), seconds)

const json = JSON.stringify

const style = (
  name: string,
  does: string,
  of: (joinParams: JsonObject) => string,
  departs?: ServiceVariant['departs'],
): ServiceVariant => ({
  id: `service-way-params-${name}`,
  section: '4.5',
  open: 'How the JSON of the params is written is not shown.',
  does,
  decides: ['TOKEN-PARAMS-JSON-STYLE'],
  ...(departs && { departs }),
  alteration: written(of),
})

const defaults = (
  name: string,
  does: string,
  more: JsonObject,
  decides?: ServiceVariant['decides'],
): ServiceVariant => ({
  id: `service-way-issued-${name}`,
  section: '2.1',
  open: 'Whether a token states what was not asked for is not shown.',
  does,
  ...(decides && { decides }),
  alteration: written((joinParams) => json({ ...more, ...joinParams })),
})

const clock = (name: string, does: string, seconds: number): ServiceVariant =>
  rowOf('4.5', 'By how much two correct clocks may differ is not shown.')(
    `clock-${name}`,
    does,
    undefined,
    written(json, seconds),
  )

/** How an issued token is written (sections 2.1, 4.1 and 4.5). */
export const ISSUED_ROWS: readonly ServiceVariant[] = [
  style('sorted', 'Members stand in the order of their names.', (joinParams) =>
    json(Object.fromEntries(Object.entries(joinParams).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  ),
  style('reversed', 'Members stand in the order from back to front.', (joinParams) =>
    json(Object.fromEntries(Object.entries(joinParams).toReversed())),
  ),
  style(
    'spaced',
    'White space stands between the members.',
    (joinParams) => ` ${JSON.stringify(joinParams, null, '\t')}\r\n`,
  ),
  style('ascii', 'Text beyond ASCII is written with escapes.', (joinParams) =>
    json(joinParams).replace(/[^\0-\u007f]/g, unicodeEscape),
  ),
  style('escaped-slash', 'A slash is written with a backslash.', (joinParams) =>
    json(joinParams).replaceAll('/', '\\/'),
  ),
  style('escaped-names', 'Names are written with escapes.', (joinParams) =>
    json(joinParams).replace('"channelId"', '"\\u0063hannelId"'),
  ),
  style(
    'byte-order-mark',
    'The JSON begins with a byte order mark.',
    (joinParams) => `\ufeff${json(joinParams)}`,
    ['TOKEN-PARAMS-NO-BYTE-ORDER-MARK'],
  ),
  style(
    'twice',
    'The userId stands twice, with the same value.',
    (joinParams) => json(joinParams).replace('{', `{"userId":${json(joinParams['userId'])},`),
    ['TOKEN-PARAMS-DUPLICATE-KEYS'],
  ),
  style(
    'fractions',
    'Integers are written like 3600.0.',
    (joinParams) => json(joinParams).replace(/:(\d+)(?=[,}])/g, ':$1.0'),
    ['TOKEN-PARAMS-INTEGER-TEXT'],
  ),
  defaults('defaults', 'Every default of section 2.1 stands in the token.', JOIN_DEFAULTS),
  defaults('size-of-the-app', 'Technical support has raised the default size of the app to 500.', {
    size: 500,
  }),
  defaults('privileges', 'Every token states privileges 0.', { privileges: 0 }, ['PARAM-PRIVILEGES-UNASKED']),
  defaults('privileges-of-all', 'Every token states all privileges.', { privileges: 2147483647 }, [
    'PARAM-PRIVILEGES-UNASKED',
  ]),
  {
    ...defaults('without-defaults', 'A value at its default is left out of the token.', {}),
    alteration: written((joinParams) => json(withoutDefaults(joinParams))),
  },
  clock('ahead', 'The clock of the service is a second ahead.', 1),
  clock('behind', 'The clock of the service is two seconds behind.', -2),
  ...serviceWays({
    'service-way-token-again': {
      section: '2.1',
      open: 'A token can be used again during its validity; whether the service hands it out again is not shown.',
      does: 'Who asks for the same within some seconds gets the same token.',
      alteration: (request, right, now, memory) => {
        const response = right()
        const token = response.body?.['token']
        if (!isToken(request) || token === undefined) return response
        const key = `${Math.floor(now / 30)} ${textOf(request)}`
        memory.set(key, memory.get(key) ?? token)
        return { status: 200, body: { token: memory.get(key)! } }
      },
    },
  }),
]
