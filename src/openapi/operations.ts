import type { BodyKind, RequirementId } from '../model/index.ts'
import { streamingAnswers, tokenAnswers, type Answer } from './responses.ts'

export interface Operation {
  readonly id: string
  readonly path: string
  readonly method: 'post' | 'put'
  readonly section: string
  readonly summary: string
  readonly description: string
  readonly requirements: readonly RequirementId[]
  readonly body: BodyKind
  readonly answers: readonly Answer[]
}

/** The four operations of section 4, in its order. */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'auth.token',
    path: '/auth/token',
    method: 'post',
    section: '4.1',
    summary: 'Get a token from the service',
    description: 'The body holds the join parameters that the token is to carry.',
    requirements: ['TOKEN-REQUEST-METHOD-PATH', 'TOKEN-REQUEST-BODY'],
    body: 'auth-token',
    answers: tokenAnswers,
  },
  {
    id: 'streaming.start',
    path: '/streaming/start',
    method: 'post',
    section: '4.2',
    summary: 'Start pushes of a channel to a CDN',
    description:
      'Each entry of streamList starts one push. A channel has at most 3 streams configured at once by default; which status exceeds it is not shown.',
    requirements: ['START-METHOD-PATH', 'START-STREAMLIST-ENTRY-EACH', 'START-STREAMS-MAXIMUM'],
    body: 'streaming-start',
    answers: streamingAnswers('START-RESPONSE-BODY', {
      meaning:
        'The channel does not exist, for example because its first user has not opened it yet. The request can be sent again.',
      requirements: ['START-CHANNEL-MISSING', 'START-CHANNEL-MISSING-RETRY'],
    }),
  },
  {
    id: 'streaming.update',
    path: '/streaming/update',
    method: 'put',
    section: '4.3',
    summary: 'Change running pushes of a channel',
    description:
      'Layout, push address, presenter of a mixed push, frame rate and watermarks can change; type, flag and the userId of a single-stream push cannot. An empty watermarks array takes the watermarks away.',
    requirements: [
      'UPDATE-METHOD-PATH',
      'UPDATE-TYPE-FIXED',
      'UPDATE-FLAG-FIXED',
      'UPDATE-SINGLE-USERID-FIXED',
      'UPDATE-WATERMARKS-EMPTY',
    ],
    body: 'streaming-update',
    answers: streamingAnswers('UPDATE-RESPONSE-BODY', {
      meaning: 'The channel does not exist.',
      requirements: ['UPDATE-CHANNEL-MISSING'],
    }),
  },
  {
    id: 'streaming.stop',
    path: '/streaming/stop',
    method: 'post',
    section: '4.4',
    summary: 'Stop pushes of a channel',
    description: 'With a streamId that push stops, without one every push of the channel.',
    requirements: ['STOP-METHOD-PATH', 'STOP-ONE', 'STOP-ALL'],
    body: 'streaming-stop',
    answers: streamingAnswers('STOP-RESPONSE-BODY', {
      meaning: 'The channel does not exist.',
      requirements: ['STOP-CHANNEL-MISSING'],
    }),
  },
]
