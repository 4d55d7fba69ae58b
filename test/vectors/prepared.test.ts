import { expect, test } from 'vitest'
import type { Exchange } from '../../src/model/index.ts'
import { endpointVectors, gating } from '../support/live/service.ts'

/** A start by what it starts, and not by the frame rate that makes it another one. */
const likeness = ({ operation, body }: Pick<Exchange, 'operation' | 'body'>): string =>
  `${operation} ${body.replaceAll(/,"fps":[0-9]+/g, '')}`

/** A vector whose preparation is refused is not judged: that must fail another one. */
test('whatever must come before a question is a question of its own', () => {
  const exchanges = gating.map(({ question }) => question.params as Exchange)
  const asked = new Set(exchanges.filter(({ authorization }) => authorization === 'right').map(likeness))
  const before = endpointVectors.flatMap(({ question }) => (question.params as Exchange).before ?? [])
  expect(before.length).toBeGreaterThan(50)
  expect([...new Set(before.map(likeness))].filter((request) => !asked.has(request))).toEqual([])
})
