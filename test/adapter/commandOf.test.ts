import { expect, test } from 'vitest'
import { commandOf } from '../../runners/adapter/bundledProgram.ts'

test('a command is taken as it stands', () => {
  expect(commandOf(['python3', ' '], true)).toEqual(['python3', ' '])
})

test('the reference is asked only where no adapter is announced', () => {
  expect(commandOf([], false).join(' ')).toContain('adapter/referenceAdapter')
})

test.each([[[]], [['']], [[' ']], [['\n', 'adapter.py']]])('%j behind -- is wrong usage', (command) => {
  expect(() => commandOf(command, true)).toThrow('the command of the adapter is empty')
})
