import { describe, test } from 'vitest'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { expectRight, expectWrong, FORMS, VECTORS } from '../support/client/watch.ts'

describe.concurrent('over every vector', () => {
  // One of them answers in order: it waits for one silent call after the other.
  test.for(CLIENT_VARIANTS)('$id conforms, and shows no fault', ({ id }) => expectRight(id, VECTORS))

  test.for(FORMS)('%s breaks its rules and nothing else, and is known by name', ([name, fault]) =>
    expectWrong(name, fault, VECTORS),
  )
})
