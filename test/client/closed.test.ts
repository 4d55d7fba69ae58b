/** The service closes a connection after its answer: the next call is made when the client has seen that. */
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Called, WireSubject } from '../../runners/adapter/wire.ts'
import { clientInProcess } from '../../runners/selfCheck/clientInProcess.ts'
import { ROUTES } from '../../src/interface/operations.ts'
import type { WireCall } from '../../src/model/index.ts'
import { subjectOf, SUITE } from '../support/client/watch.ts'

/** Sends a call on a connection of its own, and closes it a little after the service has. */
function sent({ baseUrl, operation, body }: WireCall): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  const { method, path } = ROUTES[operation]
  const text = JSON.stringify(body)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  )
  socket.resume().on('end', () => setTimeout(() => socket.end(), 50))
  return new Promise((resolve) => socket.once('data', () => resolve(socket)))
}

test('no call is made while the client has not closed its side', async () => {
  const sockets: Socket[] = []
  const open: number[] = []
  const inner: WireSubject = {
    ...clientInProcess({}, () => undefined),
    call: async (params): Promise<Called> => {
      open.push(sockets.filter(({ writableEnded }) => !writableEnded).length)
      sockets.push(await sent(params))
      const now = Date.now() / 1000
      return { askedAt: now, answeredAt: now, kind: 'accepted', output: { ok: true, status: 200 } }
    },
  }
  const subject = subjectOf(inner)
  await subject.ask(SUITE.find('client/response/streaming-update-200-closed-after')!.question)
  await subject.close()
  expect(open).toEqual([0, 0])
})
