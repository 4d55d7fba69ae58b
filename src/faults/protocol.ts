import type { SymptomFault } from './fault.ts'
import { faultOf, type FaultWords } from './faultText.ts'

const ROWS: readonly FaultWords[] = [
  {
    id: 'adapter-null',
    does: 'The adapter answers every question with null.',
    origin: 'Any language: a function without a return statement.',
    repair: 'Return the result of the method as the protocol has it.',
  },
  {
    id: 'adapter-accepts-everything',
    does: 'The adapter accepts every question, with a result that is always the same.',
    origin: 'Any language: a stub that was never filled in.',
    repair: 'Call the SDK in each method of the adapter.',
  },
  {
    id: 'adapter-refuses-everything',
    does: 'The adapter refuses every question, each time with another reason.',
    origin: 'Any language: an error handler around everything, with a default reason.',
    repair: 'Translate the refusals of the SDK, and report other errors with another code than 1.',
  },
  {
    id: 'adapter-constant',
    does: 'The adapter gives the right answer to the first question of a method to all others as well.',
    origin: 'Any language: a cache with a key that is too short.',
    repair: 'Compute each answer from its own question.',
  },
  {
    id: 'adapter-crash',
    does: 'The adapter ends at the first question.',
    origin: 'Any language: an error that is not caught.',
    repair: 'Catch errors in the loop of the adapter, and report them.',
  },
  {
    id: 'adapter-hang',
    does: 'The adapter says what it offers and then never answers.',
    origin: 'Any language: output that is buffered and not flushed; a lock that is held for ever.',
    repair: 'Flush standard output after each line.',
  },
  {
    id: 'adapter-garbage',
    does: 'The adapter writes bytes to standard output that are no JSON.',
    origin: 'Any language: print debugging, or a library that logs to standard output.',
    repair: 'Log to standard error; standard output belongs to the protocol.',
  },
  {
    id: 'adapter-wrong-id',
    does: 'The adapter answers with ids that no question had.',
    origin: 'Any language: a counter of its own in the place of the id of the request.',
    repair: 'Answer with the id of the request.',
  },
]

/** Programs that do nothing, always do the same, or break off: they may pass no vector. */
export const PROTOCOL_FAULTS: readonly SymptomFault[] = ROWS.map((row) =>
  faultOf(row, 'protocol' as const, 'symptom' as const),
)
