/**
 * `npm run drive -- [--seconds 600] [--seed 1] [--run n] [--program file]`: starts the program with random flags and
 * files, and ends it by signals at random moments. Whatever it is given, it ends with a code of its table, shows no
 * stack, changes no file that was not named for writing, empties none, and leaves no process behind. `--run` repeats
 * one run of a seed; `--program` drives another program, which proves what is looked for.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ROOT_FOLDER, rootFile } from '../runners/suite/files.ts'

const TEXT = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    seconds: { ...TEXT, default: '600' },
    seed: { ...TEXT, default: '1' },
    run: TEXT,
    program: TEXT,
  },
})
const { seconds, seed, run: only, program } = values

const BUILT = rootFile('dist')
const PROGRAM = join(BUILT, 'runners', 'cli.js')
/** What the adapters answer with. */
process.env['BUILT_PROGRAM'] = BUILT
/** Sent after so long, in milliseconds, and how long the end may take then. */
const LONGEST = 12_000
const PATIENCE = 25_000

type Random = (below: number) => number

/** mulberry32: the same seed and number, the same run. */
function randomOf(run: number): Random {
  let state = createHash('sha256').update(`${seed}:${run}`).digest().readUInt32LE()
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const samples = fs.mkdtempSync(join(tmpdir(), 'drive-samples-'))
const copyOf = (name: string) => (path: string) => fs.copyFileSync(join(samples, name), path)

/** What may stand where a file is named; each row makes it. */
const FILES: Readonly<Record<string, (path: string) => void>> = {
  missing: () => undefined,
  'no/such/folder': () => undefined,
  folder: (path) => fs.mkdirSync(path),
  pipe: (path) => void execFileSync('mkfifo', [path]),
  binary: (path) =>
    fs.writeFileSync(path, Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7) % 256))),
  empty: (path) => fs.writeFileSync(path, ''),
  huge: (path) => {
    fs.writeFileSync(path, '')
    fs.truncateSync(path, 200 * 1024 * 1024)
  },
  readOnly: (path) => fs.writeFileSync(path, 'failures: []\n', { mode: 0o444 }),
  'list.json': (path) => fs.writeFileSync(path, '[1, {"schema": 1}]'),
  'object.json': (path) => fs.writeFileSync(path, '{"channelId": "c1", "userId": "u1"}'),
  'baseline.yaml': (path) => fs.writeFileSync(path, 'failures: []\n'),
  'deep.json': (path) => fs.writeFileSync(path, '['.repeat(100_000)),
  'link.yaml': (path) => fs.symlinkSync('link.yaml', path),
  'report.json': copyOf('report.json'),
  'shard.json': copyOf('shard.json'),
  'answers.ndjson': copyOf('answers.ndjson'),
}
/** The same in every run; a disk that is full where one may be mounted. */
const DEVICES = ['/dev/null', '/dev/full', '/dev/zero', '/proc/none/x', '-', '']

const fullDisk = join(samples, 'full')

function prepare(): void {
  fs.mkdirSync(fullDisk)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', fullDisk]).status === 0)
    DEVICES.push(join(fullDisk, 'file'))
  else console.log('skipped: a full disk, because no tmpfs may be mounted here')
  for (const name of ['report.json', 'shard.json', 'answers.ndjson'])
    fs.writeFileSync(join(samples, name), '{}')
  if (program === undefined) makeSamples()
}

const HOSTILE = ['--', process.execPath, rootFile('test/hostile/adapter.mjs')]

function makeSamples(): void {
  const adapter = [...HOSTILE, 'good']
  const quick = ['--filter', 'token/issue/*', '--generated', '0', '--report']
  const make = (...args: string[]) => spawnSync(process.execPath, [PROGRAM, ...args], { cwd: samples })
  make('sdk', ...quick, 'json=report.json', ...adapter)
  make('sdk', '--shard', '1/1', ...quick, 'json=shard.json', ...adapter)
  make('questions', '--filter', 'token/issue/*', '--out', 'questions.ndjson')
  const input = fs.readFileSync(join(samples, 'questions.ndjson'))
  const { stdout } = spawnSync(adapter[1]!, adapter.slice(2), { input, cwd: samples })
  fs.writeFileSync(join(samples, 'answers.ndjson'), stdout)
}

const ADAPTERS: readonly (readonly string[])[] = [
  [],
  ['--'],
  ...['good', 'always-valid', 'silent'].map((how) => [...HOSTILE, how]),
  ...['cat', 'sleep 100', '/nowhere'].map((line) => ['--', ...line.split(' ')]),
  ...['exit 1', 'kill -9 $$'].map((script) => ['--', 'sh', '-c', script]),
  ['--', 'yes'],
]
const ENVIRONMENTS: readonly (Readonly<Record<string, string>> | undefined)[] = [
  ...Array<undefined>(6).fill(undefined),
  { NODE_OPTIONS: '--no-warnings' },
  { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/dev/full' },
  { FILES: '40' },
  { FILES: '80' },
  { CHANNELPROOF_APP_ID: 'app', CHANNELPROOF_APP_SECRET: '\n' },
]
/** In these Node itself does not come as far as the program: its exit code and its text are its own. */
const BROKEN_STARTS: readonly Readonly<Record<string, string>>[] = [
  { NODE_OPTIONS: '--require /nowhere' },
  { FILES: '22' },
]

/** FILE stands for a random file, FORMAT for a format; those for writing are named so. */
const REPORT = ['--report FORMAT', '--report FORMAT=WRITTEN', '--report FORMAT=WRITTEN', '--quiet']
const GATE = [
  '--baseline FILE',
  '--lock FILE',
  '--baseline WRITTEN --update-baseline',
  '--lock WRITTEN --update-lock',
  '--suite-version 0.1.0',
  '--suite-version FILE',
  '--level recommended',
]
const RUN = [
  ...REPORT,
  ...GATE,
  '--vectors FILE',
  '--keep WRITTEN',
  '--shard 2/3',
  '--bail',
  '--filter token/issue/*',
  '--filter nothing',
  '--generated 30',
  '--seed random',
  '--timeout 200',
  '--min-cases 9999',
]
const LIVE = [
  '--config FILE',
  '--ca-file FILE',
  '--max-requests 9',
  '--base-url http://127.0.0.1:1',
  '--exclusive-channel --channel openchannel',
]
const COMMANDS: readonly (readonly [line: string, ...flags: string[]])[] = [
  ['sdk', ...RUN, '--jobs 2', '--filter client/request/*'],
  ['live', ...RUN, ...LIVE],
  ['merge FILE', 'FILE', 'FILE', ...REPORT, ...GATE, '--vectors FILE'],
  ['judge FILE', ...REPORT, ...GATE],
  ['fuzz --for 2', '--keep WRITTEN', '--questions 50', '--jobs 2'],
  ['validate --body auth-token FILE', '--level recommended'],
  ['list', 'vectors', 'faults', '--filter token/*'],
  ['explain token/issue/minimal'],
  ['explain FILE'],
  ['inspect FILE', '--now 5', '--json'],
  ['inspect 02.app.1.e30=.AA==', '--now x', '--fix', '--channel c'],
  ['diagnose --question FILE --answer FILE'],
  ['site FILE --out WRITTEN', 'FILE', '--max-age 30d', '--across FILE', '--title FILE', '--now x'],
  ['diff FILE FILE', '--report json=WRITTEN', '--level recommended'],
  ['vectors --copy WRITTEN', '--format json', '--family token/*'],
  ['compare FILE FILE', '--report json=WRITTEN', '--counts'],
  ['questions', '--out WRITTEN', '--description FILE', '--generated 9', '--seed x'],
]
const WITH_ADAPTER = /^(?:sdk|fuzz)\b/
const FORMATS = 'text json junit html ndjson markdown github prometheus badge ctrf pdf'.split(' ')
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

type Drawn = ReturnType<typeof drawn>

/** The times of the signals are milliseconds after the start. */
function drawn(random: Random) {
  const pick = <T>(all: readonly T[]): T => all[random(all.length)]!
  const written = new Set<string>()
  /** Those of them that a report is written to. */
  const reports = new Set<string>()
  const file = (): string => pick(random(4) === 0 ? DEVICES : Object.keys(FILES))
  const filled = (word: string): string =>
    word
      .replace('FORMAT', () => pick(FORMATS))
      .replace('FILE', file)
      .replace('WRITTEN', () => {
        const name = file()
        written.add(name)
        if (word.startsWith('FORMAT') || word.startsWith('json=')) reports.add(name)
        return name
      })
  const [line, ...flags] = pick(COMMANDS)
  const more = flags.length === 0 ? [] : Array.from({ length: random(5) }, () => pick(flags))
  const words = [line, ...more].flatMap((part) => part.split(' ')).map(filled)
  const isNodeAlone = random(40) === 0
  const signals =
    random(3) > 0 ? [] : Array.from({ length: 1 + random(2) }, () => [random(3000), pick(SIGNALS)] as const)
  const args = [...words, ...(WITH_ADAPTER.test(line) ? pick(ADAPTERS) : [])]
  const env = (isNodeAlone ? pick(BROKEN_STARTS) : pick(ENVIRONMENTS)) ?? {}
  return { args, written, reports, env, isNodeAlone, signals }
}

const isFile = (path: string): boolean => fs.lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
const filesIn = (folder: string): string[] => Object.keys(FILES).filter((name) => isFile(join(folder, name)))

/** What stands in the files that the run may only read. */
const contents = (folder: string, written: ReadonlySet<string>): string =>
  filesIn(folder)
    .filter((name) => !written.has(name))
    .map((name) => {
      const bytes = fs.readFileSync(join(folder, name))
      return `${name} ${createHash('sha256').update(bytes).digest('hex')}`
    })
    .join('\n')

/** Files that hold something. A report of a run that ended early may be empty: it was, before the run began. */
const full = (folder: string, reports: ReadonlySet<string>): string[] =>
  filesIn(folder).filter((name) => !reports.has(name) && fs.statSync(join(folder, name)).size > 0)

function started({ args, env }: Drawn, cwd: string): ChildProcess {
  const line = env['FILES'] === undefined ? 'exec "$@"' : `ulimit -n ${env['FILES']}; exec "$@"`
  const command = ['-c', line, 'bash', process.execPath, program ?? PROGRAM, ...args]
  return spawn('bash', command, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
}

const processesIn = (folder: string): string[] =>
  fs.readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  })

async function hasLeft(folder: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if (processesIn(folder).length === 0) return false
    await delay(50)
  }
  return true
}

const CODES = new Set([0, 1, 2, 3, 4, 5, 129, 130, 143])
const timesEndedWith: Record<number, number> = {}

/** One run. @returns what it did wrong */
async function violations(run: number): Promise<string[]> {
  const what = drawn(randomOf(run))
  const folder = fs.mkdtempSync(join(tmpdir(), 'drive-'))
  for (const [name, make] of Object.entries(FILES)) make(join(folder, name))
  const before = contents(folder, what.written)
  const fullBefore = full(folder, what.reports)
  const child = started(what, folder)
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (data: Buffer) => (text = (text + data.toString()).slice(-1e6)))
  const end = new Promise<number>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? (signal ? 128 + constants.signals[signal] : -1)))
  })
  const signals = [...what.signals, [LONGEST, 'SIGTERM'], [LONGEST + PATIENCE, 'SIGKILL']] as const
  const timers = signals.map(([after, signal]) => setTimeout(() => child.kill(signal), after))
  const code = await end
  timesEndedWith[code] = (timesEndedWith[code] ?? 0) + 1
  for (const timer of timers) clearTimeout(timer)
  const isChanged = contents(folder, what.written) !== before
  const fullNow = full(folder, what.reports)
  const found = [
    ...(!CODES.has(code) && !what.isNodeAlone ? [`exit code ${code}`] : []),
    ...(/^ {4}at /m.test(text) && !what.isNodeAlone ? ['a stack'] : []),
    ...(isChanged ? ['a file was changed that was not named for writing'] : []),
    ...fullBefore.filter((name) => !fullNow.includes(name)).map((name) => `${name} was emptied`),
    ...((await hasLeft(folder)) ? ['a process was left'] : []),
  ]
  for (const pid of processesIn(folder)) process.kill(Number(pid), 'SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
  if (found.length === 0) return []
  const told = JSON.stringify({ args: what.args, env: what.env, signals: what.signals })
  return [`run ${run}: ${found.join('; ')}\n  ${told}\n${text.slice(-2000).replace(/^/gm, '  | ')}`]
}

/** @returns how many runs there were, and how many of them did something wrong */
async function drive(): Promise<readonly [number, number]> {
  const end = Date.now() + Number(seconds) * 1000
  let [next, wrong] = [0, 0]
  const lane = async (): Promise<void> => {
    while (Date.now() < end) {
      const all = await violations(next++)
      wrong += all.length
      for (const one of all) console.log(one)
    }
  }
  await Promise.all([lane(), lane()])
  return [next, wrong]
}

prepare()
try {
  const [runs, wrong] =
    only === undefined
      ? await drive()
      : [1, (await violations(Number(only))).map((one) => console.log(one)).length]
  console.log(
    `seed ${seed}: ${runs} runs in ${ROOT_FOLDER}, ${wrong} of them wrong; by exit code`,
    timesEndedWith,
  )
  process.exitCode = wrong > 0 ? 1 : 0
} finally {
  spawnSync('umount', [fullDisk])
  fs.rmSync(samples, { recursive: true, force: true })
}
