import type { ErrorObject } from 'ajv/dist/2020.js'
import { ChannelproofError } from '../errors.ts'
import type { BodyKind } from '../model/index.ts'
import { authToken, streamingStart, streamingStop, streamingUpdate } from './compiled.ts'

/** As ajv compiles a schema: `errors` are those of the last call. */
type Validator = ((value: unknown) => boolean) & { errors?: ErrorObject[] | null }

const VALIDATORS: Readonly<Record<BodyKind, Validator>> = {
  'auth-token': authToken,
  'streaming-start': streamingStart,
  'streaming-update': streamingUpdate,
  'streaming-stop': streamingStop,
}

/** The compiled schema of a kind of body. */
export function validatorOf(kind: BodyKind): Validator {
  if (Object.hasOwn(VALIDATORS, kind)) return VALIDATORS[kind]
  throw new ChannelproofError(
    'unknown-body',
    `there is no body ${JSON.stringify(kind)}`,
    `Bodies are ${Object.keys(VALIDATORS).join(', ')}.`,
  )
}
