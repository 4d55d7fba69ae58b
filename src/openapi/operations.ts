import { BODY_OF, ROUTES } from '../interface/operations.ts'
import type { BodyKind, Operation as Name, RequirementId } from '../model/index.ts'
import { streamingAnswers, tokenAnswers, type Answer } from './responses.ts'

/** What the document says of an operation beside its facts. */
interface Words {
  readonly summary: string
  readonly description: string
  /** Beside the rule of its method and path. */
  readonly requirements: readonly RequirementId[]
  readonly answers: readonly Answer[]
}

export interface Operation extends Words {
  readonly id: string
  readonly path: string
  readonly method: Lowercase<(typeof ROUTES)[Name]['method']>
  readonly section: string
  readonly rule: RequirementId
  readonly body: BodyKind
}

const WORDS: Readonly<Record<Name, Words>> = {
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
    answers: streamingAnswers('UPDATE-RESPONSE-BODY', {
      meaning: 'The channel does not exist.',
      requirements: ['UPDATE-CHANNEL-MISSING'],
    }),
  },
  'streaming.stop': {
    summary: 'Stop pushes of a channel',
    description: 'With a streamId that push stops, without one every push of the channel.',
    requirements: ['STOP-ONE', 'STOP-ALL'],
    answers: streamingAnswers('STOP-RESPONSE-BODY', {
      meaning: 'The channel does not exist.',
      requirements: ['STOP-CHANNEL-MISSING'],
    }),
  },
}

/** The operations of section 4, in its order. */
export const OPERATIONS: readonly Operation[] = (Object.keys(ROUTES) as Name[]).map((id) => {
  const { method, ...route } = ROUTES[id]
  return { id, method: method === 'PUT' ? 'put' : 'post', ...route, body: BODY_OF[id], ...WORDS[id] }
})
