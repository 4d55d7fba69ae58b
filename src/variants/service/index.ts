import type { Json } from '../../model/index.ts'
import { isObject } from '../../json.ts'
import { isRight, isStreaming, isUpdate, listOf, objectOf } from '../../faults/service/requestBodies.ts'
import { CHANNEL, USER, type ServiceVariant } from '../../faults/service/serviceFault.ts'

const isEmpty = (layout: Json | undefined): boolean => isObject(layout) && Object.keys(layout).length === 0
const INVALID = { status: 403, body: { code: 'Invalid.Parameter.Value' } }

/** What the interface leaves open, decided in another way than the reference service decides it: nothing may fail. */
export const SERVICE_VARIANTS: readonly ServiceVariant[] = [
  {
    id: 'service-way-user-in-channel',
    does: 'Users who are not in the channel are refused.',
    alteration: (request, right) =>
      listOf(request).some((entry) => isObject(entry) && (entry['userId'] ?? USER) !== USER)
        ? { status: right().status === 401 ? 401 : 400 }
        : right(),
  },
  {
    id: 'service-way-privileges-unknown',
    does: 'Privileges of 1 are not known, and are refused.',
    alteration: (request, right) => (objectOf(request)['privileges'] === 1 ? INVALID : right()),
  },
  {
    id: 'service-way-user-form',
    does: 'A userId has to be of a certain form.',
    alteration: (request, right) => {
      const { userId } = objectOf(request)
      return typeof userId === 'string' && !/^[a-z][a-z-]{0,63}$/.test(userId) ? INVALID : right()
    },
  },
  {
    id: 'service-way-layout-refused',
    does: 'A layout without fields is refused.',
    alteration: (request, right) =>
      listOf(request).some((entry) => isObject(entry) && isEmpty(entry['layout']))
        ? { status: 400 }
        : right(),
  },
  {
    id: 'service-way-channel-first',
    does: 'The channel is looked for before the authorisation is looked at.',
    alteration: (request, right) => {
      const { channelId } = objectOf(request)
      return isStreaming(request) && typeof channelId === 'string' && channelId !== CHANNEL
        ? { status: 404 }
        : right()
    },
  },
  {
    id: 'service-way-update-404',
    does: 'Updates of streams that are not known are answered with 404.',
    alteration: (request, right) => {
      const response = right()
      const isRefused = isUpdate(request) && response.status === 400
      return isRefused && isRight('streaming-update', request) ? { status: 404 } : response
    },
  },
  {
    id: 'service-way-signature-code',
    does: 'Every wrong signature is answered with Authorization.Signature.Invalid.',
    alteration: (_, right) => {
      const response = right()
      return response.body?.['code'] === 'Sign.Error'
        ? { status: 403, body: { code: 'Authorization.Signature.Invalid' } }
        : response
    },
  },
  {
    id: 'service-way-streaming-json',
    does: 'Streaming requests are answered with JSON.',
    alteration: (request, right) => ({
      ...right(),
      ...(isStreaming(request) && { body: { message: 'done' } }),
    }),
  },
  {
    id: 'service-way-code-explained',
    does: 'An error says what its code means.',
    alteration: (_, right) => {
      const response = right()
      const code = response.body?.['code']
      if (code === undefined) return response
      return {
        status: response.status,
        raw: JSON.stringify({ error: { code, message: `${code}: see the manual` }, codes: [code] }),
      }
    },
  },
]
