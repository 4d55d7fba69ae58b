/**
 * `npm run strangers -- [--clients] [--seed 1] [name…]`: runs `sdk` on the SDKs in test/strangers, or on the HTTP
 * clients there, whose writers have seen neither vectors nor catalogue. Prints the wrong ones that conform at recommended
 * and the right ones that fail at required, and ends with 1 if more than 5 of 100 wrong ones conform or a right one is
 * accused. SDKs need Go; clients need Python, and get their libraries in a folder of their own.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rootFile } from '../runners/suite/files.ts'

const { values, positionals: wanted } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, clients: { type: 'boolean', default: false } },
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

function goProgram(): string {
  const program = join(folder, 'strangers')
  execFileSync('go', ['build', '-o', program, rootFile('test/strangers/strangers.go')])
  return program
}

/** Each line of a program's list is `NAME wrong|right SENTENCE`. */
function listed([program, ...args]: readonly [string, ...string[]]): Stranger[] {
  const list = execFileSync(program, [...args, '--list'], { encoding: 'utf8' })
  return list
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name, kind, does] = /^(\S+) (wrong|right) (.*)$/.exec(line)!
      return { command: [program, ...args, name!], name: name!, isRight: kind === 'right', does: does! }
    })
}

/** The exit code of `sdk`. A right one is judged at required: what a standard recommends is no accusation. */
function judged({ command, isRight }: Stranger): Promise<number | null> {
  const flags = ['--seed', values.seed, '--level', isRight ? 'required' : 'recommended', '--bail', '--quiet']
  const args = [rootFile('dist/runners/cli.js'), 'sdk', ...flags, '--', ...command]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  return new Promise((resolve) => child.on('close', resolve))
}

const sdks = (): Stranger[] => [
  ...listed([process.execPath, rootFile('test/strangers/strangers.mjs')]),
  ...listed([goProgram()]),
]

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

const all = (values.clients ? clients() : sdks()).filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
)

const waiting = [...all]
const surprises: (Stranger & { readonly code: number | null })[] = []
async function work(): Promise<void> {
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const code = await judged(one)
    if (code === (one.isRight ? 0 : 1)) continue
    surprises.push({ ...one, code })
    console.log(`${one.isRight ? 'right' : 'wrong'}, exit code ${code}: ${one.name}: ${one.does}`)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work))

const [right, wrong] = [true, false].map((isRight) => all.filter((one) => one.isRight === isRight).length)
const accused = surprises.filter(({ isRight }) => isRight).length
const missed = surprises.length - accused
console.log(
  `seed ${values.seed}: ${missed} of ${wrong} wrong ones do not fail, ${accused} of ${right} right ones do`,
)
process.exitCode = accused === 0 && missed * 100 <= MOST * wrong! ? 0 : 1
