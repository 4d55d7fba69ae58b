import { describe, test } from 'vitest'
import { ENDPOINT_QUESTIONS } from '../../src/model/index.ts'
import type { Report } from '../../src/report/report.ts'
import { cli } from '../support/cli.ts'
import { CHANNEL, ENV, USER } from '../support/live/service.ts'
import { altering } from './altering.ts'
import { FRAMEWORKS, type Framework } from './rows.ts'
import { built, started } from './started.ts'

const PRESENT = FRAMEWORKS.filter(({ isPresent }) => isPresent())
const folders = new Map<Framework, Promise<string>>(PRESENT.map((framework) => [framework, built(framework)]))

/** Three in CI; by hand, with SEEDS=50, as many as that. */
const SEEDS = Array.from({ length: Number(process.env['SEEDS'] ?? 3) }, (_, index) => index + 1)

/** With all permissions, so that everything is asked; patient, since several runs share a machine. */
const ASKING = ['--channel', CHANNEL, '--exclusive-channel', '--channel-user', USER, '--timeout', '20000']

const GENERATED = ['--filter', 'endpoint/auth/right', '--generated', String(ENDPOINT_QUESTIONS)]

async function asked(url: string, seed: number, flags: readonly string[] = []) {
  const settings = [...ASKING, '--level', 'required', '--seed', String(seed), '--report', 'json']
  const { code, stdout } = await cli(['live', '--base-url', url, ...settings, ...flags], { env: ENV })
  return { code, report: JSON.parse(stdout) as Report }
}

/** What is no answer of a right service that was asked everything. */
const unexpected = ({ verdicts }: Report): string[] =>
  verdicts
    .filter(({ outcome }) => !['passed', 'observed'].includes(outcome))
    .map(({ vector, outcome, message }) => `${outcome} ${vector}: ${message}`)

const broken = ({ verdicts }: Report): string[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed').flatMap(({ requirements }) => requirements)

/** A process for a while. */
async function during<T>(framework: Framework, work: (url: string) => Promise<T>): Promise<T> {
  const { url, stop } = await started(framework, await folders.get(framework)!)
  return work(url).finally(stop)
}

for (const framework of FRAMEWORKS)
  describe.skipIf(!PRESENT.includes(framework)).concurrent(`a service in ${framework.name}`, () => {
    test(
      `conforms for ${SEEDS.length} seeds, and is asked everything`,
      { timeout: 200_000 * SEEDS.length },
      async ({ expect }) => {
        await during(framework, async (url) => {
          for (const seed of SEEDS) {
            // The shipped vectors have no seed: three times is enough.
            const isWhole = seed <= 3
            const { code, report } = await asked(url, seed, isWhole ? [] : GENERATED)
            expect(unexpected(report)).toEqual([])
            expect(code).toBe(0)
            if (isWhole) expect(report.conforms).toBe(true)
          }
        })
      },
    )

    const { does, alteration, rule, shownBy } = framework.wrong
    test(`does not conform where ${does}`, async ({ expect }) => {
      await during(framework, async (right) => {
        const { url, close } = await altering(right, alteration)
        const { code, report } = await asked(url, 1, ['--filter', shownBy]).finally(close)
        expect(broken(report)).toContain(rule)
        expect(code).toBe(1)
      })
    })
  })
