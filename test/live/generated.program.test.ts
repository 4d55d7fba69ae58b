import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import type { Report } from '../../src/report/report.ts'
import { cli, temporary } from '../support/cli.ts'
import { CHANNEL, ENV } from '../support/live/service.ts'
import { liveOn, type Wrong } from '../support/live/wrapped.ts'

const FEW = ['--filter', 'endpoint/auth/right'] as const
const right: Wrong = (_, answer) => answer()
/** Reads bodies up to the first line break: no shipped vector has one. */
const lineReader: Wrong = ({ body }, answer) =>
  Buffer.from(body).toString().trim().includes('\n') ? { status: 418 } : answer()
const generatedIn = ({ verdicts }: Report) => verdicts.filter(({ vector }) => vector.startsWith('generated/'))

/** A run, and the bodies of its starts but for the numbers of their streams. */
async function startsOf(wrong: Wrong, flags: readonly string[]) {
  const bodies = new Set<string>()
  const watching: Wrong = (asked, answer) => {
    if (asked.path === '/streaming/start')
      bodies.add(
        Buffer.from(asked.body)
          .toString()
          // A channel that nobody has opened.
          .replaceAll(/channelproof[0-9a-f]{16}/g, 'C')
          .replaceAll(/\d{9,11}/g, 'N'),
      )
    return wrong(asked, answer)
  }
  return { ...(await liveOn(watching, flags)), bodies }
}

describe('live asks generated questions', () => {
  test('three hundred and fifty-five of its own accord, and a few again, with what brings them back', async () => {
    const { stdout, code } = await cli(['live', '--seed', '7', '--report', 'json'])
    const report = JSON.parse(stdout) as Report
    expect(code).toBe(0)
    expect(schemaCheck('report')(report)).toEqual([])
    expect(report.generated).toMatchObject({ seed: 7, count: 355, asked: 376 })
    expect(generatedIn(report).filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  })

  test('none with --generated 0, and none beside a filter', async () => {
    for (const flags of [
      ['--generated', '0'],
      [...FEW, '--seed', '7'],
    ]) {
      const { report } = await liveOn(right, [...flags])
      expect(report!.generated).toBeUndefined()
      expect(generatedIn(report!)).toEqual([])
    }
  })

  test('and finds a service that no shipped vector finds', async () => {
    const shipped = await liveOn(lineReader, ['--generated', '0'])
    expect(shipped.report!.conforms).toBe(true)
    const { report, code, stdout } = await liveOn(lineReader, ['--seed', '7'])
    expect(code).toBe(1)
    expect(report!.conforms).toBe(false)
    expect(report!.generated!.smallest!.length).toBeGreaterThan(0)
    expect(stdout).toContain('operation: "auth.token"')
  })
})

describe('a clock that stands', () => {
  const { alteration } = SERVICE_FAULTS.find(({ id }) => id === 'service-clock-stands')!
  const GENERATED = [...FEW, '--generated', '20', '--seed', '7'] as const

  test('shows in a run that is short, and no other rule is named', async () => {
    const memory = new Map<string, string>()
    const stands: Wrong = async (asked, answer) =>
      alteration(asked, () => answer(), Math.floor(Date.now() / 1000), memory)
    const { report, code, stdout } = await liveOn(stands, GENERATED)
    expect(code).toBe(1)
    const failed = generatedIn(report!).filter(({ outcome }) => outcome !== 'passed')
    expect(failed.length).toBeGreaterThan(0)
    expect(new Set(failed.map(({ rule }) => rule))).toEqual(new Set(['TOKEN-TIMESTAMP-UTC']))
    expect(stdout).toContain('read the clock for each token')
  })

  test('and one that moves conforms', async () => {
    expect((await liveOn(right, GENERATED)).code).toBe(0)
  })
})

describe('failures are made smaller', () => {
  /** The body that a vector in YAML sends. */
  const bodyIn = (yaml: string): string => JSON.parse(/body: (".*")$/m.exec(yaml)![1]!) as string

  test('with few requests', async () => {
    const flags = [...FEW, '--generated', '100', '--seed', '7']
    const plain = await liveOn(right, flags)
    const { report, paths } = await liveOn(lineReader, flags)
    const { smallest = [] } = report!.generated!
    const membersOf = (yaml: string) => Object.keys(JSON.parse(bodyIn(yaml)) as object)
    const asked = generatedIn(report!).filter(({ outcome }) => outcome === 'failed')
    expect(asked.length).toBeGreaterThan(smallest.length)
    // No member but the two that must be there.
    expect(smallest.map(({ yaml }) => membersOf(yaml).toSorted())).toContainEqual(['channelId', 'userId'])
    expect(paths.length).toBeGreaterThan(plain.paths.length)
    expect(paths.length).toBeLessThanOrEqual(plain.paths.length + 80)
    expect(report!.requests!.sent).toBe(paths.length)
  })

  test('never by starts, and never beyond --max-requests', async () => {
    const slowReader: Wrong = ({ body, path }, answer) =>
      path === '/streaming/start' && Buffer.from(body).toString().includes('"fps"')
        ? { status: 418 }
        : answer()
    const flags = [...FEW, '--generated', '100', '--seed', '7', '--channel', CHANNEL]
    const [asked, failing] = [await startsOf(right, flags), await startsOf(slowReader, flags)]
    expect(failing.report!.generated!.smallest!.length).toBeGreaterThan(0)
    // A start that a smaller question made would be of a body of its own.
    expect([...failing.bodies].filter((body) => !asked.bodies.has(body))).toEqual([])
    expect(asked.bodies.size).toBeGreaterThan(5)
    const sparse = await liveOn(lineReader, [...flags.slice(0, -2), '--max-requests', '60'])
    expect(sparse.report!.generated!.smallest!.length).toBeGreaterThan(0)
    expect(sparse.paths.length).toBeLessThanOrEqual(60)
  })
})

describe('without --channel generated questions', () => {
  const flags = [...FEW, '--generated', '100', '--seed', '7']

  test('start nothing: what names no open channel is answered 404', async () => {
    const answers = new Set<number>()
    const noting: Wrong = (asked, answer) => {
      const response = answer()
      if (asked.path === '/streaming/start') answers.add(response.status)
      return response
    }
    const { paths, report } = await liveOn(noting, flags)
    expect(paths.length).toBeGreaterThan(100)
    expect(answers).toEqual(new Set([404]))
    expect(report!.generated!.asked).toBeGreaterThan(90)
  })

  test('and with it they do', async () => {
    const { paths, streams } = await liveOn(right, [...flags, '--channel', CHANNEL])
    expect(paths).toContain('/streaming/start')
    expect(streams()).toEqual([])
  })
})

describe('--dry-run', () => {
  test('shows what the generated questions may send, sends nothing and writes nothing', async () => {
    const lock = join(temporary(), 'lock.json')
    const flags = ['--dry-run', '--channel', CHANNEL, '--seed', '7', '--lock', lock, '--update-lock']
    const { paths, stdout } = await liveOn(right, [...flags, '--max-requests', '30'])
    expect(paths).toEqual([])
    expect(existsSync(lock)).toBe(false)
    const lines = stdout.split('\n').filter((line) => line.startsWith('generated/'))
    expect(lines.length).toBeGreaterThan(45)
    expect(lines.filter((line) => /\t.*POST \/streaming\/start.*\(open channel\)/.test(line))).not.toEqual([])
    expect(lines.every((line) => line.includes('{{channel}}') || line.includes('channelId'))).toBe(true)
    expect(stdout).toMatch(/^requests\tat most 30 \(--max-requests\) of up to [0-9]+/m)
  })

  test('names no start in an open channel where none is given', async () => {
    const { stdout } = await liveOn(right, ['--dry-run', '--seed', '7'])
    const lines = stdout.split('\n').filter((line) => line.startsWith('generated/'))
    expect(lines.length).toBeGreaterThan(45)
    const starts = lines.filter((line) => line.includes('streaming/start'))
    expect(starts).not.toEqual([])
    expect(starts.filter((line) => !line.includes('(unopened channel)'))).toEqual([])
  })
})

describe('--keep and --vectors', () => {
  test('ask again what failed: it fails again, and passes where it is repaired', async () => {
    const file = join(temporary(), 'kept.yaml')
    await liveOn(lineReader, ['--seed', '7', '--keep', file])
    expect(readFileSync(file, 'utf8')).toContain('generated/endpoint-')
    const flags = [...FEW, '--vectors', file]
    const again = await liveOn(lineReader, flags)
    expect(again.code).toBe(1)
    expect(generatedIn(again.report!).length).toBeGreaterThan(0)
    const repaired = await liveOn(right, flags)
    expect(repaired.code).toBe(0)
    expect(generatedIn(repaired.report!).map(({ vector }) => vector)).toEqual(
      generatedIn(again.report!).map(({ vector }) => vector),
    )
  })

  test('an endpoint that fails nothing leaves no file', async () => {
    const file = join(temporary(), 'kept.yaml')
    await liveOn(right, ['--seed', '7', '--keep', file])
    expect(existsSync(file)).toBe(false)
  })
})

describe('a lock', () => {
  test('brings the same questions back, and others do not gate', async () => {
    const lock = join(temporary(), 'lock.json')
    const first = await liveOn(right, ['--seed', '7', '--lock', lock, '--update-lock'])
    const second = await liveOn(right, ['--lock', lock, '--generated', '355'])
    expect(second.report!.generated!.digest).toBe(first.report!.generated!.digest)
    const other = await liveOn(lineReader, ['--lock', lock, '--seed', '8'])
    expect(other.report!.lock!.generated).toBe('new')
    expect(other.code).toBe(0)
    expect((await liveOn(lineReader, ['--lock', lock, '--generated', '355'])).code).toBe(1)
  })
})

test('settings of the file bound a run as well', async () => {
  const config = join(temporary(), 'settings.yaml')
  writeFileSync(config, 'maxRequests: 9\n')
  const { paths, report } = await liveOn(right, ['--config', config], { env: ENV })
  expect(paths.length).toBeLessThanOrEqual(9)
  expect(report!.requests!.most).toBe(9)
  writeFileSync(config, 'maxRequests: 0\n')
  expect((await liveOn(right, ['--config', config])).code).toBe(2)
})
