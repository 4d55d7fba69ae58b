import { spawn, spawnSync } from 'node:child_process'
import { linkSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { built, cli, cliStarted, temporary } from '../support/cli.ts'

const FEW = ['--filter', 'token/params/*', '--require', 'token.params'] as const
const ADAPTER = ['--', process.execPath, rootFile('test/hostile/adapter.mjs')]
const BASELINE = 'failures: []\n'
const LOCK = '{"schema":1,"suite":"0.1.0","vectors":{}}\n'

/** A folder with a baseline, a lock, a report, and links to them. */
function project(): string {
  const folder = temporary()
  const path = (name: string): string => join(folder, name)
  writeFileSync(path('b.yaml'), BASELINE)
  writeFileSync(path('l.json'), LOCK)
  writeFileSync(path('a.json'), '{}')
  symlinkSync('b.yaml', path('soft.yaml'))
  linkSync(path('l.json'), path('hard.json'))
  symlinkSync('new.json', path('dangling.json'))
  return folder
}

const json = (file: string): string[] => ['--report', `json=${file}`]

describe('a report takes the place of nothing else', () => {
  test.concurrent.for<[string, ...string[]]>([
    ['two formats', ...json('r'), '--report', 'junit=r'],
    ['another spelling', ...json('r'), '--report', 'junit=./x/../r'],
    ['a link that leads nowhere yet', ...json('new.json'), '--report', 'junit=dangling.json'],
    ['two on standard output', '--report', 'json', '--report', 'junit=-'],
    ['the baseline', '--baseline', 'b.yaml', ...json('b.yaml')],
    ['the baseline through a link', '--baseline', 'b.yaml', ...json('soft.yaml')],
    ['the lock', '--lock', 'l.json', ...json('./l.json')],
    ['the lock by its other name', '--lock', 'l.json', ...json('hard.json')],
    ['a baseline that is yet to be written', '--update-baseline', ...json('channelproof-baseline.yaml')],
    ['a lock that is yet to be written', '--update-lock', ...json('channelproof-lock.json')],
    ['vectors that were kept', '--vectors', 'b.yaml', ...json('b.yaml')],
    ['the file of failures', '--keep', 'b.yaml', ...json('b.yaml')],
    [
      'one file for baseline and lock',
      '--baseline',
      'both',
      '--lock',
      'both',
      '--update-lock',
      '--update-baseline',
    ],
    ['one file for baseline and failures', '--baseline', 'b.yaml', '--keep', 'b.yaml'],
    [
      'a lock behind a link that leads nowhere yet',
      '--update-baseline',
      '--baseline',
      'dangling.json',
      '--lock',
      'new.json',
    ],
    ['a lock behind a linked folder', '--baseline', 'x/new.json', '--lock', 'y/new.json'],
    ['the code that signs', '--authorization', 'module:./b.yaml', ...json('b.yaml')],
    ['the program that signs', '--authorization', 'command:./l.json', '--keep', 'l.json'],
  ])('%s: refused with 2', async ([, ...flags], { expect }) => {
    const cwd = project()
    // For spelling by way of a folder, and of a link to it.
    spawnSync('mkdir', [join(cwd, 'x')])
    symlinkSync('x', join(cwd, 'y'))
    const { code, stderr } = await cli(['sdk', ...FEW, ...flags, ...ADAPTER, 'good'], { cwd })
    expect(stderr).toMatch(/go to one place \[same-file\]/)
    expect(code).toBe(2)
    expect(readFileSync(join(cwd, 'b.yaml'), 'utf8')).toBe(BASELINE)
    expect(readFileSync(join(cwd, 'l.json'), 'utf8')).toBe(LOCK)
    // Nothing is left behind that a later run would take for a file of its own.
    for (const name of ['channelproof-baseline.yaml', 'channelproof-lock.json', 'new.json', 'r'])
      expect(() => readFileSync(join(cwd, name))).toThrow('ENOENT')
  })

  test.concurrent.for<[string, ...string[]]>([
    ['a word of its command', process.execPath, 'adapter.mjs'],
    ['a part of a word', process.execPath, '--import=./adapter.mjs', 'x'],
    ['a part of a line for a shell', 'sh', '-c', "node 'adapter.mjs' good; true"],
    ['one of a path of classes', 'java', '-cp', 'other.jar:adapter.mjs', 'Main'],
  ])(
    'a file of the adapter, as %s: refused with 2, and the adapter is as it was',
    async ([, ...command], { expect }) => {
      const cwd = temporary()
      writeFileSync(join(cwd, 'adapter.mjs'), '// an adapter')
      for (const flags of [
        ['sdk', ...json('adapter.mjs')],
        ['fuzz', '--keep', 'adapter.mjs'],
      ]) {
        const { code, stderr } = await cli([...flags, '--', ...command], { cwd })
        expect(stderr).toMatch(/adapter\.mjs go to one place \[same-file\]/)
        expect(code).toBe(2)
        expect(readFileSync(join(cwd, 'adapter.mjs'), 'utf8')).toBe('// an adapter')
      }
    },
  )

  test('what a job of GitHub shows is no report, and questions do not replace what they are made for', async () => {
    const cwd = project()
    const env = { GITHUB_STEP_SUMMARY: join(cwd, 'b.yaml') }
    const summary = await cli(['sdk', ...FEW, ...json('b.yaml'), ...ADAPTER, 'good'], { cwd, env })
    expect([summary.code, summary.stderr]).toEqual([2, expect.stringContaining('GITHUB_STEP_SUMMARY')])
    const made = await cli(['questions', '--out', 'soft.yaml', '--description', 'b.yaml'], { cwd })
    expect([made.code, made.stderr]).toEqual([2, expect.stringContaining('go to one place [same-file]')])
    expect(readFileSync(join(cwd, 'b.yaml'), 'utf8')).toBe(BASELINE)
  })

  test.each<[string, (folder: string) => string, string]>([
    ['a folder', (folder) => folder, 'report-not-written'],
    ['a place that cannot exist', () => '/proc/nowhere/kept.yaml', 'report-not-written'],
    [
      'a file of something else',
      (folder) => {
        writeFileSync(join(folder, 'other.yaml'), 'other: 1\n')
        return join(folder, 'other.yaml')
      },
      'schema-violation',
    ],
  ])('--keep with %s is refused before the first question', async (_, file, why) => {
    const cwd = project()
    const kept = file(cwd)
    for (const command of ['sdk', 'fuzz']) {
      const flags = command === 'sdk' ? json('a.json') : []
      const { code, stderr } = await cli([command, '--keep', kept, ...flags, ...ADAPTER, 'good'], { cwd })
      expect([code, stderr]).toEqual([2, expect.stringContaining(`[${why}]`)])
    }
    if (why === 'report-not-written') expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe('{}')
  })

  test('the file behind standard output: refused with 2', () => {
    const cwd = project()
    const out = openSync(join(cwd, 'out.json'), 'w')
    const args = [built('runners/cli.js'), 'sdk', ...FEW, ...json('out.json'), ...ADAPTER, 'good']
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, stdio: ['ignore', out, 'pipe'] })
    expect(stderr.toString()).toMatch(/--report text and --report json=out\.json go to one place/)
    expect(status).toBe(2)
  })

  test('compare: a report that is read is not written: refused with 2', async () => {
    const cwd = temporary()
    await cli(['sdk', ...FEW, ...json('a.json'), ...ADAPTER, 'good'], { cwd })
    const before = readFileSync(join(cwd, 'a.json'), 'utf8')
    const { code, stderr } = await cli(['compare', 'a.json', 'a.json', ...json('a.json')], { cwd })
    expect(stderr).toMatch(/the compared report a\.json and --report json=a\.json go to one place/)
    expect(code).toBe(2)
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(before)
    expect((await cli(['compare', 'a.json', 'a.json'], { cwd })).code).toBe(0)
  })

  test('any number of files, and devices, are taken', async () => {
    const flags = [
      ...json('r'),
      '--report',
      'junit=s',
      '--report',
      'html=/dev/null',
      '--report',
      'json=/dev/null',
    ]
    const { code } = await cli(['sdk', ...FEW, ...flags, ...ADAPTER, 'good'], { cwd: project() })
    expect(code).toBe(0)
  })

  test('- is standard output, and an empty name is a mistake', async () => {
    const cwd = temporary()
    const { code, stdout } = await cli(['sdk', ...FEW, ...json('-'), ...ADAPTER, 'good'], { cwd })
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0 })
    expect(code).toBe(0)
    expect(() => readFileSync(join(cwd, '-'))).toThrow('ENOENT')
    const empty = await cli(['sdk', ...FEW, ...json(''), ...ADAPTER, 'good'], { cwd })
    expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('--report json= names no file') })
  })
})

describe('a report into a pipe', () => {
  const pipe = (): string => {
    const file = join(temporary(), 'pipe')
    spawnSync('mkfifo', [file])
    return file
  }
  const args = (format: string, file: string): string[] => [
    'sdk',
    ...FEW,
    '--report',
    `${format}=${file}`,
    '--report',
    'text',
    ...ADAPTER,
    'good',
  ]

  test.concurrent.for(['json', 'ndjson'])(
    '%s without a reader ends at a signal',
    async (format, { expect }) => {
      // It writes to stdout when all is judged, and then waits for the reader.
      const started = await cliStarted(args(format, pipe()))
      const { code, stderr } = await started.stop('SIGTERM')
      expect(stderr).toMatch(/pipe: no program reads this pipe \[report-not-written\]/)
      expect(code).toBe(2)
    },
  )

  test.concurrent('json: a reader that takes nothing ends at a signal too', async ({ expect }) => {
    const file = pipe()
    const reader = spawn('sh', ['-c', 'exec sleep 600 < "$0"', file])
    // All vectors: more than a pipe holds.
    const all = ['sdk', '--report', `json=${file}`, '--report', 'text', ...ADAPTER, 'good']
    const { code, stderr } = await (await cliStarted(all)).stop('SIGTERM')
    reader.kill()
    expect(stderr).toMatch(/pipe: the reader of this pipe takes no more \[report-not-written\]/)
    expect(code).toBe(2)
  })

  test.concurrent.for(['json', 'ndjson'])('%s reaches a reader whole', async (format, { expect }) => {
    const file = pipe()
    const reader = spawn('cat', [file])
    let text = ''
    reader.stdout.on('data', (data: Buffer) => (text += data.toString()))
    const read = new Promise((done) => {
      reader.on('close', done)
    })
    expect((await cli(args(format, file))).code).toBe(0)
    await read
    expect(JSON.parse(format === 'json' ? text : text.trimEnd().split('\n').at(-1)!)).toMatchObject({
      // Under --filter, as here.
      partial: true,
      exitCode: 0,
    })
  })
})
