import { describe, expect, test } from 'vitest'
import type { Level } from '../../src/model/index.ts'
import { BODY_VARIANTS } from '../../src/variants/body/index.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { TIMELINE_VARIANTS } from '../../src/variants/timeline/index.ts'
import type { Variant } from '../../src/variants/variant.ts'
import { requirements } from '../support/vectors/files.ts'

const rows: readonly Variant[] = [...SERVICE_VARIANTS, ...BODY_VARIANTS, ...TIMELINE_VARIANTS]
const levels = new Map(requirements().map(({ id, level }) => [id, level]))
const wrongLevels = (rules: (row: Variant) => readonly string[] | undefined, level: Level): string[] =>
  rows.flatMap((row) => (rules(row) ?? []).filter((rule) => levels.get(rule) !== level))

describe('rows of variants', () => {
  test('have ids of their own, each beginning with its kind', () => {
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^(?:service|body|timeline)-way(?:-[a-z0-9]+)+$/.test(id))).toEqual([])
  })

  test('say what is open and what the subject does in whole sentences, and the section', () => {
    const sentence = /^(?:[A-Z]|channelDuration|delayClose|duration).*\.$/
    expect(rows.filter(({ open, does }) => !sentence.test(open) || !sentence.test(does))).toEqual([])
    expect(rows.filter(({ section }) => !/^[1-9](?:\.[1-9])?(?: to [1-9]\.[1-9])?$/.test(section))).toEqual(
      [],
    )
  })

  test('decide what no source says, and depart from what the interface does not say', () => {
    expect(wrongLevels(({ decides }) => decides, 'unspecified')).toEqual([])
    expect(wrongLevels(({ departs }) => departs, 'recommended')).toEqual([])
  })
})
