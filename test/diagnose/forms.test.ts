import { describe, expect, test } from 'vitest'
import { diagnose } from '../../src/diagnose/index.ts'
import type { FaultyAnswer } from '../../src/faults/fault.ts'
import { families } from '../../src/vectors/index.ts'

const vectors = families().flatMap(({ vectors: own }) => own)
const namesOf = (id: string, answer: FaultyAnswer): string[] => {
  const { question } = vectors.find((vector) => vector.id === id)!
  return diagnose(question, answer).candidates.flatMap((set) => set.map((fault) => fault.id))
}
const token = (rest: string): FaultyAnswer => ({
  kind: 'accepted',
  output: { token: `02.app.1700000000.${rest}` },
})
const accepted = (channelId: string): FaultyAnswer => ({
  kind: 'accepted',
  output: { joinParams: { channelId, userId: 'u1' } },
})

/** What programs in PHP, Ruby and Java answered, and a near answer that the mistake does not make. */
const ROWS: readonly (readonly [fault: string, id: string, answer: FaultyAnswer, other: FaultyAnswer])[] = [
  [
    'text-url-decoded',
    'token/issue/channel-id-looks-like-a-template',
    token(
      'eyJjaGFubmVsSWQiOiIke3VzZXJJZH0ge3t1c2VySWR9fSAlcyBcdTAwMDAiLCJ1c2VySWQiOiJ1MSJ9.PXtR1ZUIk1GUjaHHSeXqhnkauDhcNUt6rCtkDdL5SlE=',
    ),
    token(
      'eyJjaGFubmVsSWQiOiIke3VzZXJJZH0ge3t1c2VySWR9fSAlcyBcdTAwMDAiLCJ1c2VySWQiOiJ1MSJ9.PXtR1ZUIk1GUjaHHSeXqhnkauDhcNUt6rCtkDdL5SlF=',
    ),
  ],
  [
    'b64-plus-to-space',
    'token/issue/user-id-everything-at-once',
    token(
      'eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6IiBBXCJcXFwvPD4mfn5 Pz8/ZVx1MDMwMVx1MDBlOVx1NGUyZFx1ZDgzZFx1ZGUwMFx1MjAyOCAifQ==.1kIbfqXQxVaKwDp7wf8lRy8qO6hL75nC1R+kekWRJ2w=',
    ),
    token(
      'eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6IiBBXCJcXFwvPD4mfn5 Pz8/ZVx1MDMwMVx1MDBlOVx1NGUyZFx1ZDgzZFx1ZGUwMFx1MjAyOCAifQ==.2kIbfqXQxVaKwDp7wf8lRy8qO6hL75nC1R+kekWRJ2w=',
    ),
  ],
  [
    'join-params-unchecked',
    'token/refusal/whole-null',
    token('bnVsbA==.vcjgB5uHtn44eMWnFCZbTOfTqlqGPbPJe8SCN27Pp2I='),
    token('bnVsbA==.vcjgB5uHtn44eMWnFCZbTOfTqlqGPbPJe8SCN27Pp2M='),
  ],
  [
    'utf8-lenient',
    'token/verify/params-json-surrogates-as-utf-8',
    accepted('\ufffd'),
    accepted('\ufffd\ufffd'),
  ],
  ['version-unchecked', 'token/verify/version-empty', accepted('c1'), accepted('c2')],
  ['app-unchecked', 'token/verify/app-id-empty', accepted('c1'), accepted('c2')],
]

describe('a mistake in the form that a language gives it', () => {
  test.for(ROWS)('%s: %s', ([fault, id, answer, other], { expect: assert }) => {
    assert(namesOf(id, answer)).toContain(fault)
    assert(namesOf(id, other)).not.toContain(fault)
  })

  test('of a vector that each form answers rightly nothing is named', () => {
    expect(namesOf('token/verify/plain', accepted('c1'))).toEqual([])
  })
})
