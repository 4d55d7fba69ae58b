import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../runners/suite/files.ts'
import { schemaCheck } from '../runners/suite/schemas.ts'
import { built, check, cli, temporary } from './support/cli.ts'
import { needsTool } from './support/programs.ts'
import { until } from './support/until.ts'

/** The check figure that FAULT catalogues and other languages agree on; its secret reads as hex and as base64. */
const SECRET = '00a1B2c3D4e5F60718293a4b5C6d7E8f'
const TOKEN =
  '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0=.JpBiduoZk8pU+nTs2vxTsv5CUh3jOyxkfOihcDphBVk='
const hostile = (behaviour: string): string[] => [
  process.execPath,
  rootFile('test/hostile/adapter.mjs'),
  behaviour,
]

/** Without client.call, whose calls take their time. */
const TOKENS = ['--filter', 'token/**']

describe('wrong usage ends with exit code 2 and says what to do', () => {
  test.for([
    [['nonsense'], /unknown command/],
    [['sdk', '--nonsense'], /unknown option/],
    [
      ['sdk', '--level', 'optional'],
      /invalid --level "optional": use required or recommended \[wrong-option\]/,
    ],
    [['sdk', '--timeout', 'soon'], /invalid --timeout "soon": give a whole number/],
    [['sdk', '--timeout', '99999999999'], /2147483647/],
    [['sdk', '--min-cases', '-1'], /--min-cases/],
    [['sdk', '--tz', 'Atlantis'], /time zone/],
    [
      ['sdk', '--report', 'pdf'],
      /unknown-format.*\n.*text, json, ndjson, junit, markdown, github, html, agent, prometheus, ctrf, badge/,
    ],
    [['sdk', '--filter', 'token/nothing/*'], /no id fits/],
    [['sdk', '--report', 'json=/dev/null/report.json'], /report-not-written/],
    [['sdk', '--report', 'json=/proc/nowhere/report.json'], /report-not-written/],
    [['sdk', '--require', 'token.mint'], /invalid --require "token\.mint": use one of .*token\.issue/],
    [['sdk', '--', ''], /command of the adapter is empty/],
    [['inspect', '--now', '', TOKEN], /give Unix seconds/],
    [['inspect', '--now=-5', TOKEN], /give Unix seconds/],
    [['list', 'nonsense'], /families, vectors, faults, requirements/],
    [['explain', 'token/issue/minimul'], /no vector, requirement, fault or code/],
    [['inspect', '--now', 'today', TOKEN], /give Unix seconds/],
    [['inspect'], /there is no token/],
  ] as const)('%j', async ([args, says], { expect }) => {
    const { code, stderr } = await cli(args)
    expect(stderr).toMatch(says)
    expect(stderr).not.toMatch(/\n {4}at /)
    expect(code).toBe(2)
  })

  test('--help and --version end with 0', async () => {
    expect(await cli(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/sdk.*list.*explain.*inspect/s),
    })
    expect(await cli(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
  })
})

describe('sdk', () => {
  test('without a command checks the bundled reference adapter, and says that no SDK was judged', async () => {
    const { code, stdout } = await cli(['sdk'])
    expect(stdout).toMatch(
      /\nno SDK was judged, since none was named: the reference conforms for token\.params, token\.signature, token\.issue, token\.verify, client\.call\n/,
    )
    expect(code).toBe(0)
  })

  test('--filter asks only the vectors that fit, and too few of them end with exit code 4', async () => {
    const one = await check([], ['--filter', 'token/issue/minimal'])
    expect(one.report!.verdicts.map(({ vector }) => vector)).toEqual(['token/issue/minimal'])
    expect(one.code).toBe(0)
    expect((await check([], ['--filter', 'token/issue/minimal', '--min-cases', '2'])).code).toBe(4)
    expect(one.report).toMatchObject({ partial: true, filtered: true, conforms: false })
    expect((await check([], ['--filter', 'token/params/*'])).code).toBe(0)
    expect((await check([], ['--filter', 'token/params/*', '--require', 'token.issue'])).code).toBe(4)
    expect((await check([], ['--filter', 'token/**', '--require', 'client.call'])).code).toBe(4)
  })

  test('--level recommended lets recommended failures gate', async () => {
    const filter = ['--filter', 'token/issue/minimal', '--filter', 'token/refusal/*']
    const accepts = hostile('never-refuses')
    expect((await check(accepts, filter)).code).toBe(0)
    expect((await check(accepts, [...filter, '--level', 'recommended'])).code).toBe(1)
  })

  test('--bail stops early, writes the report and marks it partial', async () => {
    const { code, report } = await check(hostile('constants'), ['--bail'])
    expect(code).toBe(1)
    expect(report).toMatchObject({ partial: true, conforms: false })
    expect(report!.verdicts.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['failed', 'params-of-other-bytes'],
    ])
  })

  test('--quiet prints the verdict only', async () => {
    const { stdout } = await cli(['sdk', '--quiet', ...TOKENS])
    expect(stdout.trim().split('\n')).toHaveLength(3)
  })

  test('a report that gates is never green: the exit code stands in it', async () => {
    const { code, report } = await check(hostile('always-valid'))
    expect(code).toBe(1)
    expect(report).toMatchObject({ conforms: false, exitCode: 1 })
  })

  test('results go to stdout, and nothing else', async () => {
    const { stdout, stderr } = await cli(['sdk', '--report', 'json', ...TOKENS])
    expect(schemaCheck('report')(JSON.parse(stdout))).toEqual([])
    expect(stderr).toBe('')
  })

  test('colours are for terminals; NO_COLOR and FORCE_COLOR decide', async () => {
    const colours = async (env: Record<string, string>): Promise<boolean> =>
      (await cli(['sdk', '--quiet', '--filter', 'token/issue/minimal'], { env })).stdout.includes('\u001b[')
    expect(await colours({ NO_COLOR: '' })).toBe(false)
    expect(await colours({ NO_COLOR: '', FORCE_COLOR: '1' })).toBe(true)
    expect(await colours({ NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false)
  })

  test.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '%s ends with 128 + n, with the reports written and no process left',
    async ([name, exit], { expect }) => {
      const [pids, verdicts] = [join(temporary(), 'pids'), join(temporary(), 'verdicts')]
      const hasVerdicts = (): boolean => readFileSync(verdicts, 'utf8').includes('"passed"')
      const { code, report } = await check(hostile('hangs-on-one'), ['--report', `ndjson=${verdicts}`], {
        env: { HOSTILE_PIDS: pids },
        signal: [name, until('verdicts', () => existsSync(verdicts) && hasVerdicts())],
      })
      expect(code).toBe(exit)
      expect(report).toMatchObject({ partial: true, conforms: false })
      expect(report!.totals.passed).toBeGreaterThan(0)
      expect(report!.totals.errored).toBe(0)
      expect(existsSync(pids)).toBe(true)
      for (const pid of readFileSync(pids, 'utf8').trim().split('\n'))
        expect(() => process.kill(Number(pid), 0)).toThrow()
    },
  )

  test('an adapter with a clock of its own is judged by the time of the question', async () => {
    const own = await check(hostile('own-clock'))
    expect(own.code).toBe(0)
    expect(own.report!.verdicts.find(({ vector }) => vector === 'token/issue/timestamp-1')).toMatchObject({
      outcome: 'skipped',
    })
    // Its tokens are made for the second of the run.
    expect(own.report!.methods.judged).toContain('token.verify')
    const local = await check(hostile('local-clock'), ['--filter', 'token/issue/*'])
    expect(local.code).toBe(1)
    expect(local.report!.verdicts.find(({ vector }) => vector === 'token/issue/minimal')!.message).toMatch(
      /off by 5\.75 hours, so it is local time/,
    )
  })

  test('questions longer than the adapter can read are skipped by name', async () => {
    const { code, report } = await check(hostile('short-lines'))
    expect(code).toBe(0)
    const skipped = report!.verdicts.filter(({ outcome }) => outcome === 'skipped')
    expect(skipped.map(({ vector }) => vector)).toContain('token/params/length-10240')
    expect(skipped[0]!.message).toMatch(/a line of \d+ bytes, the adapter reads 2000/)
  })
})

/** Runs the program on a terminal of its own; what it draws comes back. */
function onTerminal(args: readonly string[], env: Readonly<Record<string, string>>): string {
  const program = [process.execPath, built('runners/cli.js'), ...args]
  const spawn = 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)'
  return spawnSync('python3', ['-c', spawn, ...program], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  }).stdout
}

describe.skipIf(!needsTool('python3'))('progress', () => {
  test('is redrawn on a terminal, and never in CI', () => {
    const seen = onTerminal(['sdk', '--generated', '0'], { CI: '', NO_COLOR: '' }).replaceAll('\u001b', 'ESC')
    expect(seen).toMatch(/\r\[=+ *\] \d+\/\d+.*ESC\[32m.*conforms/s)
    expect(onTerminal(['sdk', '--generated', '0', ...TOKENS], { CI: 'true' })).not.toContain('\r[=')
  })
})

describe('JUnit report', () => {
  const file = join(temporary(), 'junit.xml')
  const hostileRun = cli(['sdk', '--report', `junit=${file}`, '--', ...hostile('hostile-text')])

  test.skipIf(!needsTool('python3'))('is read by an XML parser, with the hostile text in it', async () => {
    await hostileRun
    const read =
      'import sys, xml.etree.ElementTree as e; r = e.parse(sys.argv[1]).getroot(); f = r.findall(".//failure"); print(r.tag, len(f), "</failure>]]>" in f[0].text)'
    const [, failures] = /failures="(\d+)"/.exec(readFileSync(file, 'utf8'))!
    expect(spawnSync('python3', ['-c', read, file], { encoding: 'utf8' }).stdout).toBe(
      `testsuites ${failures} True\n`,
    )
  })

  test('is well-formed with hostile text in its messages, and counts as it should', async () => {
    expect((await hostileRun).code).toBe(1)
    const xml = readFileSync(file, 'utf8')
    // XML 1.0 section 2.2: of the control characters only tab and the line ends may stand there.
    expect(xml.replace(/[\t\n\r]/g, '')).not.toMatch(/\p{Cc}|[\ufffe\uffff]/u)
    const open = [...xml.matchAll(/<testcase /g)].length
    const [, tests] = /<testsuites name="channelproof" tests="(\d+)"/.exec(xml)!
    expect(open).toBe(Number(tests))
    expect(xml).toMatch(/<failure type="[a-z-]+" message="[^"<]*&lt;\/failure&gt;/)
  })

  test('a run without any case is red in it', async () => {
    const file = join(temporary(), 'junit.xml')
    await cli(['sdk', '--report', `junit=${file}`, '--', ...hostile('offers-nothing')])
    expect(readFileSync(file, 'utf8')).toMatch(/<error type="incomplete" message="no vector was judged/)
  })
})

describe('output that is not taken', () => {
  test('a reader that has seen enough is no error', () => {
    const reader = `"${process.execPath}" -e "process.stdin.once('data', () => process.exit())"`
    const shell = `"${process.execPath}" "${built('runners/cli.js')}" list vectors | ${reader}`
    const { status, stderr } = spawnSync('sh', ['-c', shell], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  test.skipIf(!existsSync('/dev/full'))('an output that is full ends with exit code 2', () => {
    const shell = `"${process.execPath}" "${built('runners/cli.js')}" sdk --filter token/issue/minimal > /dev/full`
    const { status, stderr } = spawnSync('sh', ['-c', shell], { encoding: 'utf8' })
    expect(stderr).toMatch(/output-not-written/)
    expect(stderr).not.toMatch(/\n {4}at /)
    expect(status).toBe(2)
  })

  test('control characters out of an adapter reach no terminal', async () => {
    const { stdout } = await cli(['sdk', '--filter', 'token/issue/minimal', '--', ...hostile('hostile-name')])
    expect(stdout).toMatch(/on evil\\u001b\[31m\\u202e/)
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e/u)
  })

  test('where more is skipped than judged, the verdict says so', async () => {
    const { stdout } = await cli(['sdk', '--', ...hostile('dodges')])
    expect(stdout).toMatch(
      /token\.params: of the questions that must be accepted, 0 were; at least 10 are needed/,
    )
    // Code 2 for what has the types of an answered question is a failure.
    expect(stdout).toMatch(/does not conform; .*; only \d+ judged, \d+ skipped/)
  })
})

describe('doctor', () => {
  test('says what is wrong with an adapter, and what to do', async () => {
    const { code, stdout } = await cli(['doctor', '--', 'false'])
    expect(stdout).toMatch(/WRONG {2}start {2}the adapter: it ended with exit code 1/)
    expect(code).toBe(3)
  })
})

describe('list and explain', () => {
  test('lists every vector and requirement in one line each', async () => {
    const lines = async (...args: string[]): Promise<string[]> =>
      (await cli(['list', ...args])).stdout.trim().split('\n')
    const all = await lines('vectors')
    expect(all.every((line) => line.split('\t').length === 3)).toBe(true)
    expect((await lines('vectors', '--filter', 'sdk/**')).every((line) => line.startsWith('sdk/'))).toBe(true)
    expect((await lines('requirements')).find((line) => line.startsWith('TOKEN-VERSION\t'))).toMatch(
      /\t4\.5\trequired\t1 vector\t/,
    )
    expect((await lines('faults')).find((line) => line.startsWith('b64-urlsafe\t'))).toMatch(
      /URL-safe alphabet/,
    )
    expect((await lines()).length).toBeGreaterThanOrEqual(6)
  })

  test('shows question, rule, every intermediate value and the twin', async () => {
    const refusal = (await cli(['explain', 'token/refusal/duration-86401'])).stdout
    expect(refusal).toMatch(
      /SDK-REFUSES-LONG-DURATION.*twin {6}token\/issue\/duration-86400.*joinParams\.duration .*86401 {2}\(twin: 86400\)/s,
    )
    const rare = (await cli(['explain', 'size-capped-at-64'])).stdout
    expect(rare).toContain('caught by generated questions; no shipped vector shows it')
    // No issue shows this fault: then nothing is said of where it was seen.
    expect(rare).not.toMatch(/seen in|undefined/)
    expect((await cli(['explain', 'key-trimmed'])).stdout).toMatch(/^seen in {3}\S+#\d+$/m)
    const accepted = (await cli(['explain', 'token/signature/plain'])).stdout
    for (const step of ['joinParamsJson', 'params', 'message', 'keyHex', 'hmacHex', 'signature', 'token'])
      expect(accepted).toMatch(new RegExp(`^ {2}${step} `, 'm'))
    expect((await cli(['explain', 'TOKEN-VERSION'])).stdout).toMatch(/token\/issue\/minimal/)
  })
})

describe('inspect', () => {
  const inspect = (token: string, secret?: string, input?: string): ReturnType<typeof cli> =>
    cli(['inspect', '--now', '1700000100', '--', token], {
      env: { CHANNELPROOF_APP_SECRET: secret ?? '' },
      ...(input !== undefined && { input }),
    })

  test('says that a right token holds, and when it expires', async () => {
    // 1700000000 is 2023-11-14T22:13:20Z, and a day later it ends.
    const { code, stdout } = await inspect(TOKEN, SECRET)
    expect(stdout).toMatch(/expires 2023-11-15T22:13:20\.000Z \(in 86300 s\)/)
    expect(stdout).toMatch(/holds {4}the signature fits/)
    expect(code).toBe(0)
  })

  test('reads the token from standard input', async () => {
    expect((await inspect('-', SECRET, `${TOKEN}\n`)).code).toBe(0)
  })

  test('does not vouch for a signature that it could not check', async () => {
    const { code, stdout } = await inspect(TOKEN)
    expect(stdout).toMatch(/unknown {2}the signature was not checked/)
    expect(code).toBe(4)
  })

  test.for([
    ['a URL-safe signature', TOKEN.replace('+', '-'), SECRET, /URL-safe alphabet/],
    ['six parts', `${TOKEN}.`, SECRET, /five parts/],
    ['control characters', `${TOKEN}\u001b[31m`, SECRET, /\\u001b\[31m/],
    [
      'params that break a rule',
      '02.app.1700000000.e30=.JpBiduoZk8pU+nTs2vxTsv5CUh3jOyxkfOihcDphBVk=',
      SECRET,
      /channelId is missing/,
    ],
  ] as const)('names %s and ends with 1', async ([, token, secret, says], { expect }) => {
    const { code, stdout } = await inspect(token, secret)
    expect(stdout).toMatch(says)
    expect(code).toBe(1)
  })

  test('names another secret, ends with 1, and never prints it', async () => {
    const canary = 'canary-6f1d2c9a'
    // One token holds the secret itself.
    for (const token of [TOKEN, TOKEN.replace('.17', `${canary}.17`)])
      for (const flag of ['--fix', '--json']) {
        const { code, stdout, stderr } = await cli(['inspect', '--now', '1700000100', flag, token], {
          env: { CHANNELPROOF_APP_SECRET: canary },
        })
        expect(stdout).toMatch(/signature does not fit/)
        expect(code).toBe(1)
        expect(`${stdout}${stderr}`).not.toContain(canary)
      }
  })

  test('prints data and the right token', async () => {
    const { code, stdout } = await cli(
      ['inspect', '--now', '1700000100', '--json', '--fix', `Bearer ${TOKEN}`],
      { env: { CHANNELPROOF_APP_SECRET: SECRET } },
    )
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'wrong', fixed: { token: TOKEN } })
    expect(code).toBe(1)
  })

  test('compares with what the client joins with', async () => {
    const { code, stdout } = await cli(
      ['inspect', '--now', '1700000100', '--channel', 'other', '--app-id', 'another', TOKEN],
      { env: { CHANNELPROOF_APP_SECRET: SECRET } },
    )
    expect(stdout).toMatch(/WRONG {4}the appId is another than the expected one/)
    expect(stdout).toMatch(/WRONG {4}channelId is ".*", and the client joins with "other"/)
    expect(code).toBe(1)
  })

  test.for([
    ['an empty token', ['inspect', ''], '', /there is no token: the text is empty \[no-token\]/],
    ['empty standard input', ['inspect', '-'], '\n', /<stdin>: there is no token/],
    ['too much', ['inspect', '-'], 'x'.repeat(65_537), /larger than 65536 bytes \[input-too-large\]/],
    ['--fix without a secret', ['inspect', '--fix', TOKEN], '', /--fix signs, and there is no app secret/],
  ] as const)(
    'says in one sentence that %s cannot be looked at',
    async ([, args, input, says], { expect }) => {
      const { code, stderr, stdout } = await cli(args, { input, env: { CHANNELPROOF_APP_SECRET: '' } })
      expect(stderr).toMatch(says)
      expect([code, stdout]).toEqual([2, ''])
    },
  )
})

test('a report file that cannot be written is told before anything is run', async () => {
  const folder = temporary()
  writeFileSync(join(folder, 'file'), '')
  const good = join(folder, 'good.json')
  const bad = join(folder, 'file', 'report.json')
  const { code, stdout } = await cli(['sdk', '--report', `json=${good}`, '--report', `json=${bad}`])
  expect([code, stdout]).toEqual([2, ''])
  expect(readFileSync(good, 'utf8')).toBe('')
})
