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
const pageOf = (path: string): string => path.replace(/(^|\/)README\.md$/, '$1index.md')

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
  const add = (linked: string) => found.add(linked)
  // A set goes on with what is added while it is read.
  for (const path of found) if (isMarkdown(path)) pages.set(pageOf(path), guide(path, read(path), add))
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

interface Entry {
  readonly text: string
  /** From the root of the site, with a slash before it. */
  readonly link: string
  readonly about: string
}

const OVERVIEW = 'docs/index.md'
/** `1. [Title](target): what it is about`. */
const ENTRY = /^(?:\d+\.|-) \[([^\]]+)\]\(([^)]+)\)(?:[:,;] (.*))?$/
const LINK_TEXT = /\[([^\]]+)\]\([^)]+\)/g

/** The sections of the overview that list guides. @param pages Markdown by path */
export function sections(pages: ReadonlyMap<string, string>): { text: string; items: Entry[] }[] {
  const [, ...parts] = pages.get(OVERVIEW)!.split(/^## /m)
  return parts.map((part) => {
    const [text = '', ...lines] = part.split('\n')
    return { text, items: lines.flatMap(entryOf) }
  })
}

function entryOf(line: string): Entry[] {
  const [, text, target, about = ''] = ENTRY.exec(line) ?? []
  if (text === undefined || target === undefined) return []
  const link = target.startsWith('/') ? target : `/${join(dirname(OVERVIEW), target)}`
  return [{ text, link, about: about.replaceAll(LINK_TEXT, '$1') }]
}

/** https://llmstxt.org: the title, one sentence, and the guides with their sources. */
export function llmsText(pages: ReadonlyMap<string, string>): string {
  const [title = '', summary = ''] = pages.get('index.md')!.split('\n\n')
  const parts = sections(pages).map(({ text, items }) => {
    const lines = items.map(
      (item) => `- [${item.text}](${item.link.slice(1)})${item.about && `: ${item.about}`}`,
    )
    return [`## ${text}`, '', ...lines].join('\n')
  })
  const more = [
    '## Reference',
    '',
    '- [Rules](rules/index.html)',
    '- [Faults](faults/index.html)',
    '- [Vectors](families/index.html)',
  ]
  return `${[title, `> ${summary.replaceAll('\n', ' ')}`, ...parts, more.join('\n')].join('\n\n')}\n`
}
