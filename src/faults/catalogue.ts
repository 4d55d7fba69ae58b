import type { FaultId } from '../model/index.ts'
import { rowsWith } from '../tables.ts'
import { BASE64_FAULTS } from './token/base64.ts'
import { BODY_FAULTS } from './body.ts'
import { BYTES_FAULTS, LENGTH_FAULTS } from './token/bytes.ts'
import { CLIENT_FAULTS } from './client/index.ts'
import { HMAC_FAULTS } from './token/hmac.ts'
import { JSON_FAULTS } from './token/json.ts'
import { MESSAGE_FAULTS } from './token/message.ts'
import type { ClientFault } from './client/clientFault.ts'
import type { FaultGroup, FaultText, OutputFault } from './fault.ts'
import type { ServiceFault } from './service/serviceFault.ts'
import { APP_FAULTS, RARE_FAULTS, REMEMBERING_FAULTS } from './token/rare.ts'
import { SERVICE_FAULTS } from './service/index.ts'
import { TIME_FAULTS } from './token/time.ts'
import { TOKEN_FAULTS } from './token/whole.ts'
import { VERIFY_FAULTS } from './token/verify.ts'

/** A program that breaks off, is silent or talks too much: only the runner knows what it does. */
export interface SymptomFault extends FaultText {
  readonly group: FaultGroup
  readonly shows: 'symptom'
}

export type Fault = OutputFault | ClientFault | ServiceFault | SymptomFault

const protocolFaults = rowsWith<SymptomFault>()({ group: 'protocol', shows: 'symptom' })

/** Programs that do nothing, always do the same, or break off: they may pass no vector. */
export const PROTOCOL_FAULTS: readonly SymptomFault[] = protocolFaults({
  'adapter-null': {
    does: 'The adapter answers every question with null.',
    origin: 'Any language: a function without a return statement.',
    repair: 'Return the result of the method as the protocol has it.',
  },
  'adapter-accepts-everything': {
    does: 'The adapter accepts every question, with a result that is always the same.',
    origin: 'Any language: a stub that was never filled in.',
    repair: 'Call the SDK in each method of the adapter.',
  },
  'adapter-refuses-everything': {
    does: 'The adapter refuses every question, each time with another reason.',
    origin: 'Any language: an error handler around everything, with a default reason.',
    repair: 'Translate the refusals of the SDK, and report other errors with another code than 1.',
  },
  'adapter-constant': {
    does: 'The adapter gives the right answer to the first question of a method to all others as well.',
    origin: 'Any language: a cache with a key that is too short.',
    repair: 'Compute each answer from its own question.',
  },
  'adapter-crash': {
    does: 'The adapter ends at the first question.',
    origin: 'Any language: an error that is not caught.',
    repair: 'Catch errors in the loop of the adapter, and report them.',
  },
  'adapter-hang': {
    does: 'The adapter says what it offers and then never answers.',
    origin: 'Any language: output that is buffered and not flushed; a lock that is held for ever.',
    repair: 'Flush standard output after each line.',
  },
  'adapter-garbage': {
    does: 'The adapter writes bytes to standard output that are no JSON.',
    origin: 'Any language: print debugging, or a library that logs to standard output.',
    repair: 'Log to standard error; standard output belongs to the protocol.',
  },
  'adapter-wrong-id': {
    does: 'The adapter answers with ids that no question had.',
    origin: 'Any language: a counter of its own in the place of the id of the request.',
    repair: 'Answer with the id of the request.',
  },
})

/** Faults that show in outputs, in the order in which a token is made and then verified. */
export const OUTPUT_FAULTS: readonly OutputFault[] = [
  ...JSON_FAULTS,
  ...BYTES_FAULTS,
  ...LENGTH_FAULTS,
  ...BASE64_FAULTS,
  ...TIME_FAULTS,
  ...MESSAGE_FAULTS,
  ...HMAC_FAULTS,
  ...TOKEN_FAULTS,
  ...APP_FAULTS,
  ...VERIFY_FAULTS,
  ...BODY_FAULTS,
]

/** Faults that show in outputs, but not in the outputs of shipped vectors. */
export const GENERATED_FAULTS: readonly OutputFault[] = [...RARE_FAULTS, ...REMEMBERING_FAULTS]

/** Every named fault. */
export const FAULTS: readonly Fault[] = [
  ...OUTPUT_FAULTS,
  ...GENERATED_FAULTS,
  ...CLIENT_FAULTS,
  ...SERVICE_FAULTS,
  ...PROTOCOL_FAULTS,
]

const BY_ID: ReadonlyMap<FaultId, Fault> = new Map(FAULTS.map((fault) => [fault.id, fault]))

export const faultById = (id: FaultId): Fault | undefined => BY_ID.get(id)
