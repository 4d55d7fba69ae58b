import { describe, expect, test } from 'vitest'
import { readText } from '../../runners/suite/files.ts'
import { addressesOf, withAddresses } from '../../tools/repository.ts'

const PLACEHOLDER = 'https://channelproof.example/channelproof'

describe('the addresses of the package', () => {
  test('are placeholders of one address', () => {
    expect(JSON.parse(readText('package.json'))).toMatchObject(addressesOf(PLACEHOLDER))
  })

  test.each([
    'https://git.example/o/channelproof',
    'https://git.example/o/channelproof.git',
    'https://git.example/o/channelproof/',
  ])('%s sets all three, and nothing else', (address) => {
    const before = readText('package.json')
    const after = withAddresses(before, addressesOf(address))
    expect(after).not.toContain('channelproof.example')
    expect(JSON.parse(after)).toEqual({
      ...(JSON.parse(before) as object),
      repository: { type: 'git', url: 'git+https://git.example/o/channelproof.git' },
      homepage: 'https://git.example/o/channelproof#readme',
      bugs: { url: 'https://git.example/o/channelproof/issues' },
    })
  })

  test.each([
    undefined,
    '',
    'channelproof',
    'http://git.example/o/c',
    'https://user@git.example/o/c',
    'https://git.example/o/c?x',
  ])('refuses %j', (address) => {
    expect(() => addressesOf(address)).toThrow('name the page of the repository')
  })
})
