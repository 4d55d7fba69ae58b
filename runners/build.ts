/** `npm run build [folder]`: compiles src and runners into dist, beside them the vectors as JSON and the OpenAPI bundle. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFile } from './files.ts'
import { bundledOpenapi } from './openapi.ts'
import { GROUPS, loadRequirements, readFamilies } from './suite.ts'

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
mkdirSync(join(folder, 'suite'))
const copy = (name: string, value: unknown): void =>
  writeFileSync(join(folder, 'suite', `${name}.json`), JSON.stringify(value))
for (const group of GROUPS) copy(group, await readFamilies([group]))
copy('requirements', await loadRequirements())
writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(bundledOpenapi(), null, 2)}\n`)
