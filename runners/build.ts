/** `npm run build`: compiles src and runners into dist and puts the JSON copy of the vectors beside them. */
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { rootFile } from './files.ts'
import { readSuite } from './suite.ts'

rmSync(rootFile('dist'), { recursive: true, force: true })
const compiled = spawnSync(rootFile('node_modules/.bin/tsc'), ['-p', rootFile('tsconfig.build.json')], { stdio: 'inherit' })
if (compiled.status !== 0) process.exit(1)
chmodSync(rootFile('dist/runners/cli.js'), 0o755)
writeFileSync(rootFile('dist/suite.json'), JSON.stringify(await readSuite()))
