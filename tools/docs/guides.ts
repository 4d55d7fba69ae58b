import { existsSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path/posix'
import { readText, rootFile } from '../../runners/suite/files.ts'

/** The guides as pages, and the other files that they link. Paths are relative to the root, with `/`. */
export interface Guides {
  /** From the path of a page to its Markdown. */
  readonly pages: ReadonlyMap<string, string>
  readonly files: readonly string[]
}

/** A link or picture of Markdown: `](target#anchor)`. */
const LINK = /\]\(([^)\s#]+)(#[^)\s]*)?\)/g
/** What is no text: blocks between fences, and code in a line. */
const CODE = /^```[^]*?^```$|`[^`\n]+`/gm

/** A folder shows its README. */
export const pageOf = (path: string): string => path.replace(/(^|\/)README\.md$/, '$1index.md')

const isMarkdown = (path: string): boolean => path.endsWith('.md')
const isOutside = (target: string): boolean => /^[a-z]+:/.test(target)

/** Text with its links changed by `change`, which gets and returns targets; code stays as it is. */
function withLinks(text: string, change: (target: string) => string): string {
  const changed = (prose: string): string =>
    prose.replaceAll(LINK, (_, target: string, anchor = '') => `](${change(target)}${anchor})`)
  const code = text.match(CODE) ?? []
  return text.split(CODE).reduce((sum, prose, at) => `${sum}${code[at - 1] ?? ''}${changed(prose)}`, '')
}

/**
 * Every Markdown file that links lead to from README.md.
 * @param read the text of a file of the project
 * @throws Error where a link leads to nothing, with its file
 */
export function guides(read: (path: string) => string = readText): Guides {
  const pages = new Map<string, string>()
  const found = new Set(['README.md'])
  // A set goes on with what is added while it is read.
  for (const path of found)
    if (isMarkdown(path))
      pages.set(
        pageOf(path),
        guide(path, read(path), (linked) => found.add(linked)),
      )
  return { pages, files: [...found].filter((path) => !isMarkdown(path)) }
}

/** One file as a page: its links lead to pages, and other files stand below the root of the site. */
function guide(path: string, text: string, add: (linked: string) => unknown): string {
  return withLinks(withoutComments(text), (target) => {
    if (isOutside(target)) return target
    const linked = normalize(join(dirname(path), target))
    if (!existsSync(rootFile(linked))) throw new Error(`${path} links ${target}, which does not exist`)
    add(linked)
    return isMarkdown(linked) ? relative(dirname(pageOf(path)), pageOf(linked)) : `/${linked}`
  })
}

/** HTML is shown as text on the pages, and a comment is for the reader of the source alone. */
const withoutComments = (text: string): string => text.replaceAll(/^<!--[^]*?-->\n+/gm, '')
