/** `npm run vectors` writes every family under vectors/; with `--check` it only says what would change. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { families } from '../src/families/index.ts'
import { suiteDigest } from '../src/vectors/digest.ts'
import { writeFamily } from '../src/vectors/write.ts'
import { familyNames, rootFile } from './files.ts'

const all = families()
const count = all.reduce((sum, { vectors }) => sum + vectors.length, 0)
const wanted = new Map([
  ...all.map((family) => [`${family.name}.yaml`, writeFamily(family)] as const),
  ['digest.txt', `${suiteDigest(all)}  ${count} vectors\n`] as const,
])

const path = (file: string): string => rootFile('vectors', file)
const drifted = [...wanted].filter(
  ([file, text]) => !existsSync(path(file)) || readFileSync(path(file), 'utf8') !== text,
)
const strays = familyNames().filter((name) => !wanted.has(`${name}.yaml`))

if (process.argv.includes('--check')) {
  for (const [file] of drifted)
    console.error(`vectors/${file} differs from src/families: run "npm run vectors"`)
  for (const name of strays) console.error(`vectors/${name}.yaml has no family in src/families: delete it`)
  process.exitCode = drifted.length + strays.length > 0 ? 1 : 0
} else {
  for (const [file, text] of drifted) {
    mkdirSync(dirname(path(file)), { recursive: true })
    writeFileSync(path(file), text)
    console.log(`wrote vectors/${file}`)
  }
}
console.log(`${count} vectors in ${all.length} families`)
