/** Stands between channelproof and an adapter and keeps what is said: `node recorder.mjs <folder> <command…>`. */
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

const [folder, program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
for (const [name, from, to] of [
  ['requests', process.stdin, child.stdin],
  ['answers', child.stdout, process.stdout],
]) {
  from.pipe(to)
  from.pipe(createWriteStream(join(folder, name)))
}
