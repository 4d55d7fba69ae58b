import { describe, expect, test, vi } from 'vitest'
import { verdictsWith } from '../../runners/selfCheck/faultyService.ts'
import { causesOf, patternOf, type FaultPattern } from '../../src/diagnose/patterns.ts'
import { CHANNEL_ROWS } from '../../src/faults/service/channel.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import { exchangesOf } from '../support/live/generated.ts'
import { endpointVectors } from '../support/live/service.ts'

const QUESTIONS = [...endpointVectors, ...exchangesOf(5)]

/** Every mistake of the catalogue, known and taken out of it. */
describe('by the patterns of all mistakes', async () => {
  const patterns: FaultPattern[] = []
  // Signatures hold the second, and which of their characters a question alters follows from them: in some seconds a
  // fault of a part of them shows in a question less.
  vi.useFakeTimers({ toFake: ['Date'], now: 1_795_000_000_000 })
  for (const { id, alteration, others = [] } of SERVICE_FAULTS)
    for (const form of [alteration, ...others])
      patterns.push({ fault: id, pattern: patternOf(await verdictsWith(form, QUESTIONS)) })
  vi.useRealTimers()
  const failing = patterns.filter(({ pattern }) => [...pattern.values()].some(Boolean))

  test('each is named, alone or as one of those that fail alike', () => {
    expect(failing.length).toBeGreaterThan(70)
    const wrongly = failing.filter(({ fault, pattern }) => {
      const [cause, ...others] = causesOf(pattern, patterns)
      return others.length > 0 || ![cause?.faults, ...(cause?.candidates ?? [])].flat().includes(fault)
    })
    expect(wrongly.map(({ fault }) => fault)).toEqual([])
  })

  /** What does the same as several others together, or as one that was seen in too few questions to tell. */
  const ALIKE = new Set<string>([
    'service-status-always-200',
    'service-status-always-403',
    'service-token-last-of-some-lost',
    'service-token-first-of-some-lost',
    'service-token-options-behind-space-lost',
    'service-memory-token-of-channel-stays',
    'service-authorization-begin-only',
    'service-start-fps-30-refused',
    'service-start-single-refused',
    'service-start-single-audio-refused',
    // Seen through the room in the channel alone, as the faults of CHANNEL_ROWS are: two that stop too little look alike.
    'service-limit-missing',
    'service-stop-all-ignored',
    'service-stop-one-stops-all',
    'service-stop-one-ignored',
    'service-stop-one-keeps-place',
    'service-afterwards-second-of-user-refused',
    ...CHANNEL_ROWS.map(({ id }) => id),
  ])

  test('taken out of the catalogue none gets the name of another, but for those that look alike', () => {
    const named = failing.filter(
      ({ fault, pattern }) =>
        causesOf(
          pattern,
          patterns.filter((other) => other.fault !== fault),
        ).length > 0,
    )
    expect(named.map(({ fault }) => fault).filter((fault) => !ALIKE.has(fault))).toEqual([])
  })
})
