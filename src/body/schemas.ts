import { createRequire } from 'node:module'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import { ChannelproofError } from '../errors.ts'
import type { BodyKind } from '../model/index.ts'

/** The schema of each body, and those that it refers to. */
const FILES: Readonly<Record<BodyKind, readonly [string, ...string[]]>> = {
  'auth-token': ['auth-token-request', 'join-params'],
  'streaming-start': ['streaming-start-request', 'stream-configuration'],
  'streaming-update': ['streaming-update-request', 'stream-change', 'stream-configuration'],
  'streaming-stop': ['streaming-stop-request'],
}

const BASE = 'https://channelproof.example/schemas/'
const load = createRequire(import.meta.url)

let made: Ajv2020 | undefined

/**
 * One ajv for all kinds, loaded with the first body: runs without bodies need not wait for it. The tests hold the
 * schemas against their meta-schema: at every start it would take some 30 ms.
 * ownProperties: a member that only a prototype has is no member. verbose: the value decides which rule is broken.
 */
function ajv(): Ajv2020 {
  const module = (): typeof import('ajv/dist/2020.js') => load('ajv/dist/2020.js') as never
  made ??= new (module().Ajv2020)({
    strict: true,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    validateSchema: false,
  })
  return made
}

const compiled = new Map<BodyKind, ValidateFunction>()

/** The compiled schema of a kind of body; compiled when it is first asked for. */
export function validatorOf(kind: BodyKind): ValidateFunction {
  const validate = compiled.get(kind) ?? compile(kind)
  compiled.set(kind, validate)
  return validate
}

function compile(kind: BodyKind): ValidateFunction {
  if (!Object.hasOwn(FILES, kind))
    throw new ChannelproofError(
      'unknown-body',
      `there is no body ${JSON.stringify(kind)}`,
      `Bodies are ${Object.keys(FILES).join(', ')}.`,
    )
  for (const name of FILES[kind]) add(name)
  return ajv().getSchema(`${BASE}${FILES[kind][0]}.schema.json`) as ValidateFunction
}

/** The package refers to itself, so the path is the same in src, in dist and where it is installed. */
function add(name: string): void {
  if (!ajv().schemas[`${BASE}${name}.schema.json`])
    ajv().addSchema(load(`channelproof/schemas/${name}.schema.json`) as object)
}
