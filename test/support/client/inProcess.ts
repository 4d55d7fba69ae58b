import type { CallReply, WireSubject } from '../../../runners/adapter/wire.ts'
import { FaultyClient } from '../../../runners/selfCheck/faultyClient.ts'
import { clientNamed } from '../../../runners/selfCheck/clientForms.ts'
import { Declined, type ClientSteps } from '../../../src/faults/client/clientFault.ts'
import { Turns } from '../../../runners/live/rateLimit.ts'
import type { Timed, WireCall } from '../../../src/model/index.ts'
import { DESCRIPTION } from '../subjects.ts'

class Crash extends Error {}

const now = (): number => Date.now() / 1000

/** Calls at a time: with many more the one process has no time for those whose time limit runs. */
const IN_FLIGHT = 8

/**
 * A client of the fault catalogue in this process: what runners/selfCheck/faultyClientAdapter.ts is in a process of its
 * own. Its log is heard, and its crash is an answer.
 */
export function inProcess(client: string | ClientSteps, hear: (text: string) => void): WireSubject {
  const steps = typeof client === 'string' ? clientNamed(client)! : client
  const faulty = new FaultyClient(steps, {
    log: hear,
    crash: () => {
      throw new Crash('it crashed')
    },
  })
  const turns = new Turns(steps.sequential ? 1 : IN_FLIGHT)
  return {
    description: {
      ...DESCRIPTION,
      methods: ['client.call'],
      authorization: 'given',
      ...steps.says,
    },
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
    const { message } = error as Error
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
