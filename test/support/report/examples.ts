import type { Report } from '../../../src/report/report.ts'
import { context, reportOf, suite } from './reports.ts'

export const right = await reportOf([])
export const wrong = await reportOf(['b64-urlsafe'])
export const excuse = { reason: 'known since 2.0', issue: 'https://issues.example/7', expires: '2026-06-30' }

/** A report with a row of every kind. */
export const full: Report = {
  ...wrong,
  partial: false,
  verdicts: wrong.verdicts.map((verdict, at) =>
    verdict.outcome !== 'failed'
      ? verdict
      : at % 9 === 0
        ? { ...verdict, excused: excuse }
        : at % 10 === 0
          ? { ...verdict, lock: 'new' as const, repeat: "curl -X POST 'http://localhost/auth/token'" }
          : at % 11 === 0
            ? { ...verdict, outcome: 'errored' as const, reason: 'crash', message: 'the adapter ended' }
            : verdict,
  ),
  stopped: { code: 'kept-crashing', message: 'the adapter crashed three times', remaining: ['curl stop'] },
  tooLittle: ['token.verify is required and was not judged'],
  baseline: {
    file: 'baseline.yaml',
    entries: 3,
    unfiled: 1,
    problems: [
      {
        code: 'baseline-passes',
        entry: 'token/params/ascii',
        line: 12,
        message: 'it passes now: take it out of the list',
        edit: ['- - vector: "token/params/ascii"', '-   reason: "old base64"'],
      },
    ],
  },
  lock: { new: ['token/params/ascii'], changed: [], gone: ['token/params/gone'] },
  unexplained: {
    vectors: ['token/params/ascii'],
    stages: [
      {
        vector: 'token/params/ascii',
        stages: [
          { stage: 'json', expected: '{"a":1}', got: '{"a":1}' },
          { stage: 'params', expected: 'eyJhIjoxfQ==', got: 'eyJhIjoxfQ' },
          { stage: 'signature', expected: 'abc' },
        ],
      },
    ],
  },
}

/** The same with some rows of each kind: axe-core looks at every element. */
export const small: Report = { ...full, verdicts: full.verdicts.slice(0, 100) }
export const few = { ...context, requirements: suite.requirements.slice(0, 60) }
