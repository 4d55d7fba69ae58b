/** A year of an SDK and its release gate, as its maintainers go through it. */
import { describe, expect, test } from 'vitest'
import { idsWith, Project } from '../support/gate/gate.ts'

const GATE = ['--baseline', 'channelproof-baseline.yaml', '--lock', 'channelproof-lock.json'] as const

/** Eight texts that JSON.stringify writes in another way, and four secrets above the block of 64 bytes. */
const KNOWN = [
  'latin-escaped',
  'astral-escaped',
  'solidus-escaped',
  'spaced',
  'indented',
  'tabs-and-returns',
  'white-space-outside',
  'trailing-line-feed',
].map((name) => `token/params/${name}`)
const SECRETS = [
  'secret-of-65-bytes',
  'secret-of-74-bytes',
  'secret-of-200-bytes',
  'secret-over-block-in-bytes-only',
].map((name) => `token/signature/${name}`)
const BOTH = 'parse-again,cut-secret'
/** What the catalogue calls the first; four secrets are too few to give the second its name. */
const CAUSE = 'params-reserialised'
const ENTRIES = [...SECRETS.map((id) => `- vector: "${id}"`), `- cause: "${CAUSE}"`]

const entry = (id: string): string =>
  `  - vector: "${id}"\n    reason: "r"\n    issue: "TODO"\n    expires: "2999-01-01"\n`

describe('a year of an SDK', () => {
  const project = new Project()
  const sdk = (problems: string, flags: readonly string[] = GATE): ReturnType<Project['sdk']> =>
    project.sdk(problems, flags)

  test('January: the first run has twelve failures, and the gate is red', async () => {
    const { code, report } = await sdk(BOTH, [])
    expect(code).toBe(1)
    expect(idsWith(report, 'failed').sort()).toEqual([...KNOWN, ...SECRETS].sort())
    expect(report.conforms).toBe(false)
  })

  test('the baseline and the lock are written, and the gate is green', async () => {
    const written = await sdk(BOTH, [...GATE, '--update-baseline', '--update-lock'])
    expect(written.code).toBe(0)
    expect(written.stderr).toContain('channelproof-baseline.yaml was renewed: 5 entries, 0 before')
    // Every token and client vector: as many as there are verdicts.
    expect(written.stderr).toContain(
      `channelproof-lock.json was renewed: ${written.report.verdicts.length} new, 0 changed, 0 gone`,
    )
    const baseline = project.read('channelproof-baseline.yaml')
    expect(baseline.match(/- (?:cause|vector): .*/g)).toEqual(ENTRIES)
    const again = await sdk(BOTH)
    expect(again.code).toBe(0)
    expect(again.report.totals).toMatchObject({ failed: 12, excused: 12 })
    expect(again.stdout).toContain('12 failures are excused')
    expect(again.stdout).toContain('5 of 5 entries name no issue yet')
  })

  test('February: people write down why, and an update keeps that', async () => {
    const text = project
      .read('channelproof-baseline.yaml')
      .replace(
        /reason: "not looked at yet: token\/params.*"\n( *)issue: "TODO"/,
        'reason: "the parser of 2019 cannot do it"\n$1issue: "https://issues.example/7"',
      )
    expect(text).toContain('the parser of 2019')
    project.write('channelproof-baseline.yaml', text)
    expect((await sdk(BOTH, [...GATE, '--update-baseline'])).code).toBe(0)
    expect(project.read('channelproof-baseline.yaml')).toBe(text)
  })

  test('March: a regression that nothing explains, and the gate is red', async () => {
    const text = project.read('channelproof-baseline.yaml')
    const { code, report } = await sdk(`${BOTH},lower-case`, [...GATE, '--update-baseline'])
    // Of token.issue hardly anything is left that is judged.
    expect(code).toBe(4)
    expect(report.totals.failed).toBeGreaterThan(12)
    // It may hide the name of what was known: the cause stays, for it is not known to be gone.
    expect(project.read('channelproof-baseline.yaml')).toContain('the parser of 2019')
    project.write('channelproof-baseline.yaml', text)
    const red = await sdk(`${BOTH},lower-case`)
    expect(red.code).toBe(1)
    expect(red.report.baseline!.problems).toEqual([])
    for (const id of SECRETS) expect(red.stdout).not.toContain(`FAILED ${id}`)
  })

  test('April: one mistake is repaired; the gate names the stale entries and the edit', async () => {
    const { code, report, stdout } = await sdk('parse-again')
    expect(code).toBe(5)
    expect(report).toMatchObject({ conforms: false, exitCode: 5 })
    expect(report.baseline!.problems.map(({ code, entry }) => [code, entry])).toEqual(
      SECRETS.map((id) => ['baseline-passes', id]),
    )
    expect(stdout).toContain(`-  - vector: "${SECRETS[0]}"`)
    expect(stdout).toContain('or let --update-baseline write these lines')
    expect(stdout).toContain('nothing gates but the baseline, which is wrong')
  })

  test('the baseline is renewed: four entries go, and the cause stays with its reason', async () => {
    expect((await sdk('parse-again', [...GATE, '--update-baseline'])).code).toBe(0)
    const text = project.read('channelproof-baseline.yaml')
    expect(text.match(/- (?:cause|vector): .*/g)).toEqual([`- cause: "${CAUSE}"`])
    expect(text).toContain('the parser of 2019')
    expect((await sdk('parse-again')).code).toBe(0)
  })

  test('June: the suite is upgraded; what is new and fails is shown, and the gate stays green', async () => {
    // The lock of the version before: it knew one vector less, and another one with other contents.
    const lock = JSON.parse(project.read('channelproof-lock.json')) as { vectors: Record<string, string> }
    delete lock.vectors['token/signature/secret-of-65-bytes']
    lock.vectors['token/signature/secret-of-74-bytes'] = '0'.repeat(64)
    const before = JSON.stringify(lock)
    project.write('channelproof-lock.json', before)
    // Whose code also fails one that the lock has had all the time.
    expect((await sdk(BOTH)).code).toBe(1)
    const baseline = project.read('channelproof-baseline.yaml')
    project.write('channelproof-baseline.yaml', baseline + SECRETS.slice(2).map(entry).join(''))
    const { code, report, stdout } = await sdk(BOTH)
    expect(code).toBe(0)
    expect(report.lock).toEqual({ new: [SECRETS[0]], changed: [SECRETS[1]], gone: [] })
    expect(stdout).toContain(`FAILED ${SECRETS[0]} (required, new, does not gate)`)
    expect(stdout).toContain(
      `lock: 1 new, of which 1 failed; they do not gate until --update-lock: ${SECRETS[0]}`,
    )
    expect(stdout).toContain(`lock: 1 changed, of which 1 failed`)
    expect(project.read('channelproof-lock.json')).toBe(before)
  })

  test('July: the lock is renewed, and what is new gates', async () => {
    expect((await sdk(BOTH, [...GATE, '--update-lock'])).code).toBe(1)
    expect((await sdk(BOTH)).code).toBe(1)
    expect((await sdk(BOTH, [...GATE, '--update-baseline'])).code).toBe(0)
  })

  test('October: an entry has expired, and the gate is red', async () => {
    const text = project.read('channelproof-baseline.yaml')
    const line = text.split('\n').findIndex((row) => row.includes('expires:')) + 1
    project.write('channelproof-baseline.yaml', text.replace(/expires: ".*"/, 'expires: "2026-09-30"'))
    const { code, report, stdout } = await sdk(BOTH)
    expect(code).toBe(5)
    expect(report.baseline!.problems).toHaveLength(1)
    // The entry begins three lines above its date.
    expect(stdout).toContain(`channelproof-baseline.yaml:${line - 3}: `)
    expect(stdout).toContain('-    expires: "2026-09-30"')
    expect(stdout).toMatch(/\+ {4}expires: "20[0-9]{2}-[0-9]{2}-[0-9]{2}"/)
    // An update does not give it more time by itself: that is for people to decide.
    expect(stdout).not.toContain('or let --update-baseline')
    expect((await sdk(BOTH, [...GATE, '--update-baseline'])).code).toBe(5)
    project.write('channelproof-baseline.yaml', text)
    expect((await sdk(BOTH)).code).toBe(0)
  })

  test('November: the adapter crashes on one question, which no entry excuses', async () => {
    const text = project.read('channelproof-baseline.yaml')
    const errored = idsWith((await sdk(`${BOTH},crashes`)).report, 'errored')
    expect(errored).toHaveLength(1)
    project.write('channelproof-baseline.yaml', text + entry(errored[0]!))
    const { code, report } = await sdk(`${BOTH},crashes`)
    expect(code).toBe(1)
    expect(report.totals.excused).toBe(12)
    // Nor does an update list it.
    project.write('channelproof-baseline.yaml', text)
    expect((await sdk(`${BOTH},crashes`, [...GATE, '--update-baseline'])).code).toBe(1)
    expect(project.read('channelproof-baseline.yaml')).toBe(text)
  })

  test('December: nothing is run, or the adapter does not start, and the report of November is gone', async () => {
    const nothing = await sdk('offers-nothing')
    expect(nothing.code).toBe(4)
    expect(nothing.report.conforms).toBe(false)
    const absent = await sdk('does-not-start')
    expect(absent.code).toBe(3)
    expect(absent.report).toMatchObject({ conforms: false, exitCode: 3, partial: true, verdicts: [] })
    expect(absent.report.stopped!.code).toBe('adapter-not-started')
  })
})
