/** The packages whose builds take a minute: .ci/release runs them. */
import { beforeAll } from 'vitest'
import { completePackages } from './languages.ts'
import { signaturesAgree } from './signatures.ts'

let packages: string
beforeAll(async () => {
  packages = await completePackages()
})

signaturesAgree(['rust', 'java'], () => packages)
