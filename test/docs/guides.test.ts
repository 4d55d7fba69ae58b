import { describe, expect, test } from 'vitest'
import { loadSuite } from '../../runners/suite/index.ts'
import { guides, llmsText, sections } from '../../tools/docs/guides.ts'
import { reference } from '../../tools/docs/reference.ts'

/** The guides, as if README.md had this text. */
const withReadme = (text: string) => guides((path) => (path === 'README.md' ? text : '# Another\n'))

describe('guides as pages of a site', () => {
  test('links lead to pages, other files stand below the root, and code stays as it is', () => {
    const text = [
      '<!-- for the source alone -->\n\n# A',
      '[overview](docs/README.md#you-release), [types](docs/api.d.ts), [far](https://example.org/x.md)',
      '`](docs/README.md)` is code',
      '```\n](docs/README.md)\n```',
    ].join('\n\n')
    const { pages, files } = withReadme(text)
    expect(pages.get('index.md')).toBe(
      [
        '# A',
        '[overview](docs/index.md#you-release), [types](/docs/api.d.ts), [far](https://example.org/x.md)',
        '`](docs/README.md)` is code',
        '```\n](docs/README.md)\n```',
      ].join('\n\n'),
    )
    expect([...pages.keys()]).toEqual(['index.md', 'docs/index.md'])
    expect(files).toEqual(['docs/api.d.ts'])
  })

  test('a link to nothing is an error that names its file', () => {
    expect(() => withReadme('[gone](docs/gone.md)')).toThrow(
      'README.md links docs/gone.md, which does not exist',
    )
  })

  test('the overview lists guides that are pages or files, and llms.txt has them all', () => {
    const { pages, files } = guides()
    const links = sections(pages).flatMap(({ items }) => items.map(({ link }) => link.slice(1)))
    expect(links).toContain('docs/sign-error.md')
    expect(links.filter((link) => !pages.has(link) && !files.includes(link))).toEqual([])
    const text = llmsText(pages)
    expect(text).toMatch(/^# channelproof\n\n> \S/)
    expect(links.filter((link) => !text.includes(`](${link})`))).toEqual([])
  })
})

test('each rule, fault and family has a page, and every link between them leads to one', async () => {
  const suite = await loadSuite()
  const pages = reference(suite)
  for (const page of ['rules/TOKEN-TIMESTAMP-UTC.md', 'faults/key-trimmed.md', 'families/token/issue.md'])
    expect(pages.has(page), page).toBe(true)
  expect([...pages.keys()].filter((path) => path.startsWith('rules/')).length).toBe(
    suite.requirements.length + 1,
  )
  const links = [...pages.values()].flatMap((text) => [...text.matchAll(/\]\(\/([^)#]+)(?:#([^)]+))?\)/g)])
  expect(links.length).toBeGreaterThan(5000)
  const dead = links.filter(
    ([, path = '', anchor]) =>
      !(anchor === undefined ? pages.has(path) : pages.get(path)?.includes(`{#${anchor}}`)),
  )
  expect(dead.map(([link]) => link)).toEqual([])
})

test('what stands in data is text on a page', async () => {
  const { requirements, ...suite } = await loadSuite(['token'])
  const statement = '<b>*not* [bold](x) {{ 1 }}'
  const pages = reference({ ...suite, requirements: [{ ...requirements[0]!, statement }] })
  expect(pages.get(`rules/${requirements[0]!.id}.md`)).toContain(
    String.raw`\<b\>\*not\* \[bold\](x) \{\{ 1 \}\}`,
  )
})
