import { randomBytes } from 'node:crypto'
import { ROUTES, type JsonObject, type Operation } from '../../../src/model/index.ts'

/** A call that came to nothing. Its message holds neither the secret nor the Authorization value. */
export class CallFailed extends Error {
  readonly kind: 'http' | 'network' | 'timeout' | 'protocol'
  readonly status: number | undefined
  /** The error code of section 7.1, where the body holds one. */
  readonly code: string | undefined

  constructor(kind: CallFailed['kind'], status?: number, code?: string) {
    super([kind, status, code].filter((part) => part !== undefined).join(' '))
    this.kind = kind
    this.status = status
    this.code = code
  }
}

export interface ChannelClient {
  /** May end with a slash, and may have a path. */
  readonly baseUrl: string
  /** The whole value of the header (section 5). */
  readonly authorization: string
  /** For a whole call, its body included. */
  readonly timeoutMillis: number
}

/** One call of sections 4.1 to 4.4, on fetch. @throws CallFailed */
export async function call(
  client: ChannelClient,
  operation: Operation,
  body: JsonObject,
): Promise<{ status: number; token?: string }> {
  const { status, text } = await exchange(client, operation, body)
  if (status !== 200) throw new CallFailed('http', status, codeIn(parse(text)))
  // The body of a streaming answer is not shown: whatever it holds, 200 is a success (section 7.2).
  if (operation !== 'auth.token') return { status }
  const token = (parse(text) as { token?: unknown } | null | undefined)?.token
  if (typeof token !== 'string') throw new CallFailed('protocol', status)
  return { status, token }
}

async function exchange(
  { baseUrl, authorization, timeoutMillis }: ChannelClient,
  operation: Operation,
  body: JsonObject,
): Promise<{ status: number; text: string }> {
  const { method, path } = ROUTES[operation]
  try {
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
  } catch (error) {
    throw new CallFailed((error as Error).name === 'TimeoutError' ? 'timeout' : 'network')
  }
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
