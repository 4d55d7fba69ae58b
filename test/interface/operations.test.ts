/** One fact, one place: an operation and an error that section 4 and section 7.1 do not have show wherever they must. */
import { sample } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const OPERATIONS = '../../src/interface/operations.ts'
const ERRORS = '../../src/interface/errors.ts'
const MODEL = '../../src/model/endpoint.ts'

const PAUSE = { method: 'PUT', path: '/streaming/pause', section: '4.9', rule: 'PAUSE-METHOD-PATH' }
const LIMITED = {
  status: 429,
  code: 'Rate.Limited',
  condition: 'too many requests',
  rule: ['ERROR', 'RATE'].join('-'),
}

interface Modules {
  readonly openapi: typeof import('../../src/openapi/document.ts')
  readonly captured: typeof import('../../src/judge/client/captured.ts')
  readonly exchange: typeof import('../../src/judge/exchange.ts')
  readonly service: typeof import('../../src/service/index.ts')
  readonly faults: typeof import('../../src/faults/service/serviceFault.ts')
  readonly validate: typeof import('../../runners/validate/violations.ts')
  readonly vectors: typeof import('../../src/vectors/client/response/errors.ts')
  readonly generate: typeof import('../../src/generate/client/drawnAnswers.ts')
}

let at: Modules

beforeAll(async () => {
  vi.resetModules()
  vi.doMock(OPERATIONS, async (original) => {
    const operations = await original<typeof import('../../src/interface/operations.ts')>()
    return {
      ...operations,
      ROUTES: { ...operations.ROUTES, 'streaming.pause': PAUSE },
      BODY_OF: { ...operations.BODY_OF, 'streaming.pause': 'streaming-pause' },
    }
  })
  vi.doMock(ERRORS, async (original) => {
    const errors = await original<typeof import('../../src/interface/errors.ts')>()
    return { ...errors, TOKEN_ERRORS: [...errors.TOKEN_ERRORS, LIMITED] }
  })
  vi.doMock(MODEL, async (original) => {
    const model = await original<typeof import('../../src/model/endpoint.ts')>()
    return { ...model, OPERATIONS: [...model.OPERATIONS, 'streaming.pause'] }
  })
  at = {
    openapi: await import('../../src/openapi/document.ts'),
    captured: await import('../../src/judge/client/captured.ts'),
    exchange: await import('../../src/judge/exchange.ts'),
    service: await import('../../src/service/index.ts'),
    faults: await import('../../src/faults/service/serviceFault.ts'),
    validate: await import('../../runners/validate/violations.ts'),
    vectors: await import('../../src/vectors/client/response/errors.ts'),
    generate: await import('../../src/generate/client/drawnAnswers.ts'),
  }
})

afterAll(() => {
  for (const file of [OPERATIONS, ERRORS, MODEL]) vi.doUnmock(file)
  vi.resetModules()
})

const request = (method: string) => ({ method, path: PAUSE.path, headers: [], body: Buffer.from('{}') })

describe('an operation that section 4 does not have', () => {
  test('stands in the OpenAPI document with method, path, body and rule', () => {
    expect(at.openapi.API_OPERATIONS.at(-1)).toMatchObject({
      id: 'streaming.pause',
      method: 'put',
      path: '/streaming/pause',
      section: '4.9',
      body: 'streaming-pause',
      rule: 'PAUSE-METHOD-PATH',
    })
  })

  test('is known to whoever judges a captured request', () => {
    const seen = { method: 'PUT', target: '/api/nothing', headers: [], body: '' }
    const { operation, findings } = at.captured.judgeCaptured(
      seen as unknown as Parameters<typeof at.captured.judgeCaptured>[0],
      'SvcSign',
      false,
    )
    expect(operation).toBeUndefined()
    expect(JSON.stringify([...findings.values()])).toContain('PUT /streaming/pause')
  })

  test('has a route in the embedded service and a kind of body in its faults', () => {
    const state = { apps: [], channels: new Map(), scheme: 'SvcSign' }
    expect(at.service.handle(state, request('PUT'), 0).response.status).toBe(401)
    expect(at.service.handle(state, request('POST'), 0).response.status).toBe(405)
    expect(at.faults.kindOf(request('PUT'))).toBe('streaming-pause')
  })

  test('is named by validate', () => {
    expect(at.validate.REQUEST).toMatchObject({ 'streaming-pause': 'PUT /streaming/pause' })
  })
})

describe('an error that section 7.1 does not have', () => {
  test('stands in the OpenAPI document under its status', () => {
    const [token] = at.openapi.API_OPERATIONS
    expect(token!.answers.find(({ status }) => status === '429')).toMatchObject({
      requirements: [LIMITED.rule],
      codes: [{ code: 'Rate.Limited', condition: 'too many requests', requirement: LIMITED.rule }],
    })
  })

  test('is read out of answers', () => {
    const answer = { status: 429, texts: ['no: Rate.Limited'], trackingId: '', channel: '' }
    expect(at.exchange.codesIn(answer)).toEqual(['Rate.Limited'])
  })

  test('is sent to clients, by vectors and by generated calls', () => {
    expect(at.vectors.tokenErrors.map(({ name }) => name)).toContain('auth-token-429-rate-limited')
    expect(sample(at.generate.anyError('auth.token'), 300)).toContainEqual([429, 'Rate.Limited'])
  })
})
