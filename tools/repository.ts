/**
 * `REPOSITORY=https://… npm run repository`: before a release, puts the address of the repository into package.json,
 * from which `repository`, `homepage` and `bugs` follow. Until then they are placeholders.
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { readText, rootFile } from '../runners/suite/files.ts'

/** The three addresses of a package. */
export interface Addresses {
  readonly repository: { readonly type: 'git'; readonly url: string }
  readonly homepage: string
  readonly bugs: { readonly url: string }
}

/**
 * What package.json says of a repository.
 * @param address of its page, such as `https://git.example/owner/channelproof`
 * @throws Error where it is no address of https, or has a user, a query or a fragment
 */
export function addressesOf(address: string | undefined): Addresses {
  const url = URL.canParse(address ?? '') ? new URL(address!) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new Error(
      `REPOSITORY is ${JSON.stringify(address)}: name the page of the repository, https://<host>/<owner>/<name>`,
    )
  const page = url.href.replace(/(\.git)?\/*$/, '')
  return {
    repository: { type: 'git', url: `git+${page}.git` },
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
  }
}

/** The text of a package.json with these addresses; everything else stays. */
export const withAddresses = (text: string, addresses: Addresses): string =>
  `${JSON.stringify({ ...(JSON.parse(text) as object), ...addresses }, undefined, 2)}\n`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const addresses = addressesOf(process.env['REPOSITORY'])
  writeFileSync(rootFile('package.json'), withAddresses(readText('package.json'), addresses))
}
