/** `sdk` takes its command and flags from the member sdk of channelproof.yaml, unless the command line has them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import type { Report } from '../../src/report/report.ts'
import { cli, temporary, type Ran } from '../support/cli.ts'

const PYTHON = ['python3', rootFile('runners/adapters/python/adapter.py')]
const FAST = ['--filter', 'token/params/*']

function folderWith(sdk: object, more: Readonly<Record<string, string>> = {}): string {
  const folder = temporary()
  // JSON is YAML.
  writeFileSync(join(folder, 'channelproof.yaml'), JSON.stringify({ sdk }))
  for (const [file, text] of Object.entries(more)) writeFileSync(join(folder, file), text)
  return folder
}

const sdk = (cwd: string, ...args: readonly string[]): Promise<Ran> => cli(['sdk', ...FAST, ...args], { cwd })

/** An adapter with one answer to everything: no params are such. */
const CONSTANT = `
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    describe = {"protocol": 1, "sdk": {"name": "constant", "version": "1", "language": "Python"}, "methods": ["token.params"], "clock": "injected"}
    result = describe if message["method"] == "describe" else {"params": "bm9uZQ=="}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
`
const REQUIRE = ['token.params']

describe('channelproof.yaml of an SDK', () => {
  test('names the adapter: it is judged, right or wrong, and not the reference', async () => {
    const right = await sdk(folderWith({ command: PYTHON, require: REQUIRE }))
    expect(right.stdout).toMatch(/^channelproof \S+ on \S+ \S+ \(Python\)/)
    expect(right.stdout).not.toContain('channelproof-reference')
    expect(right.stderr).toContain('channelproof.yaml sets command, require')
    expect(right.code).toBe(0)
    const wrong = folderWith(
      { command: ['python3', 'constant.py'], require: REQUIRE },
      { 'constant.py': CONSTANT },
    )
    const { stdout, code } = await sdk(wrong)
    expect(stdout).toContain('on constant 1 (Python)')
    expect(code).toBe(1)
  })

  test('a command behind -- wins, and -- with nothing behind it is wrong usage as ever', async () => {
    const folder = folderWith({ command: ['no-such-program'] })
    expect((await sdk(folder, '--require', 'token.params', '--', ...PYTHON)).code).toBe(0)
    const empty = await sdk(folder, '--')
    expect(empty.stderr).toContain('the command of the adapter is empty')
    expect(empty.code).toBe(2)
    expect((await sdk(folder)).stderr).toContain('[adapter-not-started]')
  })

  test('a flag wins whatever its value: the default of the suite too', async () => {
    const folder = folderWith({
      command: PYTHON,
      require: REQUIRE,
      minCases: 100_000,
      report: ['json=of-file.json'],
    })
    expect((await sdk(folder)).code).toBe(4)
    const report = JSON.parse(readFileSync(join(folder, 'of-file.json'), 'utf8')) as Report
    expect(report.verdicts.length).toBeGreaterThan(0)
    const { code } = await sdk(folder, '--min-cases', '0', '--report', 'json=of-flag.json')
    expect(code).toBe(0)
    expect(existsSync(join(folder, 'of-flag.json'))).toBe(true)
  })

  test('a wrong file ends with 2, and no report takes its place', async () => {
    const wrong = await sdk(folderWith({ commnad: PYTHON }))
    expect(wrong.stderr).toMatch(/channelproof\.yaml: .*additional properties.*commnad/)
    expect(wrong.code).toBe(2)
    const folder = folderWith({ command: PYTHON, report: ['json=channelproof.yaml'] })
    const same = await sdk(folder)
    expect(same.stderr).toContain('[same-file]')
    expect(same.code).toBe(2)
    expect(readFileSync(join(folder, 'channelproof.yaml'), 'utf8')).toContain('"command"')
  })

  test('a file of another name is taken by --config; that of live alone changes nothing', async () => {
    const folder = temporary()
    writeFileSync(join(folder, 'channelproof.yaml'), 'rate: 5\n')
    writeFileSync(join(folder, 'own.yaml'), JSON.stringify({ sdk: { command: PYTHON, require: REQUIRE } }))
    expect((await sdk(folder, '--config', 'own.yaml')).stdout).toContain('(Python)')
    const { stdout, stderr } = await sdk(folder, '--require', 'token.params')
    expect(stdout).toContain('on channelproof-reference')
    expect(stderr).not.toContain('channelproof.yaml')
  })
})
