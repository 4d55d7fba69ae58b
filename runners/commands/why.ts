import { diagnose } from '../../src/diagnose/index.ts'
import { seenIn } from '../../src/faults/faultySdk/seen.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { readJson, isObject } from '../../src/json.ts'
import type { JsonObject, Question } from '../../src/model/index.ts'

/** Seconds, milliseconds, microseconds and nanoseconds in a second. */
const UNITS = [1, 1e3, 1e6, 1e9]
/** Before 2001 there was no such service, and a timestamp is not far in the future. */
const EARLIEST = 1_000_000_000
const AHEAD = 86_400

/**
 * Which mistakes would have made this token from its own join parameters: "the signature fits if …". The appId is
 * that of CHANNELPROOF_APP_ID, or the one in the token.
 * @returns lines; none where nothing explains it
 */
export function whyWrong(token: string, appSecret: string, now: number): string[] {
  const appId = process.env['CHANNELPROOF_APP_ID'] ?? token.split('.')[1] ?? ''
  const answer = { kind: 'accepted', output: { token } } as const
  const base = { appId, appSecret, joinParams: {}, timestamp: 0 }
  const [seen = {}] = seenIn({ method: 'token.issue', params: base }, answer)
  const joinParams = joinParamsIn(seen.json)
  for (const timestamp of secondsIn(seen.timestamp, now)) {
    const question: Question = { method: 'token.issue', params: { ...base, joinParams, timestamp } }
    const { candidates } = diagnose(question, answer)
    if (candidates.length > 0) return lines(candidates)
  }
  return []
}

function lines(candidates: ReturnType<typeof diagnose>['candidates']): string[] {
  const head =
    candidates.length === 1 ? 'the token fits if this is so:' : 'the token fits if one of these is so:'
  return [
    head,
    ...candidates.flatMap((set) =>
      set.flatMap(({ id, does, repair }, at) => [
        `  ${at > 0 ? 'and ' : ''}${id}`,
        `    ${does}`,
        `    ${repair}`,
      ]),
    ),
  ]
}

function joinParamsIn(json: string | undefined): JsonObject {
  try {
    const { value } = readJson(json ?? '')
    return isObject(value) ? value : {}
  } catch (error) {
    if (error instanceof ChannelproofError) return {}
    throw error
  }
}

/** The time that a wrongly written timestamp may have meant; else the present. */
function secondsIn(text: string | undefined, now: number): number[] {
  const number = Number(text)
  const read = UNITS.map((unit) => Math.floor(number / unit)).filter(
    (seconds) => seconds >= EARLIEST && seconds <= now + AHEAD,
  )
  return read.length > 0 ? read : [now]
}
