import { messageOf } from '../../src/errors.ts'
import { isAskedOfAdapters } from '../../src/ask.ts'
import type { Command } from '../adapter/bundledProgram.ts'
import { processWay } from '../adapter/process.ts'
import { AdapterSubject } from '../adapter/subject.ts'
import type { CallReply, WireSubject } from '../adapter/wire.ts'
import { FaultyClient, clientNamed, describedAs } from './faultyClient.ts'
import { Declined, type ClientSteps } from '../../src/faults/client/clientFault.ts'
import { Turns } from '../live/rateLimit.ts'
import type { Timed, Vector, Verdict, WireCall } from '../../src/model/index.ts'
import { allVerdicts, type RunOptions } from '../../src/run.ts'
import { LeakDetector } from '../client/leaks.ts'
import { clientOptions, DEFAULT_CLIENT_FLAGS } from '../client/options.ts'
import { ClientSubject, type WatchOptions } from '../client/subject.ts'
import { Secrets } from '../terminal/secrets.ts'

class Crash extends Error {}

const now = (): number => Date.now() / 1000

/** Calls at a time: with many more the process would be too slow for calls with a time limit. */
const IN_FLIGHT = 8

/**
 * A client of the fault catalogue in this process, as runners/selfCheck/faultyClientAdapter.ts is one in its own
 * process. Its log is read, and its crash is an answer.
 */
export function clientInProcess(client: string | ClientSteps, hear: (text: string) => void): WireSubject {
  const steps = typeof client === 'string' ? clientNamed(client)! : client
  const faulty = new FaultyClient(steps, {
    log: hear,
    crash: () => {
      throw new Crash('it crashed')
    },
  })
  const turns = new Turns(steps.sequential ? 1 : IN_FLIGHT)
  return {
    description: describedAs('in-process', steps),
    call: (params) => turns.take(() => answerOf(faulty, params)),
    ask: () => Promise.reject(new Error('it has no other method')),
    close: () => Promise.resolve({}),
  }
}

async function answerOf(client: FaultyClient, params: WireCall): Promise<Timed<CallReply>> {
  const askedAt = now()
  try {
    const output = await client.call(params)
    return { askedAt, answeredAt: now(), kind: 'accepted', output }
  } catch (error) {
    const message = messageOf(error)
    const times = { askedAt, answeredAt: now(), message }
    if (error instanceof Declined)
      return error.code === 2
        ? { ...times, kind: 'unsupported', why: message }
        : { ...times, kind: 'refused', reason: error.reason ?? '' }
    return error instanceof Crash
      ? { ...times, kind: 'broken', reason: 'crash' }
      : { ...times, kind: 'failed' }
  }
}

/** Asks a client and what hears it; nothing in a verdict depends on which of the two ways it runs. */
type Asking = Pick<RunOptions, 'find' | 'judged' | 'bail'> & Pick<WatchOptions, 'trace' | 'shown'>

function verdictsOfWatched(
  inner: WireSubject,
  leakDetector: LeakDetector,
  vectors: readonly Vector[],
  { find, judged, bail = false, trace, shown }: Asking,
): Promise<Verdict[]> {
  const options = { ...clientOptions(DEFAULT_CLIENT_FLAGS), leakDetector, secrets: new Secrets() }
  const subject = new ClientSubject(inner, { ...options, ...(trace && { trace }), ...(shown && { shown }) })
  return allVerdicts({ vectors, find, subject, level: 'recommended', bail, ...(judged && { judged }) })
}

/** The verdicts on a client of the catalogue, in the order of these calls. */
export function verdictsOfClient(
  client: string | ClientSteps,
  vectors: readonly Vector[],
  asking: Asking,
): Promise<Verdict[]> {
  const leakDetector = new LeakDetector()
  const inner = clientInProcess(client, (text) => leakDetector.hear(text))
  return verdictsOfWatched(inner, leakDetector, vectors, asking)
}

/** Longest time for one question in milliseconds: much longer than any call of a client vector. */
const PATIENCE = 20_000

/** Every verdict of an adapter on those of the vectors that one can be asked. @param timeout milliseconds for one */
export async function verdictsOfAdapter(
  command: Command,
  vectors: readonly Vector[],
  { timeout = PATIENCE, ...asking }: Asking & { readonly timeout?: number },
): Promise<Verdict[]> {
  const leakDetector = new LeakDetector()
  const heard = (text: string): void => leakDetector.hear(text)
  const way = processWay({ command, timeZone: 'Asia/Kathmandu', heard })
  const adapter = await AdapterSubject.start({ way, timeout, startTimeout: PATIENCE })
  return verdictsOfWatched(adapter, leakDetector, vectors.filter(isAskedOfAdapters), asking)
}
