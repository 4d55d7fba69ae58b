import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { SETTING_ROWS, settingsOf, withSettings } from '../../runners/live/settings.ts'
import { withRun } from '../../runners/terminal/options.ts'

const OF_A_FLAG = { text: 'flag', switch: true, integer: 7, number: 7.5 } as const
const OF_THE_FILE = { text: 'file', switch: false, integer: 3, number: 3.5 } as const

/** The settings of a run with these flags. */
function settingsFor(args: readonly string[], file: object): Readonly<Record<string, unknown>> {
  const command = withSettings(withRun(new Command())).parse(args, { from: 'user' })
  return { ...settingsOf(command, file) }
}

const ROWS = SETTING_ROWS.flatMap(([name, row]) => (row.flag === undefined ? [] : [{ name, ...row }]))

describe('a setting on the command line wins over the file', () => {
  test('each setting can stand on the command line', () => {
    expect(ROWS).toHaveLength(SETTING_ROWS.length)
  })

  test.each(ROWS)('$name, also where it says its default', ({ name, type, flag, ...row }) => {
    const [word] = flag.split(' ')
    const file = { [name]: OF_THE_FILE[type] }
    for (const value of [OF_A_FLAG[type], row.default ?? OF_A_FLAG[type]]) {
      // A switch has no value: it is on where it stands.
      const args = type === 'switch' ? [word!] : [word!, String(value)]
      expect(settingsFor(args, file)[name]).toBe(type === 'switch' ? true : value)
    }
    expect(settingsFor([], file)[name]).toBe(OF_THE_FILE[type])
  })
})
