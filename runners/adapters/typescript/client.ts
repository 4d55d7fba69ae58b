/** Calls the Real-Time Channel Service over HTTP (sections 4, 5 and 7). */
import { randomBytes } from 'node:crypto'

const ROUTES = {
  'auth.token': { method: 'POST', path: '/auth/token' },
  'streaming.start': { method: 'POST', path: '/streaming/start' },
  'streaming.update': { method: 'PUT', path: '/streaming/update' },
  'streaming.stop': { method: 'POST', path: '/streaming/stop' },
} as const

export type Operation = keyof typeof ROUTES
export type Body = Readonly<Record<string, unknown>>

/** The result of a call. It holds neither the secret nor the Authorization value. */
export type Outcome =
  | { readonly ok: true; readonly status: number; readonly token?: string }
  | {
      readonly ok: false
      readonly kind: 'http' | 'network' | 'timeout' | 'protocol'
      readonly status?: number
      /** The error code of section 7.1, where the body holds one. */
      readonly code?: string | undefined
    }

export interface Client {
  /** May end with a slash, and may have a path. */
  readonly baseUrl: string
  /** The whole value of the header (section 5). */
  readonly authorization: string
  /** For a whole call, its body included. */
  readonly timeoutMillis: number
}

/** One call of sections 4.1 to 4.4, on fetch. */
export async function call(client: Client, operation: Operation, body: Body): Promise<Outcome> {
  const received = await exchange(client, operation, body).catch(broken)
  return 'kind' in received ? received : outcomeOf(operation, received.status, parse(received.text))
}

const broken = (error: Error): Outcome & { ok: false } => ({
  ok: false,
  kind: error.name === 'TimeoutError' ? 'timeout' : 'network',
})

async function exchange(
  { baseUrl, authorization, timeoutMillis }: Client,
  operation: Operation,
  body: Body,
): Promise<{ status: number; text: string }> {
  const { method, path } = ROUTES[operation]
  const response = await fetch(baseUrl.replace(/\/+$/, '') + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Authorization: authorization,
      // Section 4: 32 hexadecimal digits.
      'Tracking-Id': randomBytes(16).toString('hex'),
    },
    body: JSON.stringify(body),
    // Another host must not get the Authorization header.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMillis),
  })
  return { status: response.status, text: await response.text() }
}

function outcomeOf(operation: Operation, status: number, value: unknown): Outcome {
  if (status !== 200) return { ok: false, kind: 'http', status, code: codeIn(value) }
  // The body of a streaming answer is not shown: whatever it holds, 200 is a success (section 7.2).
  if (operation !== 'auth.token') return { ok: true, status }
  const token = (value as { token?: unknown } | null | undefined)?.token
  return typeof token === 'string' ? { ok: true, status, token } : { ok: false, kind: 'protocol', status }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const CODE_MEMBERS = new Set(['code', 'errorCode', 'error_code', 'error'])

/** The shape of error bodies is not shown: the first member, however deep, that is named like a code and looks like one. */
function codeIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const members = Object.entries(value)
  const found = members.find(
    ([name, member]) =>
      CODE_MEMBERS.has(name) && typeof member === 'string' && /^[A-Za-z]+(?:\.[A-Za-z]+)+$/.test(member),
  )
  if (found) return found[1] as string
  for (const [, member] of members) {
    const code = codeIn(member)
    if (code !== undefined) return code
  }
  return undefined
}
