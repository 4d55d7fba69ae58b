import Fastify from 'fastify'
import { issue, signerOf } from './auth.mjs'
import { Channels } from './channels.mjs'
import { invalidParameter, serverError, ServiceError } from './errors.mjs'
import { SCHEMAS } from './schemas.mjs'

/** Types are not coerced: an int of the interface is neither "60" nor true. */
const AJV = { customOptions: { coerceTypes: false } }

export function createService({ apps, channel }) {
  const service = Fastify({ ajv: AJV })
  const channels = new Channels([channel])
  service.decorateRequest('app', null)
  service.setErrorHandler((error, request, reply) => {
    const isKnown = error instanceof ServiceError || error.statusCode < 500
    return reply.send(isKnown ? error : serverError())
  })
  service.register(token, { apps })
  service.register(streaming, { apps, channels, prefix: '/streaming' })
  return service
}

/** Section 7.1. A body is checked before the signature: which error comes first is not shown. */
async function token(service, { apps }) {
  service.setSchemaErrorFormatter(([{ instancePath, message }]) =>
    invalidParameter(`${instancePath} ${message}`),
  )
  service.addHook('preHandler', async (request) => {
    request.app = signerOf(apps, request.headers.authorization)
  })
  service.post('/auth/token', { schema: SCHEMAS.token }, async ({ app, body }) => ({
    token: issue(app, body),
  }))
}

/** Section 7.2. Here a signature is checked as soon as the headers are there. */
async function streaming(service, { apps, channels }) {
  service.addHook('onRequest', async (request) => {
    try {
      signerOf(apps, request.headers.authorization)
    } catch ({ message }) {
      throw new ServiceError(401, 'Authentication.Error', message)
    }
  })
  service.post('/start', { schema: SCHEMAS.start }, async ({ body }) => channels.start(body))
  service.put('/update', { schema: SCHEMAS.update }, async ({ body }) => channels.update(body))
  service.post('/stop', { schema: SCHEMAS.stop }, async ({ body }) => channels.stop(body))
}
