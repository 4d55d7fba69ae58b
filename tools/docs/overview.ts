/** What docs/README.md lists: the side of each page, and llms.txt. */
import { dirname, join } from 'node:path/posix'

/** One guide in a section of the overview. */
interface Entry {
  readonly text: string
  /** From the root of the site, with a slash before it. */
  readonly link: string
  /** What it is about. */
  readonly about: string
}

export interface Section {
  readonly text: string
  readonly items: readonly Entry[]
}

const OVERVIEW = 'docs/index.md'
/** `1. [Title](target): what it is about`. */
const ENTRY = /^(?:\d+\.|-) \[([^\]]+)\]\(([^)]+)\)(?:[:,;] (.*))?$/
/** Its text stands in the first group. */
const LINK = /\[([^\]]+)\]\([^)]+\)/g

/** The sections of the overview that list guides. @param pages Markdown by path */
export function sections(pages: ReadonlyMap<string, string>): Section[] {
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
  return [{ text, link, about: about.replaceAll(LINK, '$1') }]
}

/** https://llmstxt.org: the title, one sentence, and the guides with their sources. */
export function llmsText(pages: ReadonlyMap<string, string>): string {
  const [title = '', summary = ''] = pages.get('index.md')!.split('\n\n')
  const parts = sections(pages).map(({ text, items }) =>
    [
      `## ${text}`,
      '',
      ...items.map((item) => `- [${item.text}](${item.link.slice(1)})${item.about && `: ${item.about}`}`),
    ].join('\n'),
  )
  const more = [
    '## Reference',
    '',
    '- [Rules](rules/index.html)',
    '- [Faults](faults/index.html)',
    '- [Vectors](families/index.html)',
  ]
  return `${[title, `> ${summary.replaceAll('\n', ' ')}`, ...parts, more.join('\n')].join('\n\n')}\n`
}
