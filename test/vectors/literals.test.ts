import { describe, expect, test } from 'vitest'
import type { Vector } from '../../src/model/index.ts'
import { familyFiles } from '../support/vectors/files.ts'

const vectors = familyFiles().flatMap((family) => family.vectors)
const of = (prefix: string): Vector[] => vectors.filter(({ id }) => id.startsWith(prefix))
const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8')

/** A text that a vector is asked with, or nothing. */
function asked({ question }: Vector, name: string): string | undefined {
  const value: unknown = Object.entries(question.params).find(([member]) => member === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

/** A text that is given back. */
function given({ expect }: Vector, name: string): string {
  const value: unknown =
    expect.verdict === 'refuse'
      ? undefined
      : Object.entries(expect.output).find(([member]) => member === name)?.[1]
  return typeof value === 'string' ? value : ''
}

describe('token/params/length-N', () => {
  const lengths = of('token/params/length-').map((vector) => ({ id: vector.id, title: vector.title, vector }))

  test('stand on both sides of every length at which encoders break lines', () => {
    const numbers = lengths.map(({ id }) => Number(id.split('-').at(-1)))
    expect(numbers).toEqual(expect.arrayContaining([44, 45, 46, 47, 48, 49, 56, 57, 58, 10240]))
  })

  test.each(lengths)('$id has N bytes and the padding of its title', ({ id, title, vector }) => {
    expect(byteLength(asked(vector, 'joinParamsJson')!)).toBe(Number(/-(\d+)$/.exec(id)![1]))
    expect(/=*$/.exec(given(vector, 'params'))![0]).toHaveLength(Number(/ (\d) padding/.exec(title)![1]))
  })

  test('come with no, one and two padding characters', () => {
    const paddings = new Set(lengths.map(({ vector }) => /=*$/.exec(given(vector, 'params'))![0]))
    expect([...paddings].sort()).toEqual(['', '=', '=='])
  })
})

describe('the alphabet', () => {
  test.each([
    ['params', 'token/params/alphabet-'],
    ['params', 'token/params/'],
    ['signature', 'token/signature/second-'],
  ])('+ and / stand in some %s of %s', (name, prefix) => {
    const texts = of(prefix).map((vector) => given(vector, name))
    expect(texts.filter((text) => text.includes('+')).length).toBeGreaterThan(0)
    expect(texts.filter((text) => text.includes('/')).length).toBeGreaterThan(0)
  })

  test('twelve signatures in a row are second-00 to second-11', () => {
    expect(of('token/signature/second-').map(({ id }) => id.slice(-2))).toEqual(
      Array.from({ length: 12 }, (_, second) => String(second).padStart(2, '0')),
    )
  })
})

describe('secrets', () => {
  const sized = of('token/signature/secret-of-').map((vector) => ({ id: vector.id, vector }))

  test('of 1, 63, 64, 65, 74 and 200 bytes: both sides of the block of HMAC', () => {
    expect(sized.map(({ id }) => Number(/\d+/.exec(id)![0]))).toEqual([1, 63, 64, 65, 74, 200])
  })

  test.each(sized)('$id has as many bytes', ({ id, vector }) => {
    expect(byteLength(asked(vector, 'appSecret')!)).toBe(Number(/\d+/.exec(id)![0]))
  })

  test('secret-over-block-in-bytes-only has more than 64 bytes in fewer characters', () => {
    const [vector] = of('token/signature/secret-over-block-in-bytes-only')
    const secret = asked(vector!, 'appSecret')!
    expect([byteLength(secret) > 64, secret.length < 64]).toEqual([true, true])
  })

  // Secrets of which the form is the point: all others say that they are not to be used.
  const OF_SOME_FORM = [
    '',
    'k',
    ' DO-NOT-USE-leading',
    'DO-NOT-USE inner  spaces',
    '0012345678901234',
    '00a1B2c3D4e5F60718293a4b5C6d7E8f',
    'RE8tTk9ULVVTRS1iYXNlNjQ=',
    'deadbeef00112233445566778899aabb',
  ]

  // Those of clients are letters and digits, which no SDK refuses.
  test('begin with DO-NOT-USE- or DONOTUSE unless their form is the point', () => {
    const secrets = new Set(vectors.flatMap((vector) => asked(vector, 'appSecret') ?? []))
    const others = [...secrets].filter((secret) => !/^(?:DO-NOT-USE-|DONOTUSE)/.test(secret))
    expect(others.sort()).toEqual(OF_SOME_FORM.toSorted())
  })
})
