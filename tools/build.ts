/**
 * `npm run build [folder]`: bundles the programs and the library into dist, with the types of the library, the vectors
 * as compressed JSON, the OpenAPI bundle and the page of the inspector.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundlePrograms, licencesOf, bundleInspector } from './bundle.ts'
import { INSPECTOR, writePacked, rootFile } from '../runners/suite/files.ts'
import { GROUPS } from '../src/vectors/names.ts'
import { writeLibraryTypes, bundledOpenapi } from './openapi.ts'
import { loadRequirements, readFamilies } from '../runners/suite/index.ts'

/** Everything that is started or imported by its path. */
const ENTRIES = [
  'cli',
  'library/index',
  'adapter/referenceAdapter',
  'fuzz/lane',
  'selfCheck/faultyClientAdapter',
  'selfCheck/protocolAdapter',
]

const folder = rootFile(process.argv[2] ?? 'dist')
rmSync(folder, { recursive: true, force: true })
const libraries = await bundlePrograms('runners', ENTRIES, join(folder, 'runners'))
const inspector = await bundleInspector()
writeFileSync(join(folder, INSPECTOR), inspector.html)
writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf([...libraries, ...inspector.libraries]))
chmodSync(join(folder, 'runners/cli.js'), 0o755)
writeLibraryTypes(join(folder, 'types'))
const packed = join(folder, 'packed')
mkdirSync(packed)
for (const group of GROUPS) writePacked(packed, group, await readFamilies([group]))
writePacked(packed, 'requirements', await loadRequirements())
writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(bundledOpenapi())}\n`)
