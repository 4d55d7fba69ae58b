import type { ClientAnswer, ClientReport, QuestionOf, SeenRequest } from '../../src/model/index.ts'

/** Changes what a right client shows. */
interface Row {
  readonly made: string
  readonly alter: (answer: ClientAnswer) => ClientAnswer
  /** Absent: any. */
  readonly fits?: (question: QuestionOf<'client.call'>) => boolean
}

const requests =
  (change: (request: SeenRequest, at: number) => SeenRequest): Row['alter'] =>
  (answer) => ({ ...answer, requests: answer.requests.map(change) })

const reports =
  (change: (report: ClientReport) => ClientReport): Row['alter'] =>
  (answer) => ({ ...answer, reports: answer.reports.map(change) })

const bytes = (make: (text: string) => Buffer): Row['alter'] =>
  requests((request) => ({
    ...request,
    body: make(Buffer.from(request.body, 'base64').toString('utf8')).toString('base64'),
  }))

const header = (name: string, value: string): Row['alter'] =>
  requests((request) => ({
    ...request,
    headers: [...request.headers.filter(([other]) => other !== name), [name, value] as const],
  }))

/** The first request goes on to where a redirect leads, changed in this way. */
const followed =
  (change: Partial<SeenRequest>): Row['alter'] =>
  (answer) => ({
    ...answer,
    requests: [
      ...answer.requests,
      ...answer.requests.slice(0, 1).map((one) => ({ ...one, elsewhere: true, ...change })),
    ],
  })

const leak = (place: ClientAnswer['leaks'][number]): Row => ({
  made: `secret in ${place}`,
  alter: (answer) => ({ ...answer, leaks: [place] }),
})

const failed: ClientReport = { ok: false, kind: 'timeout' }
const isRedirect: NonNullable<Row['fits']> = ({ params }) => params.answers.some(({ elsewhere }) => elsewhere)

export const SEEN: readonly Row[] = [
  leak('error'),
  leak('output'),
  leak('request'),
  { made: 'no request', alter: (answer) => ({ ...answer, requests: [] }) },
  {
    made: 'unreadable request',
    alter: requests((request) => ({ ...request, unreadable: 'a line of the head has no colon' })),
  },
  {
    made: 'sent twice',
    alter: (answer) => ({ ...answer, requests: answer.requests.flatMap((one) => [one, one]) }),
  },
  {
    made: 'one request short',
    alter: (answer) => ({ ...answer, requests: answer.requests.slice(1) }),
    fits: ({ params }) => params.calls > 1,
  },
  { made: 'one Tracking-Id', alter: header('Tracking-Id', '0123456789abcdef0123456789abcdef') },
  {
    made: 'Tracking-Id with dashes',
    alter: header('Tracking-Id', '01234567-89ab-cdef-0123-456789abcdef'),
  },
  {
    made: 'Content-Type with a charset',
    alter: header('Content-Type', 'application/json; charset=utf-8'),
  },
  { made: 'both framings', alter: header('Transfer-Encoding', 'chunked') },
  { made: 'another signature', alter: header('Authorization', 'SvcSign b3RoZXI=') },
  { made: 'Authorization of two lines', alter: header('Authorization', 'SvcSign one\ttwo') },
  { made: 'UTF-16', alter: bytes((text) => Buffer.from(text, 'utf16le')) },
  {
    made: 'Latin-1',
    alter: bytes((text) => Buffer.from(text.replace('":"', '":"\u00e9'), 'latin1')),
  },
  { made: 'byte order mark', alter: bytes((text) => Buffer.from(`\ufeff${text}`)) },
  { made: 'no JSON', alter: bytes((text) => Buffer.from(text.slice(0, -1))) },
  {
    made: 'member twice',
    alter: bytes((text) => Buffer.from(text.replace('{', '{"channelId":"c9",'))),
  },
  { made: 'fraction', alter: bytes((text) => Buffer.from(text.replace(/:(\d+)/, ':$1.0'))) },
  {
    made: 'member added',
    alter: bytes((text) => Buffer.from(text.replace('{', '{"sdk":"1.2.0",'))),
  },
  {
    made: 'query',
    alter: requests((request) => ({ ...request, target: `${request.target}?v=1` })),
  },
  {
    made: 'escaped path',
    alter: requests((request) => ({ ...request, target: request.target.replaceAll('t', '%74') })),
  },
  { made: 'error without a kind', alter: reports(() => ({ error: 'KeyError' })) },
  { made: 'success told', alter: reports(() => ({ ok: true, status: 200 })) },
  { made: 'failure told', alter: reports(() => failed) },
  {
    made: 'status 400 told',
    alter: reports(() => ({ ok: false, kind: 'http', status: 400, code: 'Sign.Error' })),
  },
  { made: 'late', alter: (answer) => ({ ...answer, millis: answer.millis.map(() => 600_000) }) },
  {
    made: 'gave up early',
    alter: (answer) => ({ ...reports(() => failed)(answer), unfinished: [40] }),
  },
  {
    made: 'followed with Authorization',
    alter: followed({}),
    fits: isRedirect,
  },
  {
    made: 'followed as GET',
    alter: followed({ method: 'GET', headers: [], body: '' }),
    fits: isRedirect,
  },
  {
    made: 'token of before',
    alter: (answer) => ({
      ...answer,
      requests: [],
      reports: answer.tokens!.map((token) => ({ ok: true, status: 200, token })),
    }),
    fits: ({ params }) => params.operation === 'auth.token',
  },
]
