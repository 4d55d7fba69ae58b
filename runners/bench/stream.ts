/** A child of the bench: so many questions through the runner on the Python adapter; prints what it took. */
import { rootFile } from '../files.ts'
import { issueVectors } from './questions.ts'

// The built code: what tsx makes of functions is slower.
const built = async <T>(file: string): Promise<T> => (await import(rootFile('dist', file))) as T
const { run } = await built<typeof import('../../src/run.ts')>('src/run.js')
const { AdapterSubject } = await built<typeof import('../subjects/adapter.ts')>('runners/subjects/adapter.js')

const count = Number(process.argv[2])
const command = ['python3', rootFile('runners/adapters/python/adapter.py')] as const
const subject = await AdapterSubject.start({ command, timeZone: 'UTC', timeout: 5000, startTimeout: 30000 })
const startedAt = performance.now()
let passed = 0
for await (const { outcome } of run({
  vectors: issueVectors(count),
  find: () => undefined,
  subject,
  level: 'required',
}))
  if (outcome === 'passed') passed++
if (passed !== count) throw new Error(`${passed} of ${count} passed`)
const seconds = (performance.now() - startedAt) / 1000
console.log(JSON.stringify({ seconds, peakKilobytes: process.resourceUsage().maxRSS }))
