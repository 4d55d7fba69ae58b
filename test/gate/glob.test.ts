import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitsGlob } from '../../src/gate/glob.ts'

/** The meaning, written as a regular expression: right, and slow on many stars. */
function oracle(glob: string): RegExp {
  const meaning: Readonly<Record<string, string>> = { '**': '.*', '*': '[^/]*', '?': '[^/]' }
  const parts = glob.split(/(\*\*|\*|\?)/).map((part) => meaning[part] ?? part.replaceAll('.', '\\.'))
  return new RegExp(`^${parts.join('')}$`)
}

/** An id that counts how often one looks at a character. */
function counted(id: string) {
  const state = { reads: 0 }
  const charAt = (at: number): string => (state.reads++, id.charAt(at))
  return { state, id: { length: id.length, charAt } }
}

describe('a glob', () => {
  test('means what the regular expression means', () => {
    const text = (letters: string, maxLength: number) =>
      array(constantFrom(...letters.split('')), { maxLength }).map((all) => all.join(''))
    assert(
      property(text('ab/.*?**', 9), text('ab/.', 12), (glob, id) => {
        return fitsGlob(glob, id) === oracle(glob).test(id)
      }),
      { numRuns: 20_000 },
    )
  })

  test.each([
    ['token/*', 'token/issue', true],
    ['token/*', 'token/issue/minimal', false],
    ['token/**', 'token/issue/minimal', true],
    ['**/minimal', 'token/issue/minimal', true],
    ['**/*/minimal', 'minimal', false],
    ['t*/i?sue/*', 'token/issue/x', true],
    ['', '', true],
    ['', 'a', false],
    ['***', 'a/b', true],
  ])('%j and %j: %s', (glob, id, fits) => {
    expect(fitsGlob(glob, id)).toBe(fits)
  })

  test.each([
    ['stars', '*a'.repeat(500)],
    ['stars and an end that never comes', `${'*a'.repeat(30)}*b`],
    ['double stars', `${'**a'.repeat(30)}**b`],
    ['both', `${'**a*'.repeat(30)}b`],
    ['a double star before stars', `**${'*a'.repeat(30)}*b`],
  ])('with many %s is matched in few steps', (_, glob) => {
    const long = 'a'.repeat(100)
    const { state, id } = counted(`${long}/${long}`)
    expect(fitsGlob(glob, id)).toBe(false)
    // 2^30 ways to try, and more.
    expect(state.reads).toBeLessThan(100_000)
  })
})
