/** Guides read well aloud: short sentences, short points, one word for one thing. */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readText, ROOT_FOLDER } from '../../runners/suite/files.ts'
import { filesBelow } from '../support/imports.ts'

/** Words of a sentence, which also ends at a colon or a semicolon. */
const MOST_WORDS = 29
/** Five lines of 110 characters. */
const LONGEST_POINT = 550
/** Each has one right word: see docs/glossary.md. */
const OTHER_WORDS = /\b(?:mistakes?|bugs?)\b/gi
/** A bug is one of this project: exit code 70, and the templates that ask for it. */
const BUG_OF_OURS = /bug in channelproof|bug of ours|report (?:a|the) bug/gi

const PATHS = [
  ...readdirSync(ROOT_FOLDER).filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md'),
  ...['docs', 'vectors', 'schemas', 'runners', 'packages'].flatMap((folder) => filesBelow(folder, '.md')),
].filter((path) => !path.includes('node_modules'))

const POINT = /^\s*(?:[-*]|\d+\.)\s+/

/** Texts between which no sentence runs on: lines, and the cells of a table. */
function textsOf(page: string): string[] {
  const lines = page.replaceAll(/^```[\s\S]*?^```$/gm, '').split('\n')
  return lines.flatMap((line) => (line.startsWith('|') ? line.split(/(?<!\\)\|/) : [line.replace(POINT, '')]))
}

/** Code and addresses of links count as one word. */
const spoken = (text: string): string => text.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/`[^`]*`/g, 'code')

const wordsIn = (sentence: string): number => sentence.match(/[\p{L}\p{N}'’/_-]+/gu)?.length ?? 0

function faultsOf(page: string): string[] {
  const sentences = textsOf(page).flatMap((text) => spoken(text).split(/(?<=[.!?:;])\s+/))
  return [
    ...sentences.filter((one) => wordsIn(one) > MOST_WORDS).map((one) => `${wordsIn(one)} words: ${one}`),
    ...page
      .split('\n')
      .filter((line) => POINT.test(line) && line.length > LONGEST_POINT)
      .map((line) => `${line.length} characters: ${line.slice(0, 60)}`),
    ...(textsOf(page).join('\n').replaceAll(BUG_OF_OURS, '').match(OTHER_WORDS) ?? []),
  ]
}

describe('prose', () => {
  test.each(PATHS)('%s', (path) => {
    expect(faultsOf(readText(path))).toEqual([])
  })

  test.each([
    ['a long sentence', `${'word '.repeat(30)}end.`, 1],
    ['of the same length with a colon', `${'word '.repeat(20)}end: ${'word '.repeat(20)}`, 0],
    ['with code', `${'word '.repeat(20)}\`${'code '.repeat(20)}\` end.`, 0],
    ['in a table', `| ${'word '.repeat(31)}| short |`, 1],
    ['a long point', `- ${'A short one. '.repeat(50)}`, 1],
    ['a mistake and two bugs', 'A mistake. The bugs, a bug in channelproof.', 2],
    ['code of any length', `\`\`\`\n${'word '.repeat(40)}\n\`\`\``, 0],
  ])('%s: %#', (_, page, count) => {
    expect(faultsOf(page)).toHaveLength(count)
  })
})
