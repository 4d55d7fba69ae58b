import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { describe, expect, test } from 'vitest'
import { readText } from '../../runners/suite/files.ts'
import { OPENAPI_FILE, openapiText } from '../../tools/openapi.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { families } from '../../src/vectors/index.ts'
import { examplesFrom, API_OPERATIONS } from '../../src/openapi/document.ts'
import { requirements } from '../support/vectors/files.ts'
import { bundled, members, operationsOf, written } from '../support/openapi/documents.ts'

/** Sections 4 and 7 by hand: operation, path, and its statuses with their error codes. */
const STREAMING = { 200: [], 400: [], 401: [], 404: [], 500: [] }
const INTERFACE = {
  'auth.token': [
    'post /auth/token',
    {
      200: [],
      403: [
        'Authorization.Type.Invalid',
        'Authorization.Signature.Invalid',
        'App.Status.Error',
        'Org.Status.Error',
        'Invalid.Parameter.Value',
      ],
      404: ['InvalidEntity.NotFound'],
      406: ['App.Secret.Empty', 'Sign.Error'],
      500: ['Server.Error'],
    },
  ],
  'streaming.start': ['post /streaming/start', STREAMING],
  'streaming.update': ['put /streaming/update', STREAMING],
  'streaming.stop': ['post /streaming/stop', STREAMING],
}

const document = written()
const operations = operationsOf(document)
const rules = new Map(requirements().map((requirement) => [requirement.id, requirement]))

describe('schemas/openapi.yaml', () => {
  test('is what its tables and the vectors make', () => {
    expect(readText(OPENAPI_FILE)).toBe(openapiText(families()))
  })

  test.each([
    ['as written', document],
    ['in one file', bundled()],
  ])('keeps the schema of OpenAPI 3.1 (%s)', async (_, document) => {
    expect(await validate('https://spec.openapis.org/oas/3.1/schema-base', document as never)).toEqual({
      valid: true,
    })
  })

  test('has the operations, statuses and error codes of the interface, and no others', () => {
    const shown = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, responses }]) => [
        operationId,
        [`${method} ${path}`, codesOf(responses)],
      ]),
    )
    expect(Object.fromEntries(shown)).toEqual(INTERFACE)
  })

  test('shows a body of an answer only for a token', () => {
    const shown = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) =>
        content ? [`${operationId} ${status}`] : [],
      ),
    )
    expect(shown).toEqual(['auth.token 200'])
  })

  test('has an answer, and says so, where the body or the codes are not shown', () => {
    for (const { responses } of operations)
      for (const [status, { content, description, 'x-error-codes': codes }] of Object.entries(responses)) {
        expect(description.includes('The response body is not shown')).toBe(!content)
        expect(description.includes('Error codes are not shown')).toBe(status !== '200' && !codes)
      }
  })
})

const codesOf = (responses: (typeof operations)[number]['responses']) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, { 'x-error-codes': codes = [] }]) => [
      status,
      codes.map(({ code }) => code),
    ]),
  )

describe('requirements of the document', () => {
  test('all exist', () => {
    const ids = members(document, 'x-requirements').flat() as string[]
    expect(ids.filter((id) => !rules.has(id))).toEqual([])
  })

  test.each(operations)(
    '$operationId has those of its section and of its status',
    ({ operationId, ...operation }) => {
      const { section } = API_OPERATIONS.find(({ id }) => id === operationId)!
      const method = rules.get(operation['x-requirements'][0]!)!
      expect(method.section).toBe(section)
      for (const word of (INTERFACE[operationId as keyof typeof INTERFACE][0] as string).split(' '))
        expect(method.statement.toLowerCase()).toContain(word)
      for (const [status, answer] of Object.entries(operation.responses))
        expect(rules.get(answer['x-requirements'][0]!)!.statement).toContain(`status ${status}`)
    },
  )

  test('each error code has the one that names it with its status', () => {
    for (const { responses } of operations)
      for (const [status, { 'x-error-codes': codes = [] }] of Object.entries(responses))
        for (const { code, requirement } of codes)
          expect(rules.get(requirement)!.statement).toContain(`status ${status} with the code ${code}.`)
  })
})

describe('examples', () => {
  test.each(API_OPERATIONS)('of requests of $id are there and keep the schema', ({ id, body }) => {
    const operation = operations.find(({ operationId }) => operationId === id)!
    const examples = Object.values(operation.requestBody.content['application/json'].examples ?? {})
    expect(examples).not.toEqual([])
    for (const { value } of examples) expect(schemaCheck(`${body}-request`)(value)).toEqual([])
  })

  test('the answer of auth.token has one, and it keeps the schema', () => {
    const { examples = {} } = operations[0]!.responses['200']!.content!['application/json']
    expect(Object.keys(examples)).toHaveLength(1)
    for (const { value } of Object.values(examples))
      expect(schemaCheck('auth-token-response')(value)).toEqual([])
  })

  test('a vector that is gone is said', () => {
    const { request } = examplesFrom([])
    expect(() => request(API_OPERATIONS[0]!)).toThrow('body/auth-token/minimal cannot be an example')
  })
})
