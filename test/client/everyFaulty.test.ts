import { describe, test } from 'vitest'
import { expectRight, expectWrong, FORMS, VECTORS } from '../support/client/watch.ts'

describe.concurrent('over every vector', () => {
  test('a client that answers in order conforms, and shows no fault', () =>
    expectRight('answers-in-order', VECTORS))

  test.for(FORMS)('%s breaks its rules and nothing else, and is known by name', ([name, fault]) =>
    expectWrong(name, fault, VECTORS),
  )
})
