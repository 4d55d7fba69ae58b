import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Called, WireSubject } from '../../runners/adapter/wire.ts'
import { clientInProcess } from '../../runners/selfCheck/clientInProcess.ts'
import { ELSEWHERE } from '../../runners/client/servedAnswers.ts'
import { ROUTES } from '../../src/interface/operations.ts'
import type { WireCall } from '../../src/model/index.ts'
import { subjectOf, SUITE } from '../support/client/watch.ts'

/** Sends the request of a call once more, and waits for the end of its answer. */
const sent = ({ baseUrl, operation, authorization, body }: WireCall): Promise<void> =>
  new Promise((resolve, reject) => {
    const { method, path } = ROUTES[operation]
    const headers = { 'Content-Type': 'application/json', Authorization: authorization }
    const again = request(baseUrl + path, { method, headers, agent: false }, (response) =>
      response.resume().on('end', resolve),
    )
    again.on('error', reject)
    again.end(JSON.stringify(body))
  })

/** Bytes that are no request, on a connection of their own. */
const noise = ({ baseUrl }: WireCall): Promise<void> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(baseUrl)
    const socket = connect(Number(port), hostname, () => socket.end('no request\r\n\r\n'))
    socket.on('error', reject)
    socket.resume().on('close', () => resolve())
  })

/** Follows a redirect to the path to which the service sends it, when its caller has an answer already. */
const followed = (call: WireCall): Promise<void> =>
  sent({ ...call, baseUrl: `${new URL(call.baseUrl).origin}${ELSEWHERE}` })

/** What the end of a run says of a client. @param after what it does when its caller has its answer */
async function warningOf(id: string, after: (call: WireCall) => Promise<void>): Promise<string | undefined> {
  const plain = clientInProcess({}, () => undefined)
  const behind: Promise<void>[] = []
  const inner: WireSubject = {
    ...plain,
    call: async (params): Promise<Called> => {
      const answer = await plain.call(params)
      // Only when the suite has the answer.
      setTimeout(() => behind.push(after(params)), 100)
      return answer
    },
  }
  const subject = subjectOf(inner)
  await subject.ask(SUITE.find(id)!.question, { id, isTogether: false })
  await expect.poll(() => behind.length).toBe(1)
  await Promise.all(behind)
  return (await subject.close()).warning
}

const FAILED = 'client/response/streaming-start-500'

test('a call that is sent again after its end is in the report', async () => {
  expect(await warningOf(FAILED, sent)).toMatch(
    /^The client sent streaming\.start again after the call had ended \(client\/response\/streaming-start-500\)/,
  )
})

test('of a client that sends nothing more the report says nothing', async () => {
  expect(await warningOf(FAILED, () => Promise.resolve())).toBeUndefined()
})

test.for([
  ['bytes that are no request', noise],
  ['a redirect that is followed', followed],
] as const)('%s: no call is sent again', async ([, after], { expect }) => {
  expect(await warningOf(FAILED, after)).toBeUndefined()
})
