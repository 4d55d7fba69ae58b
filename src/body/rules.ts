import { JOIN_PARAMS, type JoinParam } from '../interface/joinParams.ts'
import type { BodyKind, Level, RequirementId } from '../model/index.ts'

/** What a violation breaks: id in vectors/requirements.yaml, section, and the level unless it is `required`. */
export type Rule = readonly [requirement: RequirementId, section: string, level?: Level]

/** Rules of one member by keyword; integers have `number-text`, which JSON Schema cannot see. */
type MemberRules = Readonly<Partial<Record<string, Rule>>>

/** JSON Pointers with `*` for any index → rules. */
type Places = Readonly<Record<string, MemberRules>>

const UNLISTED = 'API-REQUEST-BODY-LISTED-MEMBERS'
const JOIN_FRACTION: MemberRules = { 'number-text': ['PARAM-INTEGER-AS-FRACTION', '2.1', 'unspecified'] }
const STREAM_FRACTION: MemberRules = { 'number-text': ['STREAM-INTEGER-AS-FRACTION', '2.3', 'unspecified'] }

const JOIN_PLACES: Places = {
  '': { type: ['TOKEN-REQUEST-BODY', '4.1'], additionalProperties: [UNLISTED, '2.1', 'recommended'] },
  ...Object.fromEntries(JOIN_PARAMS.map((row) => [`/${row.name}`, rulesOf(row)])),
}

/** The ids of a join parameter's rules are made of its name: `PARAM-DURATION-MAXIMUM`. */
function rulesOf({ name, type, required, minimum, maximum }: JoinParam): MemberRules {
  const rule = (word: string, section = '2.1'): Rule => [`PARAM-${name.toUpperCase()}-${word}`, section]
  return {
    ...(type === 'integer' && JOIN_FRACTION),
    ...(required && { required: rule('REQUIRED') }),
    type: rule(type.toUpperCase()),
    ...(minimum !== undefined && { minimum: rule('MINIMUM', '8') }),
    ...(maximum !== undefined && { maximum: rule('MAXIMUM', '8') }),
  }
}

/** Of a streaming body and its channelId: what is no object contains no channelId. @param name `START` */
const channelPlaces = (name: string, section: string): Places => {
  const required: Rule = [`${name}-CHANNELID-REQUIRED`, section]
  return {
    '': { type: required, additionalProperties: [UNLISTED, section, 'recommended'] },
    '/channelId': { required, type: [`${name}-CHANNELID-STRING`, section] },
  }
}

/** Of its list, too. @param entries the section of its entries */
const listPlaces = (name: string, section: string, entries: string): Places => {
  const type: Rule = [`${name}-STREAMLIST-ARRAY`, section]
  return {
    ...channelPlaces(name, section),
    '/streamList': { required: [`${name}-STREAMLIST-REQUIRED`, section], type },
    '/streamList/*': { type, additionalProperties: [UNLISTED, entries, 'recommended'] },
  }
}

const START: Places = {
  ...listPlaces('START', '4.2', '2.3'),
  '/streamList/*/streamId': {
    ...STREAM_FRACTION,
    required: ['STREAM-STREAMID-REQUIRED', '2.3'],
    type: ['STREAM-STREAMID-INTEGER', '2.3'],
  },
  '/streamList/*/url': {
    required: ['STREAM-URL-REQUIRED', '2.3'],
    type: ['STREAM-URL-STRING', '2.3'],
    pattern: ['STREAM-URL-RTMP', '2.3'],
  },
  '/streamList/*/flag': {
    ...STREAM_FRACTION,
    required: ['STREAM-FLAG-REQUIRED', '2.3'],
    type: ['STREAM-FLAG-INTEGER', '2.3'],
    minimum: ['STREAM-FLAG-MAXIMUM', '2.3'],
    maximum: ['STREAM-FLAG-MAXIMUM', '2.3'],
  },
  '/streamList/*/type': {
    ...STREAM_FRACTION,
    required: ['STREAM-TYPE-REQUIRED', '2.3'],
    type: ['STREAM-TYPE-INTEGER', '2.3'],
    enum: ['STREAM-TYPE-VALUES', '2.3'],
  },
  '/streamList/*/userId': {
    required: ['STREAM-USERID-SINGLE-REQUIRED', '4.2'],
    type: ['STREAM-USERID-STRING', '2.3'],
  },
  '/streamList/*/layout': { type: ['STREAM-LAYOUT-OBJECT', '2.3'] },
  '/streamList/*/fps': {
    ...STREAM_FRACTION,
    type: ['STREAM-FPS-INTEGER', '2.3'],
    enum: ['STREAM-FPS-VALUES', '2.3'],
  },
  '/streamList/*/watermarks': { type: ['STREAM-WATERMARKS-ARRAY', '2.3'] },
  '/streamList/*/delayClose': {
    ...STREAM_FRACTION,
    type: ['STREAM-DELAYCLOSE-INTEGER', '2.3'],
    minimum: ['STREAM-DELAYCLOSE-MINIMUM', '8'],
    maximum: ['STREAM-DELAYCLOSE-MAXIMUM', '8'],
  },
}

const FIXED: Rule = ['UPDATE-TYPE-FLAG-ANSWER', '4.3', 'unspecified']
const TYPES_OF_UPDATE: MemberRules = { type: ['UPDATE-FIELD-TYPES', '4.3'] }

const UPDATE: Places = {
  ...listPlaces('UPDATE', '4.3', '4.3'),
  '/streamList/*/streamId': {
    ...STREAM_FRACTION,
    ...TYPES_OF_UPDATE,
    required: ['UPDATE-STREAMID-REQUIRED', '4.3'],
  },
  '/streamList/*/url': { ...TYPES_OF_UPDATE, pattern: ['STREAM-URL-RTMP', '2.3'] },
  '/streamList/*/userId': TYPES_OF_UPDATE,
  '/streamList/*/layout': TYPES_OF_UPDATE,
  '/streamList/*/fps': { ...STREAM_FRACTION, ...TYPES_OF_UPDATE, enum: ['STREAM-FPS-VALUES', '2.3'] },
  '/streamList/*/watermarks': TYPES_OF_UPDATE,
  // Section 2.3 says of type and flag "not accepted as a change", but not whether they are refused or ignored, and of
  // delayClose only that it is not listed.
  '/streamList/*/type': { additionalProperties: FIXED },
  '/streamList/*/flag': { additionalProperties: FIXED },
  '/streamList/*/delayClose': { additionalProperties: ['UPDATE-DELAYCLOSE', '2.3', 'unspecified'] },
}

const STOP: Places = {
  ...channelPlaces('STOP', '4.4'),
  '/streamId': { ...STREAM_FRACTION, type: ['STOP-STREAMID-INTEGER', '4.4'] },
}

const RULES: Readonly<Record<BodyKind, Places>> = {
  'auth-token': JOIN_PLACES,
  'streaming-start': START,
  'streaming-update': UPDATE,
  'streaming-stop': STOP,
}

/** A member that may be left out; userId of a stream is none where its type is 2 (4.2 rule 3). */
export const isOptional = (kind: BodyKind, pointer: string, isSingle: boolean): boolean =>
  /\/[A-Za-z]+$/.test(pointer) &&
  (rulesAt(kind, pointer)?.['required'] === undefined || (/.\/userId$/.test(pointer) && !isSingle))

/** The rules of one place; the index in streamList does not matter. */
export const rulesAt = (kind: BodyKind, pointer: string): MemberRules | undefined => {
  const place = pointer.replace(/^\/streamList\/(?:0|[1-9][0-9]*)(?=\/|$)/, '/streamList/*')
  return Object.hasOwn(RULES[kind], place) ? RULES[kind][place] : undefined
}
