import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { plan } from '../runners/init/plan.ts'
import { SAMPLES } from '../runners/init/samples.ts'
import { readText, rootFile } from '../runners/suite/files.ts'
import { filesBelow } from './support/imports.ts'
import { cli, temporary } from './support/cli.ts'
import { needsTool } from './support/programs.ts'

const initIn = (cwd: string, ...args: string[]) => cli(['init', ...args], { cwd })

describe('channelproof init', () => {
  test('lists the languages, one for each folder of samples', async () => {
    const { code, stdout } = await cli(['init'])
    expect(code).toBe(0)
    const folders = readdirSync(rootFile('runners/adapters'), { withFileTypes: true })
    for (const { name } of folders.filter((entry) => entry.isDirectory()))
      expect(stdout).toContain(`\n  ${name} `)
  })

  test('writes the loop, the calls, settings, a baseline and a workflow, and says what comes next', async () => {
    const cwd = temporary()
    const { code, stdout, stderr } = await initIn(cwd, 'python', 'proof', '--ci', 'github')
    expect([code, stderr]).toEqual([0, ''])
    expect(readdirSync(join(cwd, 'proof')).sort((a, b) => a.localeCompare(b))).toEqual([
      '.gitignore',
      'adapter.py',
      'channelproof-baseline.yaml',
      'channelproof.yaml',
      'loop.py',
      'README.md',
    ])
    const workflow = parse(readFileSync(join(cwd, '.github/workflows/channelproof.yml'), 'utf8'))
    expect(workflow.jobs.channelproof.defaults.run['working-directory']).toBe('proof')
    expect(stdout).toContain('npx channelproof doctor -- python3 adapter.py')
  })

  test('the baseline and the settings that it writes are taken', async () => {
    const cwd = temporary()
    await initIn(cwd, 'python', 'proof')
    const folder = { cwd: join(cwd, 'proof') }
    const flags = ['--quiet', '--generated', '0']
    const tokens = ['--filter', 'token/issue/*', '--baseline', 'channelproof-baseline.yaml']
    const sdk = await cli(['sdk', ...tokens, ...flags], folder)
    expect([sdk.code, sdk.stderr]).toEqual([0, ''])
    const live = await cli(['live', '--filter', 'endpoint/token/*', ...flags], folder)
    expect([live.code, live.stderr]).toEqual([0, ''])
  })

  test('overwrites nothing, and writes nothing then', async () => {
    const cwd = temporary()
    mkdirSync(join(cwd, 'proof'))
    writeFileSync(join(cwd, 'proof/loop.py'), 'mine')
    const { code, stderr } = await initIn(cwd, 'python', 'proof')
    expect(code).toBe(2)
    expect(stderr).toContain('there is already proof/loop.py; nothing was written [file-exists]')
    expect(readdirSync(join(cwd, 'proof'))).toEqual(['loop.py'])
    expect(readFileSync(join(cwd, 'proof/loop.py'), 'utf8')).toBe('mine')
  })

  test('writes the workflow alone beside a whole adapter, once', async () => {
    const cwd = temporary()
    await initIn(cwd, 'python', 'proof')
    writeFileSync(join(cwd, 'proof/adapter.py'), 'mine')
    const { code, stdout } = await initIn(cwd, 'python', 'proof', '--ci', 'github')
    expect([code, readFileSync(join(cwd, 'proof/adapter.py'), 'utf8')]).toEqual([0, 'mine'])
    expect(stdout).toMatch(/^wrote 1 file; the adapter that is there stays as it is\n {2}\.github\//)
    expect(stdout).not.toContain('fill in')
    const again = await initIn(cwd, 'python', 'proof', '--ci', 'github')
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('there is already .github/')])
  })

  test.skipIf(!needsTool('python3'))('takes a folder anywhere, and its lines run there', async () => {
    const folder = join(temporary(), "an SDK's folder")
    const { code, stdout } = await initIn(temporary(), 'python', folder)
    expect([code, existsSync(join(folder, 'channelproof.yaml'))]).toEqual([0, true])
    const lines = stdout.split('\n').map((line) => line.trim())
    const steps = lines.filter((line) => /^cd | doctor -- /.test(line))
    expect(steps).toHaveLength(2)
    const { stdout: said } = spawnSync(steps.join(' && '), { shell: true, encoding: 'utf8' })
    expect(said).toMatch(
      /^right  start  .*\n[\s\S]*nothing is wrong with the adapter; it offers no method yet/,
    )
  })

  test('an absolute folder below this one is the same as a relative one', async () => {
    const cwd = realpathSync(temporary())
    const { stdout } = await initIn(cwd, 'python', join(cwd, 'proof'), '--ci', 'github')
    expect(stdout).toContain('\n  cd proof\n')
    expect(stdout).toContain('npx channelproof doctor -- python3 adapter.py')
  })

  test.each(['py', 'Python'])('%s is Python', async (name) => {
    const cwd = temporary()
    expect((await initIn(cwd, name, 'proof')).code).toBe(0)
    expect(readdirSync(join(cwd, 'proof'))).toContain('adapter.py')
  })

  test.each([
    [['pyton'], 'Did you mean python?'],
    [['swift'], 'The nearest one is kotlin. There are '],
    [['__proto__'], 'there is no sample in __proto__ [wrong-option]\n  There are typescript, python'],
    [['elixir'], 'there is no sample in elixir [wrong-option]\n  There are typescript, python'],
    [
      ['python', '../elsewhere', '--ci', 'github'],
      'invalid folder "../elsewhere": with --ci, name a folder below this one',
    ],
    [['python', 'a\nb'], 'name a folder, in one line'],
    [['python', 'proof', '--ci', 'jenkins'], 'invalid --ci "jenkins": use github or gitlab'],
  ])('%j is refused with what would fit', async (args, says) => {
    const cwd = temporary()
    const { code, stderr } = await initIn(cwd, ...args)
    expect(code).toBe(2)
    expect(stderr).toContain(says)
    expect(readdirSync(cwd)).toEqual([])
  })
})

describe.each(SAMPLES)('the adapter in $title', (sample) => {
  const files = plan(sample, 'proof', 'gitlab')
  const textOf = (path: string): string | undefined => files.find((file) => file.path === path)?.text

  test('has none of the SDK of the sample, and the rest of it', () => {
    const paths = files.map(({ path }) => path)
    for (const file of sample.sdk) {
      expect(existsSync(rootFile('runners/adapters', sample.language, file))).toBe(true)
      expect(paths).not.toContain(`proof/${file}`)
    }
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('has a TODO for each method in one file', () => {
    const [calls, ...others] = files.filter(({ text }) => text.includes('TODO'))
    expect(others).toEqual([])
    for (const method of ['token.params', 'token.signature', 'token.issue', 'token.verify', 'client.call'])
      expect(calls!.text).toContain(`TODO ${method}:`)
  })

  test('stands in the guide with the lines of its calls', () => {
    const calls = files.find(({ text }) => text.includes('TODO'))!.path.replace('proof/', '')
    const lines = readText('runners/adapters', sample.language, calls).trimEnd().split('\n').length
    const row = readText('docs/adapters.md')
      .split('\n')
      .find((line) => line.includes(`adapters/${sample.language}/README.md`))
    expect(row).toMatch(new RegExp(`\\| ${lines} +\\|$`))
  })

  test('has the workflow with its command', () => {
    const { channelproof } = parse(textOf('.gitlab/channelproof.yml')!)
    expect(channelproof.script[0]).toBe("cd 'proof'")
    expect(channelproof.script.length).toBe(sample.build ? 3 : 2)
    expect(channelproof.script.at(-1)).toContain(` -- ${sample.typed ?? sample.command.join(' ')}`)
    expect(textOf('.gitlab/channelproof.yml')).not.toMatch(/<\w+>/)
  })
})

test('only templates stand in runners/init, beside the code', () => {
  const folders = new Set(filesBelow('runners/init').map((file) => file.split('/')[2]!))
  const expectedNames = new Set([...SAMPLES.map(({ language }) => language), 'ci', 'plan.ts', 'samples.ts'])
  expect([...folders].filter((name) => !expectedNames.has(name))).toEqual([])
})
