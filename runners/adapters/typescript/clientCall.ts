/** The translation of `client.call`; in your SDK replace the import by your SDK's client. */
import type { ClientReport, WireCall } from '../../../src/model/index.ts'
import { call, CallFailed } from './channelClient.ts'

export async function clientCall({ operation, body, ...client }: WireCall): Promise<ClientReport> {
  try {
    return { ok: true, ...(await call(client, operation, body)) }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    const { kind, status, code } = error
    return { ok: false, kind, ...(status !== undefined && { status }), ...(code !== undefined && { code }) }
  }
}
