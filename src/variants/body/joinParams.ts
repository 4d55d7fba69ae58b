import type { RequirementId } from '../../model/index.ts'
import { anyOf, refusing, type BodyVariant, type Looked } from './bodyVariant.ts'

const row = (
  name: string,
  open: string,
  does: string,
  decides: readonly RequirementId[],
  isRefused: (looked: Looked) => boolean,
): BodyVariant => ({
  id: `body-way-${name}`,
  section: '2.1',
  open,
  does,
  decides,
  alteration: refusing(isRefused),
})

const NAMING = 'Naming rules of channelId and format rules of userId are not shown.'
const ids = (name: string, does: string, isRefused: (id: string) => boolean): BodyVariant =>
  row(`id-${name}`, NAMING, does, ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT'], (looked) =>
    ['channelId', 'userId'].some((member) =>
      anyOf(looked, member).some((id) => typeof id === 'string' && isRefused(id)),
    ),
  )

/** Refuses a number of the token request for its value. */
const number =
  (member: string, open: string) =>
  (
    name: string,
    does: string,
    decides: readonly RequirementId[],
    isRefused: (value: number) => boolean,
  ): BodyVariant =>
    row(name, open, does, decides, ({ kind, value }) => {
      const found = value[member]
      return kind === 'auth-token' && typeof found === 'number' && isRefused(found)
    })

const privileges = number('privileges', 'Meaning and allowed values of privileges are not shown.')
const channelDuration = number('channelDuration', 'channelDuration has no bound in the text.')
const size = number('size', 'Which sizes a token may ask for is not shown.')

/** Which join parameters a right validator takes (section 2.1). */
export const JOIN_PARAM_ROWS: readonly BodyVariant[] = [
  ids(
    'plain',
    'An id is small letters and digits, and begins with a letter.',
    (id) => !/^[a-z][a-z0-9]*$/.test(id),
  ),
  ids('ascii', 'An id beyond ASCII is refused.', (id) => /[^\0-\u007f]/.test(id)),
  ids('printable', 'An id with a control character is refused.', (id) => /\p{Cc}/u.test(id)),
  ids('short', 'An id of more than 64 characters is refused.', (id) => id.length > 64),
  ids('without-spaces', 'An id with white space is refused.', (id) => /\s/.test(id)),
  ids('lower-case', 'An id with letters in upper case is refused.', (id) => id !== id.toLowerCase()),
  ids('no-number', 'An id that is a number is refused.', (id) => /^[0-9]+$/.test(id)),
  row(
    'id-not-empty',
    NAMING,
    'An empty id is refused.',
    ['PARAM-CHANNELID-EMPTY', 'PARAM-USERID-EMPTY', 'START-CHANNELID-EMPTY', 'STREAM-USERID-EMPTY'],
    (looked) => ['channelId', 'userId'].some((member) => anyOf(looked, member).includes('')),
  ),
  privileges(
    'privileges-refused',
    'No value of privileges is taken.',
    ['PARAM-PRIVILEGES-VALUES'],
    () => true,
  ),
  privileges(
    'privileges-few',
    'Privileges are 1, 2, 4 or 8.',
    ['PARAM-PRIVILEGES-VALUES'],
    (value) => ![1, 2, 4, 8].includes(value),
  ),
  channelDuration(
    'channel-duration-short',
    'A channel lasts twelve hours at most.',
    ['PARAM-CHANNELDURATION-MAXIMUM'],
    (value) => value > 720,
  ),
  channelDuration(
    'channel-duration-long',
    'A channel lasts five minutes at least, or without limit.',
    ['PARAM-CHANNELDURATION-MINIMUM', 'PARAM-CHANNELDURATION-NEGATIVE'],
    (value) => value !== 0 && value < 5,
  ),
  size('size-small', 'A size above 100 is refused.', ['PARAM-SIZE-MAXIMUM'], (value) => value > 100),
  size(
    'size-of-two',
    'A size below 2 is refused.',
    ['PARAM-SIZE-MINIMUM', 'PARAM-SIZE-ZERO', 'PARAM-SIZE-NEGATIVE'],
    (value) => value < 2,
  ),
  number('duration', 'duration has no lower bound in the text.')(
    'duration-of-a-minute',
    'A token is valid for a minute at least.',
    ['PARAM-DURATION-MINIMUM', 'PARAM-DURATION-ZERO', 'PARAM-DURATION-NEGATIVE'],
    (value) => value < 60,
  ),
  number('delayClose', 'delayClose of a token has no lower bound in the text.')(
    'delay-not-negative',
    'A negative delayClose is refused.',
    ['PARAM-DELAYCLOSE-NEGATIVE'],
    (value) => value < 0,
  ),
]
