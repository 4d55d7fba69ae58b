import {
  MINT_REASONS,
  TOKEN_PLACE,
  type ClientCall,
  type ClientCheck,
  type ExpectedCall,
  type Family,
  type Json,
  type JsonObject,
  type Need,
  type Operation,
  type RequirementId,
  type Vector,
} from '../../model/index.ts'
import { sha256 } from '../format/digest.ts'
import { accept, APP, IDS, rowName, vectorOf, type Row } from './row.ts'

/** One call of an SDK's HTTP client. By default it is a minimal one that is answered 200. */
export interface ClientRow extends Row, Partial<Omit<ClientCall, 'appId' | 'appSecret' | 'operation'>> {
  readonly operation: Operation
  readonly checks: readonly ClientCheck[]
  readonly expect?: Omit<ExpectedCall, 'checks'>
  readonly needs?: readonly Need[]
  /** The row whose call this one looks at too: one call is asked for all. */
  readonly sameCall?: string
  /** The rule that leaves the call open: an SDK may refuse it, if it makes the minimal call of the operation. */
  readonly open?: RequirementId
}

/** The run makes the token, so that a client may verify it. */
export const TOKEN_BODY = JSON.stringify({ token: TOKEN_PLACE })

/** Long enough for a busy machine: only calls without an answer use it up. */
const PATIENCE = 4000

const STREAM = { streamId: 1, url: 'rtmp://push.example/live/1', flag: 15, type: 1 }

export const MINIMAL: Readonly<Record<Operation, JsonObject>> = {
  'auth.token': IDS,
  'streaming.start': { channelId: 'c1', streamList: [STREAM] },
  'streaming.update': { channelId: 'c1', streamList: [{ streamId: 1 }] },
  'streaming.stop': { channelId: 'c1' },
}

/** An answer that every reading takes for a success: all bodies are JSON (section 1). */
export const successBody = (operation: Operation): string => (operation === 'auth.token' ? TOKEN_BODY : '{}')

export const clientFamily = (name: string, title: string, rows: readonly ClientRow[]): Family => ({
  name,
  title,
  vectors: rows.map((row) => toVector(name, row)),
})

const isPlain = (id: Json | undefined): id is string => typeof id === 'string' && /^u[0-9]$/.test(id)

function toVector(family: string, row: ClientRow): Vector {
  const { operation, body = MINIMAL[operation], basePath = '', calls = 1, needs = [], nextBodies } = row
  const { answers = [{ status: 200, body: successBody(operation) }], timeoutMillis = PATIENCE } = row
  // A separate secret, which identifies the call wherever it is seen. Letters and digits, which no SDK refuses.
  const digest = sha256(`${family}/${row.sameCall ?? row.name}`)
  const appSecret = `DONOTUSE${digest.slice(0, 32)}`
  // Separate users: a client may cache and reuse a token (2.1), and this call must reach the wire.
  const own = (asked: JsonObject): JsonObject =>
    operation === 'auth.token' && isPlain(asked['userId'])
      ? { ...asked, userId: `${asked['userId']}${digest.slice(0, 8)}` }
      : asked
  const params: ClientCall = {
    appId: APP,
    appSecret,
    operation,
    body: own(body),
    ...(nextBodies && { nextBodies: nextBodies.map(own) }),
    basePath,
    timeoutMillis,
    calls,
    answers,
    ...(row.together && { together: row.together }),
    ...(row.host && { host: row.host }),
    ...(row.filler !== undefined && { filler: row.filler }),
    ...(row.pause !== undefined && { pause: row.pause }),
  }
  const output = { checks: row.checks, ...row.expect }
  const twin = row.open && !row.twin && { twin: `${family}/${rowName(operation, 'minimal')}` }
  return vectorOf(
    family,
    { ...row, ...twin },
    {
      ...(needs.length > 0 && { needs }),
      question: { method: 'client.call', params },
      expect: row.open
        ? { verdict: 'either', reasons: MINT_REASONS, open: row.open, output }
        : accept(output),
    },
  )
}
