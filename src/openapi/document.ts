import { STREAMING_STATUSES, TOKEN_ERRORS } from '../interface/errors.ts'
import type { BodyKind, Family, JsonObject, Operation, RequirementId, Vector } from '../model/index.ts'
import { BODY_OF, ROUTES } from '../interface/operations.ts'
import { parseJson } from '../json.ts'

interface Answer {
  readonly status: string
  readonly meaning: string
  readonly requirements: readonly RequirementId[]
  /** The file under schemas/ that describes the body. Without it the interface shows no body. */
  readonly schema?: string
  readonly codes?: readonly Readonly<Record<'code' | 'condition' | 'requirement', string>>[]
}

const MEANINGS: Readonly<Record<number, string>> = {
  403: 'Not allowed, or a parameter is invalid.',
  404: 'The app cannot be found.',
  406: 'The app secret or the signature is wrong.',
  500: 'A fault inside the service.',
}

const errorsWith = (status: number): Answer => {
  const own = TOKEN_ERRORS.filter((row) => row.status === status)
  const codes = own.map(({ code, condition, rule }) => ({ code, condition, requirement: rule }))
  const requirements = own.map(({ rule }) => rule)
  return { status: String(status), meaning: MEANINGS[status] ?? '', requirements, codes }
}

/** Section 7.1. */
const tokenAnswers: readonly Answer[] = [
  {
    status: '200',
    meaning: 'Success: the token.',
    requirements: ['ERROR-TOKEN-SUCCESS', 'TOKEN-RESPONSE-STATUS', 'TOKEN-RESPONSE-TOKEN'],
    schema: 'auth-token-response.schema.json',
  },
  ...[...new Set(TOKEN_ERRORS.map(({ status }) => status))].map(errorsWith),
]

/**
 * Section 7.2: status codes only.
 * @param body the rule of the body of a success
 * @param missing what 404 means for the operation
 */
const streamingAnswers = (body: RequirementId, missing: Missing): readonly Answer[] =>
  STREAMING_STATUSES.map(({ status, condition, rule }) => ({
    status: String(status),
    meaning: condition,
    requirements: [...(rule ? [rule] : []), ...(status === 200 ? [body] : [])],
    ...(rule ? {} : missing),
  }))

type Missing = Pick<Answer, 'meaning' | 'requirements'>

const noChannel = (rule: RequirementId): Missing => ({
  meaning: 'The channel does not exist.',
  requirements: [rule],
})

interface Words {
  readonly summary: string
  readonly description: string
  /** Beside the rule of its method and path. */
  readonly requirements: readonly RequirementId[]
  readonly answers: readonly Answer[]
}

interface ApiOperation extends Words {
  readonly id: string
  readonly path: string
  readonly method: Lowercase<(typeof ROUTES)[Operation]['method']>
  readonly section: string
  readonly rule: RequirementId
  readonly body: BodyKind
}

const WORDS: Readonly<Record<Operation, Words>> = {
  'auth.token': {
    summary: 'Get a token from the service',
    description: 'The body holds the join parameters that the token is to carry.',
    requirements: ['TOKEN-REQUEST-BODY'],
    answers: tokenAnswers,
  },
  'streaming.start': {
    summary: 'Start pushes of a channel to a CDN',
    description:
      'Each entry of streamList starts one push. A channel has at most 3 streams configured at once by default; which status exceeds it is not shown.',
    requirements: ['START-STREAMLIST-ENTRY-EACH', 'START-STREAMS-MAXIMUM'],
    answers: streamingAnswers('START-RESPONSE-BODY', {
      meaning:
        'The channel does not exist, for example because its first user has not opened it yet. The request can be sent again.',
      requirements: ['START-CHANNEL-MISSING', 'START-CHANNEL-MISSING-RETRY'],
    }),
  },
  'streaming.update': {
    summary: 'Change running pushes of a channel',
    description:
      'Layout, push address, presenter of a mixed push, frame rate and watermarks can change; type, flag and the userId of a single-stream push cannot. An empty watermarks array takes the watermarks away.',
    requirements: [
      'UPDATE-TYPE-FIXED',
      'UPDATE-FLAG-FIXED',
      'UPDATE-SINGLE-USERID-FIXED',
      'UPDATE-WATERMARKS-EMPTY',
    ],
    answers: streamingAnswers('UPDATE-RESPONSE-BODY', noChannel('UPDATE-CHANNEL-MISSING')),
  },
  'streaming.stop': {
    summary: 'Stop pushes of a channel',
    description: 'With a streamId that push stops, without one every push of the channel.',
    requirements: ['STOP-ONE', 'STOP-ALL'],
    answers: streamingAnswers('STOP-RESPONSE-BODY', noChannel('STOP-CHANNEL-MISSING')),
  },
}

/** The operations of section 4, in its order. */
export const API_OPERATIONS: readonly ApiOperation[] = (Object.keys(ROUTES) as Operation[]).map((id) => {
  const { method, ...route } = ROUTES[id]
  return { id, method: method === 'PUT' ? 'put' : 'post', ...route, body: BODY_OF[id], ...WORDS[id] }
})

export type Examples = Readonly<Record<string, { readonly summary: string; readonly value: JsonObject }>>

/** What the caller adds: the tables here do not know it. */
interface Parts {
  /** Request bodies, and bodies of answers with status 200. */
  readonly request: (operation: ApiOperation) => Examples
  readonly response: (operation: ApiOperation) => Examples
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
    API_OPERATIONS.map((one) => [one.path, { [one.method]: operationObject(one, parts) }]),
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

const operationObject = (operation: ApiOperation, parts: Parts): JsonObject => ({
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

const NO_BODY = 'The response body is not shown.'

/** No `content` where the interface shows no body: OpenAPI then leaves it open. */
const response = (answer: Answer, examples: Examples): JsonObject => ({
  description: [answer.meaning, ...codesOf(answer), ...(answer.schema ? [] : [NO_BODY])].join(' '),
  'x-requirements': answer.requirements,
  ...(answer.codes && { 'x-error-codes': answer.codes.map((code) => ({ ...code })) }),
  ...(answer.schema && { content: json(answer.schema, examples) }),
})

/** In words too: most viewers show no members that begin with `x-`. */
function codesOf({ status, codes }: Answer): string[] {
  const told = codes?.map(({ code, condition }) => `${code} (${condition})`)
  if (told) return [`Error codes: ${told.join('; ')}.`]
  return status === '200' ? [] : ['Error codes are not shown (ERROR-STREAMING-CODES).']
}

/** The accepted bodies that show the shape best; the vectors have all others. */
const REQUESTS: Readonly<Record<BodyKind, readonly string[]>> = {
  'auth-token': ['minimal', 'every-member'],
  'streaming-start': ['mixed', 'single', 'every-member'],
  'streaming-update': ['user-id-alone', 'every-member'],
  'streaming-stop': ['all-pushes', 'one-push'],
}

const idsOf = (kind: BodyKind): string[] => REQUESTS[kind].map((name) => `body/${kind}/${name}`)

/** The service answers with a token: that of the first request here. */
const TOKEN = 'token/issue/minimal'

/** @throws Error where a vector is gone, or is not what an example has to be */
export function examplesFrom(families: readonly Family[]): Pick<Parts, 'request' | 'response'> {
  const vectors = families.flatMap((family) => family.vectors)
  const named = (ids: readonly string[], valueOf: (vector: Vector) => JsonObject | undefined): Examples => {
    const entries = ids.map((id) => {
      const vector = vectors.find((one) => one.id === id)
      const value = vector && valueOf(vector)
      if (!value) throw new Error(`src/openapi/document.ts: ${id} cannot be an example`)
      return [id.split('/').at(-1)!, { summary: vector.title, value }]
    })
    return Object.fromEntries(entries)
  }
  return {
    request: ({ body }) => named(idsOf(body), bodyOf),
    response: ({ id }) => (id === 'auth.token' ? named([TOKEN], tokenOf) : {}),
  }
}

const bodyOf = ({ question, expect }: Vector): JsonObject | undefined =>
  question.method === 'body.validate' && expect.verdict === 'accept'
    ? parseJson<JsonObject>(question.params.body)
    : undefined

function tokenOf({ expect }: Vector): JsonObject | undefined {
  const token = expect.verdict === 'accept' ? expect.intermediates?.token : undefined
  return token === undefined ? undefined : { token }
}
