import { readText } from '../../runners/files.ts'

export const README = readText('vectors', 'README.md')

/** The fenced code blocks of vectors/README.md in one language. */
export const codeBlocks = (language: string): string[] =>
  [...README.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code!)
