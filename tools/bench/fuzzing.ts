/** A child of the bench: asks the Python adapter so many generated token questions and prints the time. */
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { processWay } from '../../runners/adapter/process.ts'
import { AdapterSubject } from '../../runners/adapter/subject.ts'
import { Coverage } from '../../runners/generated/coverage.ts'
import { search } from '../../runners/generated/search.ts'

const questions = Number(process.argv[2])
const command = ['python3', rootFile('runners/adapters/python/adapter.py')] as const
const way = processWay({ command, timeZone: 'UTC' })
const adapter = await AdapterSubject.start({ way, timeout: 5000, startTimeout: 30000 })
const methods = adapter.description.methods.filter((method) => method.startsWith('token.'))
const subject = {
  description: { ...adapter.description, methods },
  ask: adapter.ask.bind(adapter),
  close: () => adapter.close(),
}
const startedAt = performance.now()
const seconds = (): number => (performance.now() - startedAt) / 1000
const found = await search(subject, new Coverage(OUTPUT_FAULTS, () => false), {
  seed: 1,
  seconds: Infinity,
  questions,
  level: 'required',
  signal: new AbortController().signal,
  find: () => undefined,
  now: seconds,
  progress: () => undefined,
})
if (found.failures.length > 0 || found.asked !== questions)
  throw new Error(`${found.asked} of ${questions} asked, ${found.failures.length} failed`)
console.log(JSON.stringify({ seconds: seconds(), peakKilobytes: process.resourceUsage().maxRSS }))
