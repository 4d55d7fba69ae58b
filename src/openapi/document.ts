import type { JsonObject } from '../model/index.ts'
import type { Answer } from './responses.ts'
import { OPERATIONS, type Operation } from './operations.ts'

/** Named examples of one media type, as OpenAPI has them. */
export type Examples = Readonly<Record<string, { readonly summary: string; readonly value: JsonObject }>>

/** What the caller adds: the tables here do not know it. */
export interface Parts {
  /** Request bodies, and bodies of answers with status 200. */
  readonly request: (operation: Operation) => Examples
  readonly response: (operation: Operation) => Examples
  /** The schema of a Tracking-Id: a part of a schema file, which some tools cannot refer to. */
  readonly trackingId: JsonObject
}

/** The OpenAPI 3.1 description of sections 4, 5 and 7; it names schemas by their files in the same folder. */
export const openapiDocument = (parts: Parts): JsonObject => ({
  openapi: '3.1.0',
  info: INFO,
  servers: [SERVER],
  security: [{ SvcSign: [] }],
  tags: [
    { name: 'auth', description: 'Token issuance (section 4.1).' },
    { name: 'streaming', description: 'Pushes of a channel to a CDN (sections 4.2 to 4.4).' },
  ],
  paths: Object.fromEntries(
    OPERATIONS.map((operation) => [
      operation.path,
      { [operation.method]: operationObject(operation, parts) },
    ]),
  ),
  components: {
    securitySchemes: { SvcSign: SVC_SIGN },
    parameters: { TrackingId: trackingId(parts.trackingId) },
  },
})

const INFO: JsonObject = {
  title: 'Real-Time Channel Service: token issuance and CDN streaming',
  version: '1',
  description: [
    'The version is that of this description; how the HTTP API itself is versioned is not shown (API-VERSIONING).',
    'Sections are those of the interface; ids in capitals are those of vectors/requirements.yaml.',
    'What is "not shown" is left open on purpose: nothing may be concluded from its absence here.',
    'Not shown for every operation: the shape of error bodies (ERROR-BODY-SHAPE) and which error comes first (ERROR-PRECEDENCE).',
  ].join(' '),
}

/** OpenAPI requires a default; `.example` is a name without an owner (RFC 2606 section 2). */
const SERVER: JsonObject = {
  url: '{base_url}',
  description: 'All paths are relative to the base URL (section 1). Its value is not shown.',
  variables: {
    base_url: {
      default: 'https://service.example',
      description:
        'The base URL without a slash at its end, with a path if it has one. The default reaches no service.',
    },
  },
}

/** Not `type: http`, by which OpenAPI means the schemes that IANA lists. */
const SVC_SIGN: JsonObject = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description:
    'The word SvcSign, one space and the signature (section 5). How the signature is made is not shown: hand in the finished value.',
  'x-requirements': ['AUTH-HEADER-PRESENT', 'AUTH-HEADER-SCHEME', 'AUTH-SIGNATURE-CONSTRUCTION'],
}

const trackingId = (schema: JsonObject): JsonObject => ({
  name: 'Tracking-Id',
  in: 'header',
  required: false,
  description: 'The trace of the request (section 4). Whether it is required is not shown.',
  schema,
  'x-requirements': ['HEADER-TRACKING-ID-FORMAT', 'HEADER-TRACKING-ID-REQUIRED'],
})

const operationObject = (operation: Operation, parts: Parts): JsonObject => ({
  operationId: operation.id,
  tags: [operation.id.split('.')[0]!],
  summary: operation.summary,
  description: `${operation.description} (Section ${operation.section}.)`,
  'x-requirements': [operation.rule, ...operation.requirements],
  parameters: [{ $ref: '#/components/parameters/TrackingId' }],
  requestBody: {
    required: true,
    content: json(`${operation.body}-request.schema.json`, parts.request(operation)),
  },
  responses: Object.fromEntries(
    operation.answers.map((answer) => [answer.status, response(answer, parts.response(operation))]),
  ),
})

const json = (schema: string, examples: Examples): JsonObject => ({
  'application/json': { schema: { $ref: schema }, ...(Object.keys(examples).length > 0 && { examples }) },
})

/** No `content` where the interface shows no body: OpenAPI then leaves it open. */
const response = (answer: Answer, examples: Examples): JsonObject => ({
  description: [
    answer.meaning,
    ...codesOf(answer),
    ...(answer.schema ? [] : ['The response body is not shown.']),
  ].join(' '),
  'x-requirements': answer.requirements,
  ...(answer.codes && { 'x-error-codes': answer.codes.map((code) => ({ ...code })) }),
  ...(answer.schema && { content: json(answer.schema, examples) }),
})

/** In words too: most viewers show no members that begin with `x-`. */
function codesOf({ status, codes }: Answer): string[] {
  if (codes)
    return [`Error codes: ${codes.map(({ code, condition }) => `${code} (${condition})`).join('; ')}.`]
  return status === '200' ? [] : ['Error codes are not shown (ERROR-STREAMING-CODES).']
}
