import type {
  ClientCall,
  ClientCheck,
  ExpectedCall,
  Family,
  JsonObject,
  Need,
  Operation,
  Vector,
} from '../../model/index.ts'
import { accept, APP, IDS, vectorOf, type Row } from './row.ts'

/** One call of an SDK's HTTP client. Without more it is a minimal one that is answered 200. */
export interface ClientRow
  extends Row, Partial<Pick<ClientCall, 'body' | 'basePath' | 'answers' | 'calls' | 'timeoutMillis'>> {
  readonly operation: Operation
  readonly checks: readonly ClientCheck[]
  readonly expect?: Omit<ExpectedCall, 'checks'>
  readonly needs?: readonly Need[]
}

/** The token that the recording service hands out: the first check figure of the fault catalogue. */
export const TOKEN =
  '02.app.1700000000.eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0=.JpBiduoZk8pU+nTs2vxTsv5CUh3jOyxkfOihcDphBVk='
export const TOKEN_BODY = JSON.stringify({ token: TOKEN })

/** Long enough for a busy machine: only calls that cannot be answered use it up. */
const PATIENCE = 4000

const STREAM = { streamId: 1, url: 'rtmp://push.example/live/1', flag: 15, type: 1 }

export const MINIMAL: Readonly<Record<Operation, JsonObject>> = {
  'auth.token': IDS,
  'streaming.start': { channelId: 'c1', streamList: [STREAM] },
  'streaming.update': { channelId: 'c1', streamList: [{ streamId: 1 }] },
  'streaming.stop': { channelId: 'c1' },
}

/** What a right answer to an operation is. */
export const successBody = (operation: Operation): string => (operation === 'auth.token' ? TOKEN_BODY : '')

export const clientFamily = (name: string, title: string, rows: readonly ClientRow[]): Family => ({
  name,
  title,
  vectors: rows.map((row) => toVector(name, row)),
})

function toVector(family: string, row: ClientRow): Vector {
  const { operation, body = MINIMAL[operation], basePath = '', calls = 1, needs = [], checks, expect } = row
  const { answers = [{ status: 200, body: successBody(operation) }], timeoutMillis = PATIENCE } = row
  // A secret of its own: wherever it is seen, it is known whose it is.
  const appSecret = `DO-NOT-USE-${family}-${row.name}`.replaceAll('/', '-')
  const params: ClientCall = {
    appId: APP,
    appSecret,
    operation,
    body,
    basePath,
    timeoutMillis,
    calls,
    answers,
  }
  return vectorOf(family, row, {
    ...(needs.length > 0 && { needs }),
    question: { method: 'client.call', params },
    expect: accept({ checks, ...expect }),
  })
}
