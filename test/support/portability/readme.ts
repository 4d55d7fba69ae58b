import { readText } from '../../../runners/suite/files.ts'

/** The README of the vectors, and that of the project. */
export const VECTORS_README = readText('vectors', 'README.md')
export const PROJECT_README = readText('README.md')

/** The fenced code blocks of a text in one language. */
export const codeBlocks = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code!)
