import { parse } from 'yaml'
import type { FaultId, Method } from '../../src/model/index.ts'
import { readText } from '../../runners/suite/files.ts'

/** One exact piece of a program, and its replacement. */
export interface Change {
  readonly from: string
  readonly to: string
}

/** What a right report says about a wrong program; written before the diagnosis has seen it. */
export interface Expectation {
  readonly faults?: readonly FaultId[]
  /** Sets of faults that give the same answers: each of them is right. */
  readonly anyOf?: readonly (readonly FaultId[])[]
  /** The wrong methods, where they are the same for every fault. */
  readonly in?: readonly Method[]
  /** No fault of the catalogue does this: what the report shows of the first wrong answer of a method. */
  readonly describes?: Description
  /** The program breaks: no fault explains that. */
  readonly trouble?: true
  /** Why the change makes no answer wrong. */
  readonly equivalent?: string
}

export interface Description {
  readonly method: Method
  /** The first stage that differs; token.verify shows none. */
  readonly stage?: string
}

/** A row of test/mutants/<language>.yaml: a right program with changes, or one of the SDKs to choose from. */
export interface Row {
  readonly id: string
  /** The file that is changed, from the root. */
  readonly file?: string
  readonly change?: readonly Change[]
  /** The argument that selects a built-in mistake of the SDK, and what the mistake does. */
  readonly mutant?: string
  readonly does?: string
  readonly expect: Expectation
}

export const LANGUAGES = ['python', 'go', 'ruby', 'php', 'javascript', 'java'] as const
export type Language = (typeof LANGUAGES)[number]

export const rowsOf = (language: Language): readonly Row[] =>
  parse(readText('test', 'mutants', `${language}.yaml`)) as Row[]

/** @throws Error unless each piece occurs exactly once, so that a row cannot miss its program unnoticed */
export function changed(text: string, change: readonly Change[]): string {
  return change.reduce((before, { from, to }) => {
    const [head, tail, ...more] = before.split(from)
    if (tail === undefined || more.length > 0) throw new Error(`does not occur exactly once: ${from}`)
    return head! + to + tail
  }, text)
}
