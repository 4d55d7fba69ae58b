/** The links of Markdown pages, checked on texts alone. */
import { posix } from 'node:path'

/** Pages by their path from the root. */
export type Pages = Readonly<Record<string, string>>

interface Link {
  readonly page: string
  readonly target: string
}

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '')

/** The links within the repository: those with a scheme lead outside. */
export const linksOf = (page: string, text: string): Link[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => ({ page, target: target! }))
    .filter(({ target }) => !/^[a-z]+:/.test(target))

export const pathOf = ({ page, target }: Link): string => {
  const [path = ''] = target.split('#')
  return path === '' ? page : posix.join(posix.dirname(page), path)
}

/** The anchors that GitHub and npm give to headings. */
const anchorsOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Links to no file, or to no heading of a page. */
export function brokenLinks(pages: Pages, exists: (path: string) => boolean): string[] {
  const leads = (link: Link): boolean => {
    const [, anchor] = link.target.split('#')
    const path = pathOf(link)
    if (anchor === undefined) return path in pages || exists(path)
    return anchorsOf(pages[path] ?? '').includes(anchor)
  }
  return Object.entries(pages)
    .flatMap(([page, text]) => linksOf(page, text))
    .filter((link) => !leads(link))
    .map(({ page, target }) => `${page}: ${target}`)
}

/** Guides to which the landing page does not lead. */
export function unlinkedGuides(pages: Pages): string[] {
  const landing = 'docs/README.md'
  const linked = new Set([landing, ...linksOf(landing, pages[landing] ?? '').map(pathOf)])
  return Object.keys(pages).filter((page) => page.startsWith('docs/') && !linked.has(page))
}
