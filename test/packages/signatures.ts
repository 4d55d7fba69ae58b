import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readText } from '../../runners/suite/files.ts'
import { needsTool } from '../support/programs.ts'
import { familyFile, LANGUAGES, project, replace, run } from './languages.ts'

/** Are these programs here? A failure in CI, where one is not. */
export const canRun = (programs: readonly string[]): boolean => programs.every(needsTool)

/** Of "63 of 64 agree". */
const agreeing = (printed: string): number[] => /(\d+) of (\d+) agree/.exec(printed)!.slice(1).map(Number)

const PLAIN = 'KM0gttbKrRPWdPItTbXrIXtv1/M3pg9UdMlNoSSGqgs='
const ALTERED = PLAIN.replace('KM0', 'KM1')
/** The expectation, and not the intermediate value of the same text. */
const inExpectation = (signature: string): string => `"output": {\n          "signature": "${signature}"`

/** The tests of these packages, each in a project of its own. */
export function signaturesAgree(folders: readonly string[], packages: () => string): void {
  describe.each(LANGUAGES.filter(({ folder }) => folders.includes(folder)))(
    'the package in $folder',
    (language) => {
      describe.skipIf(!canRun(language.programs))('installed from its folder', () => {
        test('gives the vectors, whose signatures the library of the language makes too; one altered is seen', () => {
          const own = project(language, packages())
          const right = run(own, language.signatures)
          expect(right).toMatchObject({ status: 0 })
          const [agree, all] = agreeing(right.printed)
          expect(agree).toBe(all)
          expect(all).toBe(signatures())

          replace(familyFile(language, own, 'token/signature'), inExpectation(PLAIN), inExpectation(ALTERED))
          const wrong = run(own, language.signatures)
          expect(wrong.status).not.toBe(0)
          expect(wrong.printed).toContain('differs: token/signature/plain')
          expect(agreeing(wrong.printed)).toEqual([all! - 1, all])
        })
      })
    },
  )
}

const signatures = (): number =>
  (parse(readText('vectors/token/signature.yaml')) as { vectors: unknown[] }).vectors.length
