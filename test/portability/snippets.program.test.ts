import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readText, ROOT_FOLDER } from '../../runners/suite/files.ts'
import type { Family } from '../../src/model/index.ts'
import { GO_FOLDER, GO_YAML, needsLibrary, PSYCH, PYYAML } from '../support/portability/libraries.ts'
import { codeBlocks, LOADING_GUIDE } from '../support/portability/readme.ts'

const folder = mkdtempSync(join(tmpdir(), 'channelproof-snippets-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the program prints when run in the root of the project. */
const output = async (program: string, args: readonly string[], cwd = ROOT_FOLDER): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd })).stdout

async function runGo(code: string): Promise<string> {
  for (const file of ['go.mod', 'go.sum']) copyFileSync(join(GO_FOLDER, file), join(folder, file))
  writeFileSync(join(folder, 'main.go'), code)
  await output('go', ['build', '-o', 'snippet', '.'], folder)
  return output(join(folder, 'snippet'), [])
}

const SNIPPETS = [
  { language: 'python', library: PYYAML, run: (code: string) => output('python3', ['-c', code]) },
  { language: 'go', library: GO_YAML, run: runGo },
  { language: 'ruby', library: PSYCH, run: (code: string) => output('ruby', ['-e', code]) },
]

const { length: count } = (parse(readText('vectors', 'token', 'signature.yaml')) as Family).vectors

for (const { language, library, run } of SNIPPETS)
  describe.skipIf(!needsLibrary(library))(`the ${language} snippet of docs/loading-vectors.md`, () => {
    const blocks = codeBlocks(LOADING_GUIDE, language)
    const [code = ''] = blocks

    test('stands there', () => {
      expect(blocks).toHaveLength(language === 'python' ? 2 : 1)
    })

    test('agrees with every vector', async () => {
      expect(await run(code)).toBe(`${count} of ${count} agree\n`)
    }, 600_000)

    test('agrees with fewer vectors when it joins the parts with dots', async () => {
      expect(code.split('""')).toHaveLength(2)
      const [, agree, all] = /(\d+) of (\d+) agree\n$/.exec(await run(code.replace('""', '"."'))) ?? []
      expect(Number(all)).toBe(count)
      expect(Number(agree)).toBeLessThan(count)
    }, 600_000)
  })

describe.skipIf(!needsLibrary(PYYAML))('the program for whole tokens', () => {
  const code = codeBlocks(LOADING_GUIDE, 'python')[1]!
  const { vectors } = parse(readText('vectors', 'token', 'issue.yaml')) as Family
  const asked = vectors.filter(({ level }) => level === 'required').length

  test('has at most 25 lines and agrees with every vector that is required', async () => {
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(25)
    expect(await output('python3', ['-c', code])).toBe(`${asked} of ${asked} agree\n`)
  })

  test('agrees with none where the SDK joins the parts with dots', async () => {
    const dotted = code.replace(
      'sign(f"02{appId}{timestamp}{params}", appSecret)',
      'sign(f"02.{appId}.{timestamp}.{params}", appSecret)',
    )
    expect(dotted).not.toBe(code)
    expect(await output('python3', ['-c', dotted])).toBe(`0 of ${asked} agree\n`)
  })
})
