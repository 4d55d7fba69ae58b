/** `npm run build [folder]`: compiles src and runners into dist, beside them the vectors as JSON and the OpenAPI bundle. */
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFile } from './files.ts'
import { bundledOpenapi } from './openapi.ts'
import { readSuite } from './suite.ts'

const folder = rootFile(process.argv[2] ?? 'dist')
rmSync(folder, { recursive: true, force: true })
const compiled = spawnSync(
  rootFile('node_modules/.bin/tsc'),
  ['-p', rootFile('tsconfig.build.json'), '--outDir', folder],
  {
    stdio: 'inherit',
  },
)
if (compiled.status !== 0) process.exit(1)
chmodSync(join(folder, 'runners/cli.js'), 0o755)
writeFileSync(join(folder, 'suite.json'), JSON.stringify(await readSuite()))
writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(bundledOpenapi(), null, 2)}\n`)
