import { clientWays, clientWaysWith, type ClientVariant } from './clientVariant.ts'
import { declines, idsOf, reports, throws, within } from './refuse.ts'

const NAMING = { section: '2.1', open: 'Naming rules of channelId and format rules of userId.' }

/** What a client refuses by itself: names and bounds that the text does not give. */
export const REFUSAL_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith(NAMING)({
    'ids-plain-only': {
      does: 'Ids that are not lower-case letters and digits behind a letter are refused as malformed.',
      decides: ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT'],
      steps: declines((call) => idsOf(call).some((id) => !/^[a-z][a-z0-9]*$/.test(id)), 'malformed'),
    },
    'ids-not-empty': {
      does: 'Empty ids are refused as missing.',
      decides: [
        'PARAM-CHANNELID-EMPTY',
        'PARAM-USERID-EMPTY',
        'START-CHANNELID-EMPTY',
        'STREAM-USERID-EMPTY',
      ],
      steps: declines((call) => idsOf(call).includes(''), 'missing-field'),
    },
    'ids-64-characters': {
      does: 'Ids of more than 64 characters are refused as out of range.',
      decides: ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT'],
      steps: declines((call) => idsOf(call).some(({ length }) => length > 64), 'out-of-range'),
    },
    'ids-ascii-only': {
      does: 'Ids beyond ASCII end the call with an exception that has no meaning for the adapter.',
      decides: ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT'],
      steps: throws((call) => idsOf(call).some((id) => !/^[ -~]*$/.test(id))),
    },
    'ids-no-white-space': {
      does: 'Ids with white space at their ends are reported as a failure, without a request.',
      decides: ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT'],
      steps: reports((call) => idsOf(call).some((id) => id.trim() !== id), { ok: false, kind: 'protocol' }),
    },
    'ids-inexpressible': {
      does: 'The types of the SDK hold ids of letters and digits only: error code 2.',
      decides: ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT'],
      steps: declines((call) => idsOf(call).some((id) => !/^[a-zA-Z0-9]+$/.test(id))),
    },
  }),
  ...clientWays({
    'app-id-letters-and-digits': {
      section: '4.5',
      open: 'Which characters an appId has.',
      does: 'An appId that is not letters and digits is refused as malformed.',
      decides: ['TOKEN-APPID-DOT', 'TOKEN-APPID-EMPTY'],
      steps: declines(({ appId }) => !/^[A-Za-z0-9]+$/.test(appId), 'malformed'),
    },
    'app-secret-letters-and-digits': {
      section: '4.5',
      open: 'Which characters an app secret has, and how long it is.',
      does: 'An app secret that is not 16 to 64 letters and digits is refused as malformed.',
      steps: declines(({ appSecret }) => !/^[A-Za-z0-9]{16,64}$/.test(appSecret), 'malformed'),
    },
  }),
  ...clientWaysWith({ section: '2.1', open: 'Which values privileges may have.' })({
    'privileges-refused': {
      does: 'privileges are refused, whatever their value.',
      decides: ['PARAM-PRIVILEGES-VALUES'],
      steps: declines(({ body }) => 'privileges' in body, 'out-of-range'),
    },
    'privileges-3-only': {
      does: 'privileges are refused unless they are 3.',
      decides: ['PARAM-PRIVILEGES-VALUES', 'PARAM-PRIVILEGES-MEANING'],
      steps: declines(({ body }) => (body['privileges'] ?? 3) !== 3, 'out-of-range'),
    },
  }),
  ...clientWays({
    'size-100': {
      section: '2.1',
      open: 'Up to which size a token may ask.',
      does: 'A size above 100 is refused: only technical support raises it.',
      decides: ['PARAM-SIZE-MAXIMUM', 'PARAM-SIZE-ZERO', 'PARAM-SIZE-NEGATIVE'],
      steps: declines(({ body }) => !within(body['size'], 1, 100), 'out-of-range'),
    },
    'channel-duration-a-day': {
      section: '2.1',
      open: 'Whether channelDuration has a largest value.',
      does: 'A channelDuration above 1440 minutes is refused.',
      decides: ['PARAM-CHANNELDURATION-MAXIMUM', 'PARAM-CHANNELDURATION-NEGATIVE'],
      steps: declines(({ body }) => !within(body['channelDuration'], 0, 1440), 'out-of-range'),
    },
  }),
]
