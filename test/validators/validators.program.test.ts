import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { BODY_KINDS } from '../../src/model/index.ts'
import { needsLibrary } from '../support/portability/libraries.ts'
import { AJV } from '../support/validators/ajv.ts'
import { bodyVectors, type BodyVector, type Checked } from '../support/validators/bodies.ts'
import { disagreements, divided } from '../support/validators/compare.ts'
import { HYPERJUMP } from '../support/validators/hyperjump.ts'
import { GO, PYTHON } from '../support/validators/programs.ts'

const vectors = bodyVectors()
const bodies = vectors.map(({ body }) => body)
const SCHEMAS = rootFile('schemas')

const folder = mkdtempSync(join(tmpdir(), 'channelproof-schemas-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A copy of the schemas in which one text is another. */
function copyWith(file: string, text: string, other: string): string {
  const copy = mkdtempSync(join(folder, 'copy-'))
  cpSync(SCHEMAS, copy, { recursive: true })
  const before = readFileSync(join(copy, file), 'utf8')
  const after = before.replace(text, other)
  expect(after).not.toBe(before)
  writeFileSync(join(copy, file), after)
  return copy
}

test('there are vectors of every kind of body and of every verdict', () => {
  expect(new Set(bodies.map(({ kind }) => kind))).toEqual(new Set(BODY_KINDS))
  expect(new Set(vectors.map(({ expect }) => expect.verdict))).toEqual(
    new Set(['accept', 'refuse', 'either']),
  )
})

for (const { name, library, check } of [AJV, HYPERJUMP, PYTHON, GO])
  describe.skipIf(library !== undefined && !needsLibrary(library))(name, () => {
    let checked: readonly Checked[] = []
    beforeAll(async () => {
      checked = await check(SCHEMAS, bodies)
    }, 600_000)

    test('gives every body the verdict of its vector, for the keyword and place that it blames', () => {
      expect(disagreements(vectors, checked)).toEqual([])
    })

    test('divides from ajv nowhere, also where the vectors leave the verdict open', async () => {
      expect(divided(vectors, await AJV.check(SCHEMAS, bodies), checked)).toEqual([])
    })

    test.each([
      ['a bound is gone', 'join-params.schema.json', '"maximum": 86400', '"maximum": 86401'],
      [
        'a member is no longer required',
        'join-params.schema.json',
        '"required": ["channelId", "userId"]',
        '"required": ["channelId"]',
      ],
      [
        'unlisted members are let in',
        'stream-change.schema.json',
        '"additionalProperties": false',
        '"additionalProperties": true',
      ],
      ['type 2 needs no userId', 'stream-configuration.schema.json', '"const": 2', '"const": 3'],
      [
        'any address passes',
        'stream-configuration.schema.json',
        String.raw`"^[Rr][Tt][Mm][Pp][A-Za-z]*://[\\s\\S]"`,
        '""',
      ],
      [
        'a wrong keyword refuses',
        'streaming-stop-request.schema.json',
        '"type": "integer"',
        '"not": { "type": ["string", "number"] }',
      ],
    ])('does not agree where %s', async (_, file, text, other) => {
      expect(disagreements(vectors, await check(copyWith(file, text, other), bodies))).not.toEqual([])
    })
  })

describe('the comparison', () => {
  const body = { kind: 'auth-token', body: '{}' } as const
  const vector = (expect: BodyVector['expect']): BodyVector => ({ id: 'body/x/y', body, expect })
  const accepted = vector({ verdict: 'accept', output: { valid: true } })
  const blame = { keyword: 'type', instancePath: '/size' }
  const refused = vector({ verdict: 'refuse', reasons: ['wrong-type'], blame })
  const either = vector({
    verdict: 'refuse',
    reasons: ['wrong-type'],
    blame: [{ ...blame, keyword: 'enum' }, blame],
  })
  const twice = vector({
    verdict: 'refuse',
    reasons: ['malformed'],
    blame: { ...blame, keyword: 'duplicate' },
  })
  const invalid: Checked = { valid: false, errors: [{ keyword: 'minimum', instancePath: '/flag' }, blame] }
  const valid: Checked = { valid: true, errors: [] }

  test.each([
    ['an accepted body that is valid', accepted, valid],
    ['a refused body with the blame among the errors', refused, invalid],
    ['a refused body with one of several true keywords', either, invalid],
    ['a repeated member, which no schema sees', twice, valid],
  ])('passes %s', (_, vector, checked) => {
    expect(disagreements([vector], [checked])).toEqual([])
  })

  test.each([
    ['an accepted body that is invalid', accepted, invalid],
    ['a refused body that is valid', refused, valid],
    ['another keyword', refused, { valid: false, errors: [{ ...blame, keyword: 'maximum' }] }],
    ['none of several true keywords', either, { valid: false, errors: [{ ...blame, keyword: 'maximum' }] }],
    ['another place', refused, { valid: false, errors: [{ ...blame, instancePath: '' }] }],
    ['a repeated member that is refused', twice, invalid],
  ])('finds %s', (_, vector, checked) => {
    expect(disagreements([vector], [checked])).toHaveLength(1)
  })

  test('finds a missing verdict and divided validators', () => {
    expect(disagreements([accepted], [])).toEqual(['0 verdicts for 1 bodies'])
    expect(divided([accepted, refused], [valid, invalid], [valid, valid])).toEqual(['body/x/y'])
  })
})
