import { readText } from '../../../runners/suite/files.ts'

/** Pages with code that tests run. */
export const VECTORS_README = readText('vectors', 'README.md')
export const LOADING_GUIDE = readText('docs', 'loading-vectors.md')
export const OWN_TESTS_GUIDE = readText('docs', 'own-tests.md')

/** The fenced code blocks of a text in one language. */
export const codeBlocks = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code!)
