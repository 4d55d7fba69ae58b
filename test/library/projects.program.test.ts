import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { pack, projectWith, type Packed } from '../support/package.ts'
import { codeBlocks, OWN_TESTS_GUIDE } from '../support/portability/readme.ts'

/** An SDK that is right: that of the package. Its mistakes come from the environment. */
const SDK = `
import { encodeParams as encode, issue, sign, TokenError } from 'channelproof'
export { issue, sign, TokenError as SdkError }
const urlSafe = (text) => text.replaceAll('+', '-').replaceAll('/', '_')
export const encodeParams = process.env.MISTAKE ? (json) => urlSafe(encode(json)) : encode
`

/** The guide's test, which vitest takes as it stands. */
const VITEST = codeBlocks(OWN_TESTS_GUIDE, 'ts').find((code) => code.includes("from 'vitest'"))!

/** The same as the guide says it for jest, which takes no types. */
const JEST = `${VITEST.split('\ntest.for')[0]!
  .replace("import { test } from 'vitest'\n", '')
  .replace(', type Question }', ' }')
  .replace(': Question)', ')')}
${/`(test\.each\(vectors.*?\}\))`/.exec(OWN_TESTS_GUIDE)![1]!}
`

const RUNNERS = [
  {
    name: 'vitest',
    file: 'sdk.test.ts',
    text: VITEST,
    command: ['vitest/vitest.mjs', 'run', '--reporter=json', '--outputFile=results.json'],
    options: [],
  },
  {
    name: 'jest',
    file: 'sdk.test.js',
    text: JEST,
    command: ['jest/bin/jest.js', '--json', '--outputFile=results.json', '--transform={}'],
    options: ['--experimental-vm-modules'],
  },
]

interface Results {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string
      readonly title: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

let packed: Packed
beforeAll(() => {
  packed = pack()
}, 600_000)

describe.each(RUNNERS)("in a project's own tests with $name", ({ name, file, text, command, options }) => {
  let folder: string
  beforeAll(() => {
    folder = projectWith(packed, name)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'my-sdk.js'), SDK)
    writeFileSync(join(folder, file), text)
  })

  function results(env: Readonly<Record<string, string>>): Results {
    const [program, ...args] = command
    const path = rootFile('node_modules', program!)
    const { stderr } = spawnSync(process.execPath, [...options, path, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    })
    try {
      return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results
    } catch (error) {
      throw new Error(`no results: ${stderr}`, { cause: error })
    }
  }

  test('a right SDK is green, one test a vector', () => {
    const { numPassedTests, numFailedTests } = results({})
    expect(numFailedTests).toBe(0)
    expect(numPassedTests).toBeGreaterThan(250)
  })

  test('a mistake is red, with what the judge says', () => {
    const { testResults, numFailedTests } = results({ MISTAKE: 'yes' })
    expect(numFailedTests).toBeGreaterThan(5)
    const bad = testResults[0]!.assertionResults.filter(({ status }) => status === 'failed')
    expect(bad.filter(({ title }) => !title.includes('token/params/'))).toEqual([])
    const [message] = bad.find(({ title }) =>
      title.includes('token/params/alphabet-shift-1'),
    )!.failureMessages
    expect(message).toMatch(/rule +TOKEN-PARAMS-ALPHABET \(4\.5\)[\s\S]*one cause: b64-urlsafe[\s\S]*repair/)
  })
})
