/** A child of the bench: asks the Python adapter so many questions and prints the time. */
import { run } from '../../src/run.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { processWay } from '../../runners/adapter/process.ts'
import { AdapterSubject } from '../../runners/adapter/subject.ts'
import { issueVectors } from './ratio.ts'

const count = Number(process.argv[2])
const command = ['python3', rootFile('runners/adapters/python/adapter.py')] as const
const way = processWay({ command, timeZone: 'UTC' })
const subject = await AdapterSubject.start({ way, timeout: 5000, startTimeout: 30000 })
const startedAt = performance.now()
let passed = 0
const options = { vectors: issueVectors(count), find: () => undefined, subject, level: 'required' } as const
for await (const { outcome } of run(options)) if (outcome === 'passed') passed++
if (passed !== count) throw new Error(`${passed} of ${count} passed`)
const seconds = (performance.now() - startedAt) / 1000
console.log(JSON.stringify({ seconds, peakKilobytes: process.resourceUsage().maxRSS }))
