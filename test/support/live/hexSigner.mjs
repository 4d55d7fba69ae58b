/** A signer that the suite does not know: key id, then the hex of an HMAC over app, method, path and body. */
import { createHmac } from 'node:crypto'

const textOf = ({ appId, method, path, body }) => [appId, method, path, body].join('\n')

export default (request, secret) =>
  `SvcSign ${request.appId}:${createHmac('sha256', secret).update(textOf(request)).digest('hex')}`
