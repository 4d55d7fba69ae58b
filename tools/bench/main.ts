/**
 * `npm run bench`: prints ratios, measured in one run because machines are noisy. Ends with exit code 1 if one exceeds
 * its limit. CI prints those that take no minutes: `npm run bench -- --short`.
 */
import { bodyRatios, diagnosis, waiting, wholeSuite } from './suite.ts'
import { generated, referenceRatio, throughput } from './throughput.ts'
import { liveRun, service } from './service.ts'
import { execute, isWithinLimit, type Ratio } from './ratio.ts'

function ratioLine(ratio: Ratio): string {
  const { name, value, atMost, atLeast, of } = ratio
  const limit =
    atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : 'no limit'
  return `${isWithinLimit(ratio) ? 'holds ' : 'BROKEN'}  ${value.toFixed(2).padStart(7)}  ${limit.padEnd(13)}  ${name}: ${of}`
}

type Measure = () => Ratio[] | Promise<Ratio[]>
const SHORT: readonly Measure[] = [
  wholeSuite,
  () => [referenceRatio()],
  bodyRatios,
  async () => [await liveRun()],
  diagnosis,
]
const LONG: readonly Measure[] = [waiting, service, throughput, generated]

execute(['npm', 'run', '--silent', 'build'])
const ratios: Ratio[] = []
for (const measure of process.argv.includes('--short') ? SHORT : [...SHORT, ...LONG])
  for (const ratio of await measure()) {
    ratios.push(ratio)
    console.log(ratioLine(ratio))
  }
process.exitCode = ratios.every(isWithinLimit) ? 0 : 1
