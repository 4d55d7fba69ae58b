import { without } from '../../members.ts'
import { isPlainText } from '../../interface/values.ts'
import { kebabCase } from '../../text.ts'
import type {
  BodyKind,
  Expectation,
  Family,
  Json,
  JsonObject,
  RequirementId,
  Vector,
} from '../../model/index.ts'
import { accept, ID_TEXTS, openRow, vectorOf, type Row } from './row.ts'

/** One request body. Without `blame` and `open` it is right. */
export interface BodyRow extends Row {
  readonly body: Json
  /** The JSON text, where its spelling is the point; default: the body, compact. */
  readonly text?: string
  /** What makes it wrong: keyword and JSON Pointer; of several true keywords the one of our schemas comes first. */
  readonly blame?: readonly [keyword: string | readonly string[], instancePath: string]
  /** The text does not say whether it is right. */
  readonly open?: true
}

/** A family of bodies of one kind; twins are given without the name of the family. */
export const bodyFamily = (kind: BodyKind, title: string, rows: readonly BodyRow[]): Family => ({
  name: `body/${kind}`,
  title,
  vectors: rows.map((row) => toVector(kind, row)),
})

function toVector(kind: BodyKind, row: BodyRow): Vector {
  const { body, text = JSON.stringify(body), twin } = row
  const family = `body/${kind}`
  return vectorOf(family, twin === undefined ? row : { ...row, twin: `${family}/${twin}` }, {
    question: { method: 'body.validate', params: { kind, body: text } },
    expect: expectation(row),
  })
}

function expectation({ blame, open }: BodyRow): Expectation {
  const reasons = ['invalid']
  if (open) return { verdict: 'either', reasons, output: { valid: true } }
  if (!blame) return accept({ valid: true })
  const [keywords, instancePath] = blame
  const all = [keywords].flat().map((keyword) => ({ keyword, instancePath }))
  return { verdict: 'refuse', reasons, blame: all.length === 1 ? all[0]! : all }
}

/** An accepted body, the twin of those that differ in some of these members: its own, or those of an entry. */
export interface RightBody {
  /** The name of its row. */
  readonly twin: string
  /** JSON Pointer of the object that holds the members. */
  readonly at: string
  readonly members: JsonObject
  readonly body: (members: JsonObject) => JsonObject
  /** Ends the names of rows whose place is not the usual one. */
  readonly suffix?: string
}

/** A right body whose own members are looked at. */
export const root = (twin: string, members: JsonObject): RightBody => ({
  twin,
  at: '',
  members,
  body: (changed) => changed,
})

/** A member and its JSON type; `keyword` breaks where the type is wrong. */
export interface Member {
  readonly name: string
  readonly type: 'string' | 'integer' | 'array' | 'object'
  readonly keyword?: 'enum'
  /** The member is optional, so the effect of null is not shown (API-NULL-MEMBER). */
  readonly optional?: true
  /** A right value, where the accepted body has none because the text shows none. */
  readonly right?: Json
  /** The rule of its type. */
  readonly requirement: RequirementId
}

/**
 * A value of every JSON type but one, and a fraction, which no member may be. Code that converts types would accept some.
 * @param right the value that fits
 */
export const wrongValues = (type: Member['type'], right: Json) =>
  (
    [
      ['string', 'a text', typeof right === 'number' ? String(right) : '1'],
      ['integer', 'a number', 1],
      ['fraction', 'a fraction', 1.5],
      ['boolean', 'a boolean', true],
      ['null', 'null', null],
      ['array', 'an array', typeof right === 'object' ? [] : [right]],
      ['object', 'an object', (Array.isArray(right) && (right[0] as Json)) || {}],
    ] satisfies [type: string, words: string, value: Json][]
  ).flatMap(([of, words, value]) => (of === type ? [] : [{ name: words.replace(/^an? /, ''), words, value }]))

type Wrong = ReturnType<typeof wrongValues>[number]

/** A refused body that is a value of another type than object. */
export const noObject = ({ name, value }: Wrong, requirement: RequirementId, twin: string): BodyRow => ({
  name: `body-is-${name}`,
  title: `Refuses a body that is no object: ${name}`,
  requirements: [requirement],
  body: value,
  blame: ['type', ''],
  twin,
})

/** For each member one refused body for each wrong type. */
export const wrongTypes = (
  { twin, at, members, body, suffix = '' }: RightBody,
  table: readonly Member[],
  only?: 'boolean',
): BodyRow[] =>
  table.flatMap(({ name, type, keyword, requirement, optional, right = members[name]! }) =>
    wrongValues(type, right).flatMap((wrong): BodyRow[] => {
      if (only !== undefined && wrong.name !== only) return []
      const row: BodyRow = {
        name: `${kebabCase(name)}-is-${wrong.name}${suffix}`,
        title: `Refuses ${wrong.words} as ${name}${where(at)}`,
        requirements: [requirement],
        body: body({ ...members, [name]: wrong.value }),
        blame: [keyword ? [keyword, 'type'] : 'type', `${at}/${name}`],
        twin,
      }
      return [optional && wrong.value === null ? opened(row.name, 'API-NULL-MEMBER', row.body) : row]
    }),
  )

/** Refused bodies that lack one of the members. @param rules the members and the rules that require them */
export const missing = (
  { twin, at, members, body, suffix = '' }: RightBody,
  rules: Readonly<Record<string, RequirementId>>,
): BodyRow[] =>
  Object.entries(rules).map(([name, requirement]) => ({
    name: `${kebabCase(name)}-missing${suffix}`,
    title: `Refuses a body without ${name}${where(at)}`,
    requirements: [requirement],
    body: body(without(members, name)),
    blame: ['required', at],
    twin,
  }))

/** A refused body with a member that the interface does not list. */
export const unlisted = (
  { twin, at, members, body, suffix = '' }: RightBody,
  name: string,
  value: Json,
): BodyRow => ({
  name: `unlisted-${kebabCase(name)}${suffix}`,
  title: `Refuses the member ${name}, which is not listed${where(at)}`,
  requirements: ['API-REQUEST-BODY-LISTED-MEMBERS'],
  level: 'recommended',
  body: body({ ...members, [name]: value }),
  blame: ['additionalProperties', at],
  twin,
})

/** A body of which the text does not say whether it is right. */
export const open = (name: string, requirement: RequirementId, body: Json, text?: string): BodyRow => ({
  ...openRow(name, requirement),
  body,
  ...(text !== undefined && { text }),
  open: true,
})

/** An open row whose name does not begin with `open-`. */
export const opened = (name: string, requirement: RequirementId, body: Json): BodyRow => ({
  ...open(name, requirement, body),
  name,
})

/** A refused body with a value that the rule of its member forbids. */
export const wrongIn = (
  { twin, at, members, body, suffix = '' }: RightBody,
  member: string,
  value: number | string,
  requirement: RequirementId,
  keyword: string | readonly string[],
  name = `${kebabCase(member)}-${String(value).replace('-', 'minus-')}`,
): BodyRow => ({
  name: `${name}${suffix}`,
  title: `Refuses ${member} ${value}${suffix && where(at)}`,
  requirements: [requirement],
  body: body({ ...members, [member]: value }),
  blame: [keyword, `${at}/${member}`],
  twin,
})

/** Refused: one member twice. @param again the text of the second, placed at the end of the innermost object */
export const twice = (
  { twin, at, members, body }: RightBody,
  member: string,
  again: string,
  name = kebabCase(member),
): BodyRow => ({
  name: `duplicate-${name}`,
  title: `Refuses a repeated member: ${name.replaceAll('-', ' ')}`,
  requirements: ['API-REQUEST-BODY-DUPLICATE-KEYS'],
  level: 'recommended',
  body: body(members),
  text: JSON.stringify(body(members)).replace(/\}(?=[\]}]*$)/, `,${again}}`),
  blame: ['duplicate', `${at}/${member}`],
  twin,
})

/** Every kind of text as an id; naming rules are not shown (section 2.1), so only plain ones must be accepted. */
export const idTexts = (
  name: 'channelId' | 'userId',
  requirements: BodyRow['requirements'],
  bodyWith: (text: string) => Json,
): BodyRow[] =>
  ID_TEXTS.map((id) => {
    const row = {
      name: `${kebabCase(name)}-${id.name}`,
      title: `Accepts plain text as ${name}: ${id.name.replaceAll('-', ' ')}`,
      requirements,
      body: bodyWith(id.text),
    }
    return isPlainText(id.text) ? row : opened(row.name, NAMING[name], row.body)
  })

const NAMING = { channelId: 'PARAM-CHANNELID-NAMING', userId: 'PARAM-USERID-FORMAT' }

/**
 * An integer written like 60.0 and 6e+1: the value is an integer, and the text does not show whether a reader takes it.
 */
export const asFraction = (name: string, requirement: RequirementId, body: Json, value: number): BodyRow[] =>
  Object.entries({ fraction: `${value}.0`, exponent: value.toExponential() }).map(([spelling, written]) =>
    open(`${kebabCase(name)}-with-${spelling}`, requirement, body, spelled(body, name, written)),
  )

/** 2^53 + 1 in the last member of this name: the first integer that a double cannot hold. */
export const openBeyondDoubles = (name: string, requirement: RequirementId, body: Json): BodyRow =>
  open(`${kebabCase(name)}-beyond-doubles`, requirement, body, spelled(body, name, '9007199254740993'))

/** The body with the number of its last member of this name written differently. */
const spelled = (body: Json, name: string, written: string): string =>
  JSON.stringify(body).replace(new RegExp(`(.*"${name}":)-?[0-9]+`), (_, before) => `${before}${written}`)

const where = (at: string): string => (at === '' ? '' : ` in entry ${Number(at.split('/').at(-1)) + 1}`)
