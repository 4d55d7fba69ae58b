import { expect, test } from 'vitest'
import { visible } from '../../src/report/visible.ts'

test('a command of a CI runner is broken up wherever a subject brings it along', () => {
  expect(visible('sdk ##[error]x ##[group]')).toBe('sdk ## [error]x ## [group]')
})
