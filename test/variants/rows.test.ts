import { describe, expect, test } from 'vitest'
import { VARIANTS } from '../../runners/selfCheck/kills.ts'
import type { Level } from '../../src/model/index.ts'
import { JOIN_PARAMS } from '../../src/interface/joinParams.ts'
import type { Variant } from '../../src/variants/variant.ts'
import { requirements } from '../support/vectors/files.ts'

/** A sentence may begin with the name of a member. */
const MEMBERS = ['fps', 'streamId', ...JOIN_PARAMS.map(({ name }) => name)]
const SENTENCE = new RegExp(`^(?:[A-Z]|(?:${MEMBERS.join('|')}) ).*\\.$`)
/** Kinds whose ids begin with their name: `service-way-chunked`. */
const PREFIXED = new Set(['service', 'body', 'timeline'])

const levels = new Map(requirements().map(({ id, level }) => [id, level]))
const are = (ids: Variant['decides'], level: Level): boolean =>
  (ids ?? []).every((id) => levels.get(id) === level)

/** What must hold of each row. */
const RULES: readonly (readonly [rule: string, holds: (row: Variant, kind: string) => boolean])[] = [
  [
    'its id begins with its kind',
    ({ id }, kind) => !PREFIXED.has(kind) || new RegExp(`^${kind}-way(?:-[a-z0-9]+)+$`).test(id),
  ],
  ['it says what is open in a whole sentence', ({ open }) => SENTENCE.test(open)],
  ['it says what the subject does in a whole sentence', ({ does }) => SENTENCE.test(does)],
  ['it names a section', ({ section }) => /^[1-9](?:\.[1-9])?(?: to [1-9]\.[1-9])?$/.test(section)],
  ['it decides what no source says', ({ decides }) => are(decides, 'unspecified')],
  ['it departs from what the interface does not say', ({ departs }) => are(departs, 'recommended')],
]

const broken = (row: Variant, kind: string): string[] =>
  RULES.filter(([, holds]) => !holds(row, kind)).map(([rule]) => `${row.id}: ${rule}`)

const repeated = (rows: readonly Variant[]): string[] =>
  rows.map(({ id }) => id).filter((id, at, ids) => ids.indexOf(id) !== at)

const undecided = (rows: readonly Variant[]): string[] => {
  const decided = new Set(rows.flatMap(({ decides = [] }) => decides))
  return requirements()
    .filter(({ level, untestable }) => level === 'unspecified' && untestable === undefined)
    .map(({ id }) => id)
    .filter((id) => !decided.has(id))
}

const ROWS = Object.values(VARIANTS).flat()

describe.each(Object.entries(VARIANTS))('the rows of %s variants', (kind, rows) => {
  test('obey every rule', () => {
    expect(rows.flatMap((row) => broken(row, kind))).toEqual([])
  })

  test('have ids of their own', () => {
    expect(repeated(rows)).toEqual([])
  })
})

const RIGHT: Variant = { id: 'body-way-x', section: '2.1', open: 'It is not shown.', does: 'size is 1.' }

describe('a row', () => {
  test.each<[string, Partial<Variant>]>([
    ['its id begins with its kind', { id: 'service-way-x' }],
    ['it says what is open in a whole sentence', { open: 'not shown.' }],
    ['it says what the subject does in a whole sentence', { does: 'It refuses' }],
    ['it names a section', { section: 'two' }],
    ['it decides what no source says', { decides: ['TOKEN-VERSION'] }],
    ['it departs from what the interface does not say', { departs: ['TOKEN-VERSION'] }],
  ])('is wrong unless %s', (rule, change) => {
    const row = { ...RIGHT, ...change }
    expect(broken(RIGHT, 'body')).toEqual([])
    expect(broken(row, 'body')).toEqual([`${row.id}: ${rule}`])
  })

  test('that has the id of another one is seen', () => {
    expect(repeated([RIGHT, { ...RIGHT, id: 'body-way-y' }, RIGHT])).toEqual([RIGHT.id])
  })
})

describe('the table of variants', () => {
  test('has a row for each rule that the interface leaves open and that shows', () => {
    expect(undecided(ROWS)).toEqual([])
  })

  test('and a rule that no row decides is seen', () => {
    const rows = ROWS.filter(({ decides = [] }) => !decides.includes('PARAM-NULL-OPTIONAL'))
    expect(undecided(rows)).toContain('PARAM-NULL-OPTIONAL')
  })

  test('has at least 200 rows, and 75 of them of clients', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(200)
    expect(VARIANTS['client']!.length).toBeGreaterThanOrEqual(75)
  })
})
