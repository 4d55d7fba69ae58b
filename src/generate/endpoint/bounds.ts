/**
 * Starts that are right at every bound of section 2.3, in a channel that does not exist: 404, and no push (4.2 rule 4). An
 * endpoint that refuses one of the values before it looks for the channel answers 400.
 */
import { integer, record, type Arbitrary } from 'fast-check'
import type { AllowedAnswer, JsonObject, RequirementId, Vector } from '../../model/index.ts'
import { exchangeVectors, status } from './exchange.ts'
import { entryOf, started } from './pushes.ts'
import { writing } from './tokens.ts'

const PLAIN = { isSingle: false, flag: 3, more: {}, turn: 0 }
const upTo = (most: number): number[] => Array.from({ length: most }, (_, at) => at + 1)

/** What the text allows. One to a request: a channel may have room for fewer than three (START-STREAMS-MAXIMUM). */
const VALUES: readonly (readonly [rule: RequirementId, values: readonly JsonObject[]])[] = [
  ['STREAM-FLAG-SUM', upTo(15).map((flag) => ({ flag }))],
  ['STREAM-DELAYCLOSE-MAXIMUM', [0, 1, 30, 599, 600].map((delayClose) => ({ delayClose }))],
  ['STREAM-FPS-VALUES', [{ fps: 15 }, { fps: 30 }]],
]

/** What the text leaves open: an endpoint may refuse it, and has an answer to it all the same. */
const OPEN_VALUES: typeof VALUES = [
  [
    'STREAM-URL-FORM',
    [
      'rtmp://push.example',
      'rtmp://push.example:1935/live/a',
      'rtmp://user:word@push.example/live/a',
      'rtmp://[2001:db8::1]/live/a',
      'rtmp://192.0.2.1/live/a?key=b&to=c#d',
      'rtmp://push.example/live/%C3%BC%20b',
      `rtmp://push.example/live/${'a'.repeat(2000)}`,
    ].map((url) => ({ url })),
  ],
  ['STREAM-URL-RTMPS', [{ url: 'rtmps://push.example/live/a' }]],
  ['STREAM-USERID-NOT-IN-CHANNEL', [{ type: 2, userId: 'u'.repeat(257) }]],
]

/** Every value once in every run. */
const inNoChannel = (
  all: typeof VALUES,
  title: string,
  answers: readonly AllowedAnswer[],
): readonly Arbitrary<readonly Vector[]>[] =>
  all.flatMap(([rule, values]) =>
    values.map((value) =>
      record({ turn: integer({ min: 0, max: 6 }), writing }).map(({ turn, writing: how }) =>
        exchangeVectors('streaming', title, ['START-CHANNEL-MISSING', rule], {
          ...started([{ ...entryOf({ ...PLAIN, turn }, 1), ...value }], how),
          answers,
        }),
      ),
    ),
  )

export const bounds: readonly Arbitrary<readonly Vector[]>[] = [
  ...inNoChannel(VALUES, 'Answers a generated start that is right, for no channel, with 404', status(404)),
  ...inNoChannel(
    OPEN_VALUES,
    'Answers a start of an address or a user in an unusual form, for no channel, with 404 or another refusal',
    [...status(404), { status: '4xx', open: true }],
  ),
]

/** No start opens a channel: it is missing for the next one too. */
export const noChannelAgain: Arbitrary<readonly Vector[]> = writing.map((how) => {
  const start = started([entryOf(PLAIN, 1)], how)
  return exchangeVectors(
    'streaming',
    'Answers a second start for no channel with 404',
    ['START-CHANNEL-MISSING'],
    {
      ...start,
      before: [{ ...start, open: true }],
      answers: status(404),
    },
  )
})
