/**
 * `tsx tools/checksums.ts <folder> [key]`: writes SHA256SUMS of all files in the folder, as sha256sum -c reads it, and with
 * a key of OpenSSH its signature SHA256SUMS.sig. docs/releasing.md says how to verify both.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SUMS = 'SHA256SUMS'
/** What a signature is for: one that was made for another purpose verifies nothing here. */
const NAMESPACE = 'channelproof-release'

const sumOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** @throws Error where the folder holds no file: sums of nothing would verify */
function writeSums(folder: string): void {
  const names = readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isFile() && !entry.name.startsWith(SUMS) ? [entry.name] : []))
    .sort()
  if (names.length === 0) throw new Error(`there is no file in ${folder}`)
  const lines = names.map((name) => `${sumOf(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, SUMS), lines.join(''))
}

function sign(folder: string, key: string): void {
  const args = ['-Y', 'sign', '-f', key, '-n', NAMESPACE, join(folder, SUMS)]
  execFileSync('ssh-keygen', args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

const [folder, key] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder with the files of the release')
// A signature of earlier sums.
rmSync(join(folder, `${SUMS}.sig`), { force: true })
writeSums(folder)
if (key !== undefined) sign(folder, key)
