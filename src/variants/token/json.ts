import { JSON_STYLES } from '../../faults/faultySdk/jsonStyles.ts'
import { without } from '../../members.ts'
import { unicodeEscape } from '../../text.ts'
import type { Json, JsonObject } from '../../model/index.ts'
import { JOIN_DEFAULTS } from '../../interface/joinParams.ts'
import { tokenWaysWith, type TokenVariant } from './tokenVariant.ts'

const OPEN =
  'Section 4.5 asks for the JSON encoding of the join parameters, and shows neither order, white space nor escapes.'
const row = { section: '4.5', open: OPEN, decides: ['TOKEN-PARAMS-JSON-STYLE'] } as const

const compact = (value: Json): string => JSON.stringify(value)

/** Writes each text of the JSON, names included, with a function of its own. */
const texts = (write: (text: string) => string) => (value: JsonObject) =>
  `{${Object.entries(value)
    .map(([name, member]) => `${write(name)}:${typeof member === 'string' ? write(member) : compact(member)}`)
    .join(',')}}`

const everyUnit = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => unicodeEscape(text[at]!)).join('')}"`

const WRITERS: readonly (readonly [id: string, does: string, write: (value: JsonObject) => string])[] = [
  [
    'every-character-escaped',
    'Every character of names and texts is written as an escape.',
    texts(everyUnit),
  ],
  [
    'solidus-and-ascii',
    'A solidus and all beyond ASCII are escaped, as PHP does.',
    (value) =>
      compact(value)
        .replaceAll('/', '\\/')
        .replace(/[^\0-\u007e]/g, unicodeEscape),
  ],
  [
    'punctuation-escaped',
    'Punctuation in texts is escaped.',
    texts((text) => compact(text).replace(/(?!^|.$)[&'()*+:;<=>@]/g, unicodeEscape)),
  ],
  [
    'names-escaped',
    'The first letter of each name is an escape.',
    (value) =>
      compact(value).replace(
        /"([a-zA-Z])(?=[a-zA-Z]*":)/g,
        (_, letter: string) => `"${unicodeEscape(letter)}`,
      ),
  ],
  [
    'white-space-around',
    'White space stands before and after the object.',
    (value) => ` \t\r\n${compact(value)}\n\n`,
  ],
  [
    'one-member-a-line',
    'Each member has a line of its own, with the comma in front.',
    (value) =>
      `{${Object.entries(value)
        .map(([name, member]) => `${compact(name)}:${compact(member)}`)
        .join('\n, ')}}`,
  ],
  [
    'ids-last',
    'Numbers stand before the ids.',
    (value) =>
      compact(
        Object.fromEntries(
          Object.entries(value).sort(
            ([, a], [, b]) => Number(typeof a === 'string') - Number(typeof b === 'string'),
          ),
        ),
      ),
  ],
  [
    'control-as-hex',
    'Control characters are written as \\u escapes and never as \\n or \\t.',
    texts(
      (text) =>
        `"${Array.from(text, (one) => (one < ' ' ? unicodeEscape(one) : compact(one).slice(1, -1))).join('')}"`,
    ),
  ],
]

/** Another order of members that looks random: by the length of the name. */
const byLength = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.length - b.length))

export const JSON_VARIANTS: readonly TokenVariant[] = [
  ...JSON_STYLES.map(({ id, of, alteration }) => ({
    ...row,
    id: `json-${id}`,
    does: `The params are written as by ${of}.`,
    alteration,
  })),
  ...WRITERS.map(([id, does, serialise]) => ({
    ...row,
    id: `json-${id}`,
    does,
    alteration: () => ({ serialise }),
  })),
  ...tokenWaysWith(row)({
    'json-by-length': {
      does: 'Members are ordered by the length of their names.',
      alteration: () => ({ serialise: (value) => compact(byLength(value)) }),
    },
  }),
  ...Object.entries(JOIN_DEFAULTS).flatMap(([name, standing]): TokenVariant[] => [
    {
      id: `default-${name}-written`,
      section: '2.1',
      open: `A missing ${name} means ${standing}; whether it is written is not said.`,
      does: `${name} ${standing} always stands in the params.`,
      alteration: (sdk) => ({ prepare: (asked, now) => ({ [name]: standing, ...sdk.prepare(asked, now) }) }),
    },
    {
      id: `default-${name}-left-out`,
      section: '2.1',
      open: `A missing ${name} means ${standing}; whether it is left out is not said.`,
      does: `${name} is left out where it is ${standing}.`,
      alteration: (sdk) => ({
        prepare: (asked, now) => withoutStanding(sdk.prepare(asked, now), name, standing),
      }),
    },
  ]),
]

function withoutStanding(value: JsonObject, name: string, standing: number): JsonObject {
  return value[name] === standing ? without(value, name) : value
}
