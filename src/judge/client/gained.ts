/** Members that were not asked and that change what the call does (sections 2.3, 4.3 and 4.4). */
import { isObject, own } from '../../json.ts'
import type { Json, JsonObject, Operation, RequirementId } from '../../model/index.ts'
import type { Finding } from '../finding.ts'
import { bodiesOf, each, jsonOf, type Check } from './seen.ts'

interface Row {
  readonly operation: Operation
  readonly within: 'body' | 'entry'
  readonly name: string
  readonly rule: RequirementId
  readonly does: string
  readonly counts: (value: Json) => boolean
}

/** Null and an empty text have no shown effect, nor do the other members of an update that were not asked. */
const ROWS: readonly Row[] = [
  {
    operation: 'streaming.start',
    within: 'entry',
    name: 'userId',
    rule: 'STREAM-USERID-PRESENTER-DEFAULT',
    does: 'it names a presenter, and without it the first user is the one',
    counts: (value) => typeof value === 'string' && value !== '',
  },
  {
    operation: 'streaming.update',
    within: 'entry',
    name: 'watermarks',
    rule: 'UPDATE-WATERMARKS-EMPTY',
    does: 'it takes the watermarks away',
    counts: (value) => Array.isArray(value) && value.length === 0,
  },
  {
    operation: 'streaming.stop',
    within: 'body',
    name: 'streamId',
    rule: 'STOP-ALL',
    does: 'one push stops, and not all of them',
    counts: (value) => typeof value === 'number',
  },
]

/** The body, or the entries of its list. */
function objectsIn(body: Json | undefined, within: Row['within']): readonly (JsonObject | undefined)[] {
  if (!isObject(body)) return []
  const list = body['streamList']
  if (within === 'body') return [body]
  return Array.isArray(list) ? list.map((entry: Json) => (isObject(entry) ? entry : undefined)) : []
}

/** Finds a member that no asked body has and that changes what the call does. */
export const gained: Check = each((request, { call }) => {
  const sent = jsonOf(request)?.value
  for (const row of ROWS.filter(({ operation }) => operation === call.operation)) {
    const values = bodiesOf(call).map((body) => gainedValue(row, body, sent))
    if (values.every((value) => value !== undefined)) return finding(row, values[0]!)
  }
  return undefined
})

/** The value of the member in the first object that has gained it. */
function gainedValue(
  { within, name, counts }: Row,
  asked: JsonObject,
  sent: Json | undefined,
): Json | undefined {
  const before = objectsIn(asked, within)
  return objectsIn(sent, within)
    .filter((_, at) => before[at] !== undefined && !Object.hasOwn(before[at], name))
    .map((object) => object && own(object, name))
    .find((value) => value !== undefined && counts(value))
}

// The value tells a mistake from another: 0 is a member that was never set, 515 one of an earlier call.
const finding = ({ name, rule, does }: Row, value: Json): Finding => ({
  reason: 'member-gained',
  rule,
  message: `the body has ${name} ${JSON.stringify(value).slice(0, MOST_SHOWN)}, which was not asked for: ${does}.`,
})

/** Characters of a value. */
const MOST_SHOWN = 60
