/** What a live run would send, and where, before anything is sent. */
import { cannotBeAsked } from '../../src/ask.ts'
import { ROUTES } from '../../src/interface/operations.ts'
import { isGenerated, type Description, type Operation, type Vector } from '../../src/model/index.ts'
import { visible } from '../../src/report/visible.ts'
import { counted } from '../../src/text.ts'
import type { LiveConfig } from './config.ts'
import { costOf, mostAtOnce, mostOf } from './rateLimit.ts'
import { mostAboutRoom } from './room.ts'

interface Planned {
  readonly vectors: readonly Vector[]
  /** A round of what is asked after the run, for so many seconds. */
  readonly later: readonly Vector[]
  readonly explore: number | undefined
  readonly generated?: { readonly asked: number; readonly seed: number }
  /** Sentences about the streams that an earlier run left. */
  readonly left: readonly string[]
}

/** The lines of `--dry-run`: what is sent beside the vectors, and each vector with its requests or why it is skipped. */
export function planOf(config: LiveConfig, description: Description, planned: Planned): string[] {
  const { vectors, later, explore, generated, left } = planned
  const optional = [
    config.maxTime !== undefined && `time\tat most ${config.maxTime} s (--max-time), then clean-up`,
    explore !== undefined && `explore\t${explore} s more (--explore), beside these requests`,
    generated && `generated\t${generated.asked} questions, --seed ${generated.seed}`,
  ]
  return [
    `plan for ${config.baseUrl.href}: nothing is sent`,
    ...beside(config),
    ...left.map((sentence) => `left\t${visible(sentence)}: they are stopped first`),
    `streams\t${streamsAtOnce(mostStreams([...vectors, ...later], description), config)}`,
    `requests\t${atMost(askedOf(vectors, description), config)}`,
    ...optional.filter((line) => typeof line === 'string'),
    ...vectors.map((vector) => {
      const why = cannotBeAsked(vector, description)
      return `${vector.id}\t${why === undefined ? requests(vector) : `skipped: ${why}`}`
    }),
  ]
}

const askedOf = (vectors: readonly Vector[], description: Description): Vector[] =>
  vectors.filter((vector) => cannotBeAsked(vector, description) === undefined)

const exchangesIn = (vectors: readonly Vector[]) =>
  vectors.flatMap(({ question }) => (question.method === 'endpoint.exchange' ? [question.params] : []))

/** How many streams a run on these vectors may have running at once. */
export const mostStreams = (vectors: readonly Vector[], description: Description): number =>
  mostAtOnce(exchangesIn(askedOf(vectors, description)))

/** What an operator is told of that before anything is sent. */
export const streamsAtOnce = (most: number, { channel = '' }: LiveConfig): string =>
  most === 0
    ? 'no stream is started in a running channel'
    : `at most ${counted(most, 'stream')} at once in the channel ${visible(channel)}`

/** The probe comes first; requests about the room in the channel come beside the vectors. */
function atMost(vectors: readonly Vector[], config: LiveConfig): string {
  const { maxRequests } = config
  const costs = exchangesIn(vectors).map((exchange) => mostOf(costOf(exchange)))
  const most = costs.reduce((sum, cost) => sum + cost, 1 + mostAboutRoom(config))
  if (maxRequests === undefined) return `at most ${most}, clean-up included`
  return most > maxRequests
    ? `at most ${maxRequests} (--max-requests) of up to ${most}: what does not fit is skipped`
    : `at most ${most} of ${maxRequests} (--max-requests), clean-up included`
}

function beside({ channel, exclusiveChannel, pushUrl }: LiveConfig): string[] {
  const whose = exclusiveChannel
    ? 'all of its streams are stopped first'
    : 'only streams of the run are stopped; where a start is refused, plain starts show whether there is room'
  return [
    `probe\t${routeOf('auth.token')}, before the first vector (unopened channel)`,
    `clean-up\t${routeOf('streaming.stop')} for each stream that a start names, after its vector, and again at the end if need be`,
    `channel\t${channel === undefined ? 'none: no running channel is touched' : `${visible(channel)}: ${whose}`}`,
    `push URL\t${visible(pushUrl)}: each stream to a path of its own below it`,
  ]
}

const routeOf = (operation: Operation): string => `${ROUTES[operation].method} ${ROUTES[operation].path}`

function requests({ question, id, title }: Vector): string {
  if (question.method !== 'endpoint.exchange') return ''
  const { before = [], operation, channel, body } = question.params
  const routes = [...before, { operation }].map((one) => routeOf(one.operation))
  const sent = `${routes.join(', ')} (${channel} channel)`
  // The id of a generated question says nothing.
  return isGenerated(id) ? `${sent} ${title}: ${visible(body)}` : sent
}
