import type { FaultyAnswer } from '../faults/fault.ts'
import type { Observed } from './predict.ts'

/** Parts of an answer that can be looked at one by one. */
export interface Components {
  readonly whole?: string
  readonly head?: string
  readonly timestamp?: string
  readonly params?: string
  readonly signature?: string
}

/** A token in its parts, if it can be taken apart; any other answer as a whole. */
export function componentsOf({ question }: Pick<Observed, 'question'>, answer?: FaultyAnswer): Components {
  if (answer?.kind !== 'accepted') return { whole: JSON.stringify(answer ?? null) }
  const { output } = answer
  if (question.method !== 'token.issue' || !('token' in output) || typeof output.token !== 'string')
    return { whole: JSON.stringify(output) }
  const { token } = output
  const parts = token.split('.')
  if (parts.length < 5) return { whole: token }
  const [version, appId, ...rest] = parts
  return {
    head: `${version}.${appId}`,
    timestamp: rest.slice(0, -2).join('.'),
    params: rest.at(-2)!,
    signature: rest.at(-1)!,
  }
}
