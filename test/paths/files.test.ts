import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkWritable, writeFile } from '../../runners/paths/files.ts'
import { temporary } from '../support/cli.ts'

const text = (value: string): string => value

describe('a file that is written again', () => {
  test('keeps its mode, and a link stays one', () => {
    const folder = temporary()
    const file = join(folder, 'report')
    writeFileSync(file, 'before')
    chmodSync(file, 0o600)
    symlinkSync('report', join(folder, 'link'))
    writeFile(join(folder, 'link'), 'after', text)
    expect(readFileSync(file, 'utf8')).toBe('after')
    expect(statSync(file).mode % 0o1000).toBe(0o600)
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['link', 'report'])
  })

  test('is as it was where the new text cannot be written whole', () => {
    const folder = temporary()
    const file = join(folder, 'kept')
    writeFileSync(file, 'before')
    // What stands in the way of the new text, as a full disk does.
    mkdirSync(join(folder, `.channelproof-${process.pid}`))
    expect(() => writeFile(file, 'after', text)).toThrow('kept')
    expect(readFileSync(file, 'utf8')).toBe('before')
  })
})

test('whether a file can be written leaves none behind, and does not empty one', () => {
  const folder = temporary()
  checkWritable(join(folder, 'new'))
  writeFileSync(join(folder, 'old'), 'text')
  checkWritable(join(folder, 'old'))
  expect(readdirSync(folder)).toEqual(['old'])
  expect(readFileSync(join(folder, 'old'), 'utf8')).toBe('text')
  expect(() => checkWritable(folder)).toThrow('EISDIR')
})
