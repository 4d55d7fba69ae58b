import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

/** Written by "npm run docs" beside the pages (tools/docs). */
const { sections, endings } = JSON.parse(
  readFileSync(new URL('../pages/facts.json', import.meta.url), 'utf8'),
)

// What VitePress does not know it takes for a page without ".html".
process.env['VITE_EXTRA_EXTENSIONS'] = endings.join(',')

/** Pages that are complete without this site. */
const own = (text: string, link: string) => ({ text, link, target: '_self' })

export default defineConfig({
  title: 'channelproof',
  description: 'Conformance suite of the Real-Time Channel Service',
  // No icon: a browser would ask for /favicon.ico.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: 'pages',
  outDir: 'dist',
  srcExclude: ['public/**'],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // The guides have none, and a placeholder such as <command> is no tag.
    html: false,
    // As the guides link them, where their source is read.
    anchor: {
      slugify: (text) =>
        text
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
    },
    config(md) {
      const text = md.renderer.rules.text!
      // Vue would compute what stands between two braces.
      md.renderer.rules.text = (...given) => text(...given).replaceAll('{', '&#123;')
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guides', link: '/docs/' },
      { text: 'Rules', link: '/rules/' },
      { text: 'Faults', link: '/faults/' },
      { text: 'Vectors', link: '/families/' },
      own('Inspector', '/inspector.html'),
      own('A report', '/example-report.html'),
    ],
    sidebar: { '/docs/': sections },
    outline: 'deep',
  },
})
