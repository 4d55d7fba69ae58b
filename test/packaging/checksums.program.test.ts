import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { temporary } from '../support/cli.ts'
import { noteMissing } from '../support/leftOut.ts'

const run = promisify(execFile)
const TSX = rootFile('node_modules', '.bin', 'tsx')
const FILES = { 'channelproof-0.1.0.tgz': 'one', 'channelproof-go-0.1.0.tgz': 'two' }

/** The folder of a release; with a key it is signed. */
async function released(key?: string): Promise<string> {
  const folder = temporary()
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  await run(TSX, [rootFile('tools', 'checksums.ts'), folder, ...(key === undefined ? [] : [key])])
  return folder
}

async function throwAwayKey(): Promise<string> {
  const key = join(temporary(), 'key')
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'nobody', '-f', key])
  return key
}

/** As docs/releasing.md has it. */
async function isSigned(folder: string, key: string): Promise<boolean> {
  const signers = join(temporary(), 'allowed_signers')
  const [kind, value] = readFileSync(`${key}.pub`, 'utf8').split(' ')
  writeFileSync(signers, `release namespaces="channelproof-release" ${kind} ${value}\n`)
  const command =
    'ssh-keygen -Y verify -f "$1" -I release -n channelproof-release -s SHA256SUMS.sig < SHA256SUMS'
  return run('bash', ['-c', command, 'verify', signers], { cwd: folder }).then(
    () => true,
    () => false,
  )
}

/** Debian's ssh-keygen knows no --version. */
const hasKeygen = await run('ssh-keygen', ['-?']).then(
  () => true,
  (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
)
if (!hasKeygen && process.env['CI']) throw new Error('CI must have ssh-keygen')
if (!hasKeygen) noteMissing('ssh-keygen')

describe('the sums of a release', () => {
  test('are those of its files', async () => {
    const folder = await released()
    const sums = Object.entries(FILES).map(
      ([name, text]) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`,
    )
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(sums.join(''))
    expect(existsSync(join(folder, 'SHA256SUMS.sig'))).toBe(false)
  })

  test('are read by sha256sum, which finds a file that was changed', async () => {
    const folder = await released()
    await expect(run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder })).resolves.toBeDefined()
    appendFileSync(join(folder, 'channelproof-0.1.0.tgz'), 'x')
    await expect(run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder })).rejects.toThrow('did NOT match')
  })

  test('of nothing are refused', async () => {
    const empty = join(temporary(), 'empty')
    mkdirSync(empty)
    await expect(run(TSX, [rootFile('tools', 'checksums.ts'), empty])).rejects.toThrow('there is no file')
  })
})

describe.skipIf(!hasKeygen)('the signature of the sums', () => {
  test('verifies with the key that made it, and with no other', async () => {
    const [key, other] = [await throwAwayKey(), await throwAwayKey()]
    const folder = await released(key)
    expect(await isSigned(folder, key)).toBe(true)
    expect(await isSigned(folder, other)).toBe(false)
  })

  test('does not verify sums that were changed', async () => {
    const key = await throwAwayKey()
    const folder = await released(key)
    appendFileSync(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  another.tgz\n`)
    expect(await isSigned(folder, key)).toBe(false)
  })
})
