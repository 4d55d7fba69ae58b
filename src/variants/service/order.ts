import type { ErrorCode } from '../../interface/errors.ts'
import { rightBody } from '../../body/index.ts'
import { headerOf, standIn, type ServiceRequest } from '../../service/index.ts'
import {
  altering,
  coded,
  OPEN_CHANNEL,
  isOfUnknownApp,
  isRight,
  isStreaming,
  isToken,
  isUpdate,
  kindOf,
  requestObject,
  APPS_SECRET,
  requestText,
} from '../../faults/service/serviceFault.ts'
import { servicesAbout, type ServiceVariant, tolerating } from './serviceVariant.ts'

const INVALID = coded('Invalid.Parameter.Value')

const isAuthorized = (request: ServiceRequest): boolean => headerOf(request, 'authorization') !== undefined
const isUnknownChannel = (request: ServiceRequest): boolean => {
  const { channelId } = requestObject(request)
  return isStreaming(request) && typeof channelId === 'string' && channelId !== OPEN_CHANNEL
}
const isRightBody = (request: ServiceRequest): boolean => {
  const kind = kindOf(request)
  return kind !== undefined && rightBody(kind, requestText(request)) !== undefined
}

const order = servicesAbout('service-way', {
  section: '7',
  open: 'Which error comes first when several apply is not shown.',
  decides: ['ERROR-PRECEDENCE'],
})

/** One error of section 5 item 2 instead of another, where both are true. */
const missing = (name: string, code: ErrorCode): ServiceVariant => ({
  id: `service-way-missing-${name}`,
  section: '5',
  open: 'Which error of section 5 item 2 a missing Authorization header has is not shown.',
  does: `A request without Authorization is answered with ${coded(code).status} and ${code}.`,
  decides: ['AUTH-HEADER-MISSING-ERROR'],
  alteration: (request, right) => (isToken(request) && !isAuthorized(request) ? coded(code) : right()),
})
const wrongSignature = (name: string, code: ErrorCode): ServiceVariant => ({
  id: `service-way-signature-${name}`,
  section: '7.1',
  open: 'Where a wrong signature counts as one error or the other is not shown.',
  does: `Every wrong signature is answered with ${coded(code).status} and ${code}.`,
  decides: ['ERROR-SIGNATURE-OVERLAP'],
  alteration: altering((response) =>
    ['Sign.Error', 'Authorization.Signature.Invalid'].includes(response.body?.['code'] ?? '')
      ? coded(code)
      : response,
  ),
})

const unknownApp = (status: number): ServiceVariant => ({
  id: `service-way-streaming-unknown-app-${status}`,
  section: '5',
  open: 'Whether an unknown app is an authentication error of streaming, or has no such channel, is not shown.',
  does: `Streaming requests of an app that does not exist are answered with ${status}.`,
  decides: ['ERROR-STREAMING-UNKNOWN-APP'],
  alteration: (request, right) => (isStreaming(request) && isOfUnknownApp(request) ? { status } : right()),
})

/** Answers streaming requests of an app in a wrong state as if it were right, or with this status. */
const appState = (name: string, does: string, status?: number): ServiceVariant => ({
  id: `service-way-streaming-app-state-${name}`,
  section: '7.2',
  open: 'Which status a streaming request of a disabled or unpaid app has is not shown.',
  does,
  decides: ['ERROR-STREAMING-APP-STATUS'],
  alteration: (request, right, now) => {
    const isWrong = /SvcSign (disabled|unpaid)\./i.test(headerOf(request, 'authorization') ?? '')
    if (!isStreaming(request) || !isWrong) return right()
    const asActive = standIn({ appId: 'active', appSecret: APPS_SECRET }, now)
    return status === undefined ? right(authorized(request, asActive)) : { status }
  },
})
const authorized = ({ headers }: ServiceRequest, value: string): Partial<ServiceRequest> => ({
  headers: [...headers.filter(([name]) => name.toLowerCase() !== 'authorization'), ['Authorization', value]],
})

/** Takes a signature that writes the right bytes in another way, as what decodes it before it compares. */
const decoded: ServiceVariant = {
  id: 'service-way-signature-decoded',
  section: '5',
  open: 'Whether a signature is taken that writes the same bytes in another way is not shown.',
  does: 'Signatures are decoded before they are compared.',
  decides: ['AUTH-SIGNATURE-FORM'],
  alteration: (request, right) => {
    const [, before = '', text = ''] = /^(.*\.)(.*)$/s.exec(headerOf(request, 'authorization') ?? '') ?? []
    const same = Buffer.from(text, 'base64').toString('base64')
    return text === '' ? right() : right(authorized(request, before + same))
  },
}

/** The body, if it is an object in which a channelId can be looked for. */
const isReadable = (request: ServiceRequest): boolean =>
  isStreaming(request) && Object.keys(requestObject(request)).length > 0

/** Which of several true errors a service answers (sections 5 and 7). */
export const ORDER_ROWS: readonly ServiceVariant[] = [
  decoded,
  order('channel-first', 'The channel is looked for before the authorisation.', (request, right) =>
    isUnknownChannel(request) ? { status: 404 } : right(),
  ),
  order(
    'channel-before-body',
    'The channel is looked for before the body is looked at.',
    tolerating((request) => isReadable(request) && requestObject(request)['channelId'] !== OPEN_CHANNEL, 404),
  ),
  order('body-first', 'The body is looked at before the authorisation.', (request, right) => {
    if (isRightBody(request)) return right()
    return isToken(request) ? INVALID : { status: 400 }
  }),
  order('body-before-app', 'The body is looked at before the state of the app.', (request, right) => {
    const response = right()
    return /^(?:App|Org)\.Status/.test(response.body?.['code'] ?? '') && !isRightBody(request)
      ? INVALID
      : response
  }),
  missing('type', 'Authorization.Type.Invalid'),
  missing('signature', 'Authorization.Signature.Invalid'),
  missing('sign-error', 'Sign.Error'),
  missing('secret', 'App.Secret.Empty'),
  missing('app', 'InvalidEntity.NotFound'),
  wrongSignature('code', 'Authorization.Signature.Invalid'),
  wrongSignature('sign-error', 'Sign.Error'),
  wrongSignature('secret', 'App.Secret.Empty'),
  unknownApp(401),
  unknownApp(404),
  appState('ignored', 'The state of the app plays no part in streaming.'),
  appState('403', 'Streaming requests of an app in a wrong state are answered with 403.', 403),
  appState('404', 'Streaming requests of an app in a wrong state find no channel.', 404),
  order(
    'update-404',
    'Updates of streams that are not known are answered with 404.',
    tolerating((request) => isUpdate(request) && isRight('streaming-update', request), 404),
    { decides: ['UPDATE-STREAMID-UNKNOWN'] },
  ),
]
