import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readText, rootFile } from '../../runners/suite/files.ts'
import { judge, type TwinState } from '../../src/judge/index.ts'
import type { Answer, Finding, Vector, Verdict } from '../../src/model/index.ts'
import { needsLibrary } from '../support/portability/libraries.ts'

/** One row of a file under vectors/judge. */
interface JudgeVector extends Pick<Vector, 'id' | 'level' | 'question' | 'expect'> {
  readonly vector: string
  readonly twin?: TwinState
  readonly answer: Answer
  readonly verdict: Pick<Verdict, 'outcome' | 'reason' | 'level'> & {
    /** The other findings, each reason once. */
    readonly findings?: readonly Pick<Finding, 'reason' | 'level'>[]
  }
}

const FILES = readdirSync(rootFile('vectors/judge')).filter((file) => file.endsWith('.yaml'))
const VECTORS = FILES.flatMap(
  (file) => (parse(readText('vectors/judge', file)) as { vectors: JudgeVector[] }).vectors,
)

function ours({ twin, vector, answer, ...row }: JudgeVector): JudgeVector['verdict'] {
  const named = twin === undefined ? {} : { twin: vector }
  const times = { askedAt: 0, answeredAt: 0 }
  const whole: Vector = { ...row, ...named, title: '', requirements: ['API'] }
  const { outcome, reason, level, findings = [] } = judge(whole, { ...times, ...answer }, twin ?? 'no-twin')
  const others = new Set(findings.map((one) => `${one.reason} ${one.level}`))
  others.delete(`${reason} ${level}`)
  return {
    outcome,
    ...(reason !== undefined && { reason }),
    level,
    ...(others.size > 0 && {
      findings: [...others].sort().map((pair) => {
        const [name = '', of] = pair.split(' ')
        return { reason: name, level: of as Finding['level'] }
      }),
    }),
  }
}

/** The verdicts of a program in Python on all of them. */
function verdictsOf(program: string): unknown[] {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify(VECTORS),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout) as unknown[]
}

describe('the vectors of judges', () => {
  test.for(FILES)('%s is printable ASCII', (file, { expect }) => {
    expect(readText('vectors/judge', file)).not.toMatch(/[^\n -~]/)
  })

  test('are many, for every method and outcome, each with an id of its own', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(200)
    expect(new Set(VECTORS.map(({ id }) => id)).size).toBe(VECTORS.length)
    const methods = new Set(VECTORS.map(({ question }) => question.method))
    expect([...methods].sort()).toEqual([
      'client.call',
      'token.issue',
      'token.params',
      'token.signature',
      'token.verify',
    ])
    const outcomes = new Set(VECTORS.map(({ verdict }) => verdict.outcome))
    expect([...outcomes].sort()).toEqual(['errored', 'failed', 'observed', 'passed', 'skipped'])
  })

  test.for(VECTORS.map((vector) => [vector.id, vector] as const))(
    'our judge: %s',
    ([, vector], { expect }) => {
      expect(ours(vector)).toEqual(vector.verdict)
    },
  )
})

const PYTHON = { name: 'Python', program: 'python3', probe: ['--version'], folder: rootFile('.') }
const FILE = rootFile('test/judge/judge.py')

/** Faults that a judge may have. */
const BROKEN: readonly (readonly [what: string, from: string, to: string])[] = [
  ['takes the URL-safe alphabet for the standard one', '[A-Za-z0-9+/]{4})*', '[A-Za-z0-9+/_-]{4})*'],
  ['takes a lone refusal for a right one', 'if twin != "twin-accepted"', 'if False'],
  ['fails what is open', 'if open_reasons or level == "unspecified"', 'if False'],
  ['forgets the defaults', 'DEFAULTS = {"channelDuration": 0, "duration": 86400, ', 'DEFAULTS = {'],
  ['looks at the first request alone', 'for request in requests:', 'for request in requests[:1]:'],
  ['knows no Tracking-Id of an earlier question', 'request.get("trackingIdSeenBefore")', 'False'],
  ['counts what is recommended as required', '"level": counted[0][1]', '"level": REQUIRED'],
  ['looks at the clock no more', 'if first <= int(timestamp) <= last', 'if True'],
  ['stops at the first finding', 'counted[1:]', 'counted[:0]'],
]

describe.skipIf(!needsLibrary(PYTHON))('a judge in Python', () => {
  const program = readFileSync(FILE, 'utf8')

  test('gives all verdicts with every finding, and with the standard library', () => {
    expect(verdictsOf(program)).toEqual(VECTORS.map(({ verdict }) => verdict))
    expect(program.match(/^(?:import|from) .*/gm)).toEqual(
      ['base64', 'hashlib', 'hmac', 'json', 're', 'sys', 'urllib.parse'].map((name) => `import ${name}`),
    )
  })

  test.for(BROKEN)('fails vectors where it %s', ([, from, to], { expect }) => {
    expect(program.split(from)).toHaveLength(2)
    const verdicts = verdictsOf(program.replace(from, to))
    expect(verdicts).not.toEqual(VECTORS.map(({ verdict }) => verdict))
  })
})
