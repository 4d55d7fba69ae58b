/**
 * `npm run strangers -- [--clients | --endpoints] [--seed 1] [name…]`: runs `sdk` on the SDKs in test/strangers, or on the
 * HTTP clients there, or `live` on the endpoints, whose writers have seen neither vectors nor catalogue. Prints the wrong
 * ones that conform at recommended and the right ones that fail at required, and ends with 1 if more than 5 of 100 wrong
 * ones conform or a right one is accused. SDKs need Go; clients need Python, and get their libraries in a folder of their
 * own, as endpoints do.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { readText, rootFile } from '../runners/suite/files.ts'

const { values, positionals: wanted } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    clients: { type: 'boolean', default: false },
    endpoints: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

/** So many wrong SDKs of 100 may conform. */
const MOST = 5
const AT_ONCE = 2

interface Stranger {
  readonly command: readonly string[]
  readonly name: string
  readonly isRight: boolean
  /** What is wrong with it, or which freedom it uses. */
  readonly does: string
}

const folder = mkdtempSync(join(tmpdir(), 'channelproof-strangers-'))
process.once('exit', () => rmSync(folder, { recursive: true }))

/** Each line of a program's list is `NAME wrong|right SENTENCE`. */
function listed([program, ...args]: readonly [string, ...string[]]): Stranger[] {
  const list = execFileSync(program, [...args, '--list'], { encoding: 'utf8' }).trimEnd()
  return list.split('\n').map((line) => {
    const [, name, kind, does] = /^(\S+) (wrong|right) (.*)$/.exec(line)!
    return { command: [program, ...args, name!], name: name!, isRight: kind === 'right', does: does! }
  })
}

/** What every run gets. A right one is judged at required: what a standard recommends is no accusation. */
function flagsFor(isRight: boolean): string[] {
  const level = isRight ? 'required' : 'recommended'
  return ['--seed', values.seed, '--level', level, '--bail', '--quiet']
}

function exitCodeOf(args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<number | null> {
  const env = { ...process.env, ...more }
  const child = spawn(process.execPath, [rootFile('dist/runners/cli.js'), ...args], { stdio: 'ignore', env })
  return new Promise((resolve) => child.on('close', resolve))
}

const judged = ({ command, isRight }: Stranger): Promise<number | null> =>
  exitCodeOf(['sdk', ...flagsFor(isRight), '--', ...command])

const [CHANNEL, USER] = ['strangers', 'user-in-channel']
const ENV = {
  CHANNELPROOF_APP_ID: 'app',
  CHANNELPROOF_APP_SECRET: `DONOTUSE${randomBytes(16).toString('hex')}`,
  // A journal of its own: nothing of an earlier run is at this port.
  XDG_STATE_HOME: folder,
}

/** With all permissions. An endpoint says in its first line where it listens. */
async function asked({ command: [program, ...args], isRight }: Stranger): Promise<number | null> {
  const env = { ...process.env, ...ENV, CHANNEL, CHANNEL_USER: USER }
  const service = spawn(program!, args, { stdio: ['ignore', 'pipe', 'ignore'], env })
  const [line] = (await once(service.stdout, 'data')) as [Buffer]
  const url = /http:\S+/.exec(String(line))![0]
  const may = ['--channel', CHANNEL, '--exclusive-channel', '--channel-user', USER]
  try {
    return await exitCodeOf(['live', '--base-url', url, ...may, ...flagsFor(isRight)], ENV)
  } finally {
    service.kill()
  }
}

function sdks(): Stranger[] {
  const program = join(folder, 'strangers')
  execFileSync('go', ['build', '-o', program, rootFile('test/strangers/strangers.go')])
  return [...listed([process.execPath, rootFile('test/strangers/strangers.mjs')]), ...listed([program])]
}

function clients(): Stranger[] {
  cpSync(rootFile('test/strangers/clients'), folder, { recursive: true })
  const python = join(folder, 'python')
  execFileSync('npm', ['install', '--silent', '--prefix', folder], { cwd: folder })
  execFileSync('python3', ['-m', 'venv', python])
  execFileSync(join(python, 'bin', 'pip'), ['install', '-q', '-r', join(folder, 'requirements.txt')])
  return [
    ...listed([process.execPath, join(folder, 'clients.mjs')]),
    ...listed([join(python, 'bin', 'python'), join(folder, 'clients.py')]),
  ]
}

function endpoints(): Stranger[] {
  cpSync(rootFile('test/strangers/endpoints'), folder, { recursive: true })
  execFileSync('npm', ['install', '--silent', '--prefix', folder], { cwd: folder })
  return listed([process.execPath, join(folder, 'endpoints.mjs')])
}

/** Where the interface leaves open what a writer called wrong: the requirement that says so, by name. */
const freedoms = parse(readText('test/strangers/endpoints/freedoms.yaml')) as Record<string, string>[]
const FREEDOMS = new Map(freedoms.map(({ name, requirement }) => [name!, requirement!]))

const all = (values.endpoints ? endpoints() : values.clients ? clients() : sdks()).filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
)

const waiting = [...all]
const surprises: (Stranger & { readonly code: number | null })[] = []
async function work(): Promise<void> {
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const code = await (values.endpoints ? asked(one) : judged(one))
    if (code === (one.isRight ? 0 : 1)) continue
    surprises.push({ ...one, code })
    const kind = one.isRight ? 'right' : (FREEDOMS.get(one.name) ?? 'wrong')
    console.log(`${kind}, exit code ${code}: ${one.name}: ${one.does}`)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work))

const [right, wrong] = [true, false].map((isRight) => all.filter((one) => one.isRight === isRight).length)
const accused = surprises.filter(({ isRight }) => isRight).length
const open = surprises.filter(({ name }) => FREEDOMS.has(name)).length
const missed = surprises.length - accused - open
console.log(
  `seed ${values.seed}: ${missed} of ${wrong} wrong ones do not fail, ${open} more use what the interface leaves open, ${accused} of ${right} right ones do`,
)
process.exitCode = accused === 0 && missed * 100 <= MOST * wrong! ? 0 : 1
