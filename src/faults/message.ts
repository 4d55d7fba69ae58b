import type { Mistake, Signed } from './model.ts'
import { faultsOf, KNOWN_DEFAULT, type FaultRow } from './table.ts'

const ORDER = ['version', 'appId', 'timestamp', 'params'] as const
type Part = (typeof ORDER)[number]

const joined =
  (order: readonly Part[], separator = ''): Mistake =>
  () => ({ message: (signed) => order.map((part) => signed[part]).join(separator) })

/** The code forgets one part, or thinks that it does not belong there. */
const without = (part: Part): FaultRow => ({
  id: `message-without-${part.toLowerCase()}`,
  does: `The message lacks the ${part}.`,
  origin: 'Any language: a part forgotten in the concatenation.',
  repair: `Sign version, appId, timestamp and params: add the ${part} (section 4.5).`,
  seen: KNOWN_DEFAULT,
  mistake: joined(ORDER.filter((other) => other !== part)),
})

export const MESSAGE_FAULTS = faultsOf('message', [
  {
    id: 'message-dotted',
    does: 'The parts of the message are joined with dots.',
    origin: 'Any language: the token without its signature, signed as it stands; JWT does so.',
    repair: 'Sign the plain concatenation of the four parts; dots stand in the token only.',
    seen: KNOWN_DEFAULT,
    mistake: joined(ORDER, '.'),
  },
  {
    id: 'message-newlines',
    does: 'The parts of the message are joined with line feeds.',
    origin: 'Any language: the string to sign of AWS and its like.',
    repair: 'Sign the plain concatenation of the four parts, without separators.',
    seen: KNOWN_DEFAULT,
    mistake: joined(ORDER, '\n'),
  },
  {
    id: 'message-raw-json',
    does: 'The message holds the JSON itself instead of its base64.',
    origin: 'Any language: signing before encoding.',
    repair: 'Encode the JSON first and sign the params as they stand in the token.',
    seen: KNOWN_DEFAULT,
    mistake: (sdk) => ({ message: (signed) => sdk.message(decoded(signed)) }),
  },
  ...ORDER.map(without),
  {
    id: 'message-reordered',
    does: 'The parts of the message are sorted by their names: appId, params, timestamp, version.',
    origin: 'Any language: a helper that sorts parameters before it signs.',
    repair: 'Keep the order of the token: version, appId, timestamp, params.',
    seen: KNOWN_DEFAULT,
    mistake: joined(['appId', 'params', 'timestamp', 'version']),
  },
  {
    id: 'message-trailing-newline',
    does: 'A line feed is signed after the message.',
    origin: 'Shell: echo "$message" | openssl dgst.',
    repair: 'Sign the message alone; shell: printf %s "$message".',
    seen: KNOWN_DEFAULT,
    mistake: (sdk) => ({ message: (signed) => `${sdk.message(signed)}\n` }),
  },
])

function decoded(signed: Signed): Signed {
  return { ...signed, params: Buffer.from(signed.params, 'base64').toString('utf8') }
}
