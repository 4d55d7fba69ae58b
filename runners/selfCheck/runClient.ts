import { Secrets } from '../terminal/secrets.ts'
import { isAdapterMethod, type Vector, type VectorId, type Verdict } from '../../src/model/index.ts'
import { run } from '../../src/run.ts'
import { LeakDetector } from '../client/leaks.ts'
import { clientOptions, DEFAULT_CLIENT_FLAGS } from '../client/options.ts'
import { ClientSubject } from '../client/subject.ts'
import { processWay } from '../adapter/process.ts'
import { AdapterSubject } from '../adapter/subject.ts'

/** Longest time for one question in milliseconds: much longer than any call of a client vector. */
const PATIENCE = 20_000

/** Every verdict of an adapter on these vectors. @param patience milliseconds for one question */
export async function verdictsOf(
  command: readonly [string, ...string[]],
  vectors: readonly Vector[],
  find: (id: VectorId) => Vector | undefined,
  patience = PATIENCE,
): Promise<Verdict[]> {
  const leakDetector = new LeakDetector()
  const adapter = await AdapterSubject.start({
    way: processWay({
      command,
      timeZone: 'Asia/Kathmandu',
      heard: (text) => leakDetector.hear(text),
    }),
    timeout: patience,
    startTimeout: PATIENCE,
  })
  const subject = new ClientSubject(adapter, {
    ...clientOptions(DEFAULT_CLIENT_FLAGS),
    leakDetector,
    secrets: new Secrets(),
  })
  const asked = vectors.filter(({ question }) => isAdapterMethod(question.method))
  const verdicts: Verdict[] = []
  for await (const verdict of run({ vectors: asked, find, subject, level: 'recommended' }))
    verdicts.push(verdict)
  return verdicts
}
