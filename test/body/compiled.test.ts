import { describe, expect, test } from 'vitest'
import { readJsonFile, readText } from '../../runners/suite/files.ts'
import { VALIDATORS_FILE, validatorsText } from '../../tools/bodyValidators.ts'

const changed = (from: string, to: string) => (name: string) =>
  JSON.parse(JSON.stringify(readJsonFile('schemas', `${name}.schema.json`)).replaceAll(from, to)) as object

describe(VALIDATORS_FILE, () => {
  test('is what ajv makes of the schemas', () => {
    expect(validatorsText()).toBe(readText(VALIDATORS_FILE))
  })

  test.each([
    ['another bound', '"maximum":86400', '"maximum":86401'],
    ['another type', '"type":"integer"', '"type":"number"'],
    ['a member that may be missing', '"required":["channelId","userId"]', '"required":["channelId"]'],
  ])('is not what it makes of schemas with %s', (_, from, to) => {
    expect(validatorsText(changed(from, to))).not.toBe(readText(VALIDATORS_FILE))
  })

  test('words for people change nothing', () => {
    expect(validatorsText(changed('seconds', 'minutes'))).toBe(readText(VALIDATORS_FILE))
  })
})
