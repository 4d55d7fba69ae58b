/**
 * `npm run build [folder]`: bundles the programs and the library into dist, beside them the types of the library, the
 * vectors as compressed JSON and the OpenAPI bundle.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from './bundle.ts'
import { GROUPS, writeCopy } from './copies.ts'
import { rootFile } from './files.ts'
import { writeLibraryTypes } from './libraryTypes.ts'
import { bundledOpenapi } from './openapi.ts'
import { loadRequirements, readFamilies } from './suite.ts'

/** Everything that is started or imported by its path. */
const ENTRIES = [
  'cli',
  'library',
  'adapters/typescript/adapter',
  'selfCheck/clientAdapter',
  'selfCheck/protocolAdapter',
]

const folder = rootFile(process.argv[2] ?? 'dist')
rmSync(folder, { recursive: true, force: true })
await bundle(ENTRIES, join(folder, 'runners'))
chmodSync(join(folder, 'runners/cli.js'), 0o755)
writeLibraryTypes(join(folder, 'types'))
const suite = join(folder, 'suite')
mkdirSync(suite)
for (const group of GROUPS) writeCopy(suite, group, await readFamilies([group]))
writeCopy(suite, 'requirements', await loadRequirements())
writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(bundledOpenapi())}\n`)
