/** Texts whose characters are the digits of numbers: drawing each character by itself takes four times as long. */
import { array, integer, noBias, tuple, type Arbitrary } from 'fast-check'

export const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const HEX = '0123456789abcdef'
export const PRINTABLE = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 0x20 + at))

/** Characters that one number stands for. */
const GROUP = 4

/** Texts of so many of these characters. */
export function textsOf(characters: string, maxLength: number, minLength = 1): Arbitrary<string> {
  // Without a bias: it would prefer the first and the last character.
  const number = noBias(integer({ min: 0, max: characters.length ** GROUP - 1 }))
  const groups = array(
    number.map((one) => spelt(characters, one)),
    { minLength: Math.ceil(minLength / GROUP), maxLength: Math.ceil(maxLength / GROUP) },
  )
  if (minLength === maxLength) return groups.map((list) => list.join('').slice(0, maxLength))
  return tuple(groups, integer({ min: 0, max: GROUP - 1 })).map(([list, less]) => {
    const length = Math.max(minLength, Math.min(maxLength, list.length * GROUP - less))
    return list.join('').slice(0, length)
  })
}

/** A number in the system whose digits these characters are; the last digit first. */
function spelt(characters: string, number: number): string {
  let text = ''
  for (let left = number; text.length < GROUP; left = Math.floor(left / characters.length))
    text += characters[left % characters.length]!
  return text
}
