import { createHmac } from 'node:crypto'
import { inspectText, type Inspection, type Known } from '../../src/inspect/index.ts'

export const SECRET = 's3cret-Of-the-app-0123456789abcdef+/=='
export const NOW = 1700000000

export interface Made {
  readonly appId?: string
  readonly timestamp?: number | string
  readonly json?: string
  readonly secret?: string
  /** What is signed, from the four parts. */
  readonly message?: (parts: readonly string[]) => string
}

/** A token by section 4.5, by hand: not by the code under test. */
export function made({
  appId = 'app1',
  timestamp = NOW,
  json = '{"channelId":"c1","userId":"u1","duration":3600}',
  secret = SECRET,
  message = (parts) => parts.join(''),
}: Made = {}): string {
  const parts = ['02', appId, String(timestamp), Buffer.from(json).toString('base64')]
  return [...parts, createHmac('sha256', secret).update(message(parts)).digest('base64')].join('.')
}

/** Ten seconds after it was made, with the secret. */
export const looked = (text: string, known: Partial<Known> = {}, fix = false): Inspection =>
  inspectText(text, { now: NOW + 10, appSecret: SECRET, ...known }, { fix })

export const wrongIn = ({ findings }: Inspection): string[] =>
  findings.filter(({ state }) => state === 'WRONG').map(({ says }) => says)
