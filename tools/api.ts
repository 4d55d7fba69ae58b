/** `npm run api`: writes docs/api.d.ts, every type that the library exports, without the comments. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootFile } from '../runners/suite/files.ts'
import { typesAsText, writeLibraryTypes } from './openapi.ts'

const folder = mkdtempSync(join(tmpdir(), 'channelproof-api-'))
writeLibraryTypes(folder, '--removeComments')
mkdirSync(rootFile('docs'), { recursive: true })
writeFileSync(rootFile('docs/api.d.ts'), typesAsText(folder))
rmSync(folder, { recursive: true })
