import autocannon from 'autocannon'
import { ROUTES } from '../../src/interface/operations.ts'
import { standIn, type App } from '../../src/service/index.ts'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, mkdtempSync, writeFileSync } from 'node:fs'
import { bundlePrograms } from '../bundle.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { median, ofMemory, type Ratio, ofTimes } from './ratio.ts'
import { listen } from '../../runners/http/server.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../../runners/http/serve.ts'

const BENCH_APP: App = { appId: 'app', appSecret: 'DO-NOT-USE-bench', status: 'active' }

/**
 * How many token requests (the only ones that are answered with JSON) a server answers in so many seconds, one at a
 * time on each of ten connections.
 * @throws where an answer is not 200, because the figure would then mean something else
 */
async function load(url: string, seconds: number): Promise<number> {
  const { method, path } = ROUTES['auth.token']
  const { requests, non2xx, errors } = await autocannon({
    url: `${url}${path}`,
    method,
    headers: {
      Authorization: standIn(BENCH_APP, Math.floor(Date.now() / 1000)),
      'Content-Type': 'application/json',
      'Tracking-Id': '0123456789abcdef0123456789abcdef',
    },
    body: '{"channelId":"c1","userId":"u1","duration":3600}',
    connections: 10,
    duration: seconds,
  })
  if (non2xx + errors > 0 || requests.total === 0)
    throw new Error(`of ${requests.total} requests, ${non2xx} were refused and ${errors} failed`)
  return requests.total
}

/** Many short ones: a machine whose speed changes from second to second then changes for both servers. */
const ROUNDS = 15
const ROUND_SECONDS = 0.7

/** Seconds of the run that looks at the memory; two minutes where there is time. */
const LONG = process.env['CHANNELPROOF_BENCH_LONG'] === '1' ? 120 : 12

/** What a server has used so far: bytes of memory, microseconds of processor time. */
interface Used {
  readonly bytes: number
  readonly micros: number
}

type Server = Awaited<ReturnType<typeof start>>

// Bundled like the program of a user.
const FOLDER = 'dist/bench'

async function start(which: 'ours' | 'bare') {
  const args = [which, JSON.stringify(BENCH_APP)]
  const child = fork(rootFile(FOLDER, 'bench/serviceChild.js'), args, { execArgv: [] })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    url,
    used: async () => {
      child.send('used')
      return ((await once(child, 'message')) as [Used])[0]
    },
    end: () => child.disconnect(),
  }
}

/** The embedded service under load, compared in turns with a bare server; and its memory over a longer run. */
export async function service(): Promise<Ratio[]> {
  await bundlePrograms('tools', ['bench/serviceChild'], rootFile(FOLDER))
  const [ours, bare] = [await start('ours'), await start('bare')]
  try {
    return [...(await inTurnsUnderLoad(ours, bare)), await memory(ours)]
  } finally {
    ours.end()
    bare.end()
    rmSync(rootFile(FOLDER), { recursive: true })
  }
}

type Round = Awaited<ReturnType<typeof round>>

/** Requests a second, and microseconds of processor time of the server for each. */
async function round({ url, used }: Server) {
  const before = await used()
  const answered = await load(url, ROUND_SECONDS)
  const after = await used()
  return { rate: answered / ROUND_SECONDS, micros: (after.micros - before.micros) / answered }
}

async function inTurnsUnderLoad(ours: Server, bare: Server): Promise<Ratio[]> {
  const rounds: [ours: Round, bare: Round][] = []
  for (let index = 0; index <= ROUNDS; index++) {
    const pair: [Round, Round] = [await round(ours), await round(bare)]
    // The first round warms up.
    if (index > 0) rounds.push(pair)
  }
  const of = (server: 0 | 1, figure: keyof Round) => median(rounds.map((pair) => pair[server][figure]))
  return [
    {
      name: 'embedded service: requests a second / bare node:http that parses and answers the same JSON',
      value: median(rounds.map(([our, other]) => our.rate / other.rate)),
      atLeast: 0.7,
      of: `${Math.round(of(0, 'rate'))} / ${Math.round(of(1, 'rate'))} a second`,
    },
    {
      // The load client has a share in the rate, but none in this.
      name: 'bare node:http: processor time of a request / embedded service',
      value: median(rounds.map(([our, other]) => other.micros / our.micros)),
      of: `${of(1, 'micros').toFixed(1)} / ${of(0, 'micros').toFixed(1)} µs`,
    },
  ]
}

async function memory({ url, used }: Server): Promise<Ratio> {
  await load(url, LONG / 4)
  const quarter = await used()
  await load(url, (LONG / 4) * 3)
  const end = await used()
  const name = `memory of the embedded service after ${LONG} s of load / after a quarter of it`
  return ofMemory(name, end.bytes, quarter.bytes, 1.2)
}

const CHANNEL = 'bench-open'
const ENV = { CHANNELPROOF_APP_ID: BENCH_APP.appId, CHANNELPROOF_APP_SECRET: BENCH_APP.appSecret }
const LIVE = [
  'dist/runners/cli.js',
  'live',
  '--quiet',
  // With generated questions a run of less than two seconds waits, to see whether the endpoint's clock stands still.
  '--generated',
  '0',
  '--channel',
  CHANNEL,
  '--exclusive-channel',
  '--base-url',
]

/**
 * The whole live run against the service, start-up included, compared with the same requests from a bare loop. The loop
 * has its requests ready and throws the answers away; the run loads the suite, makes each body and its HMAC, and looks
 * for secrets in every answer that it judges. That takes some 0.3 s of processor time beside the loop's 0.5 s: 1.6, and
 * nothing in it stands out in a profile any more.
 */
export async function liveRun(): Promise<Ratio> {
  const apps = [BENCH_APP]
  const served = await serve({ host: '127.0.0.1', port: 0, apps, open: [CHANNEL], scheme: 'SvcSign' })
  const folder = mkdtempSync(join(tmpdir(), 'channelproof-bench-'))
  const file = join(folder, 'requests.json')
  const requests = await recorded(served.url)
  writeFileSync(file, JSON.stringify(requests))
  const [live, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < 7; round++) {
    live.push(await millis([...LIVE, served.url]))
    bare.push(await millis(['tools/bench/bareLoop.mjs', served.url, file]))
  }
  await served.close()
  rmSync(folder, { recursive: true })
  const name = `live run / bare undici loop of the same ${requests.length} requests, start-up included`
  return ofTimes(name, median(live), median(bare), { atMost: 1.8 })
}

/** Milliseconds of a child, which talks to a server of this process. */
async function millis(args: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const env = { ...process.env, ...ENV }
  const child = spawn(process.execPath, args, { cwd: rootFile(), env, stdio: 'ignore' })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return performance.now() - startedAt
}

const SENT = /^(?:content-type|authorization|tracking-id)$/

/** What a live run sends, as a proxy in front of the service sees it. */
async function recorded(target: string): Promise<object[]> {
  const requests: object[] = []
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const body = Buffer.concat(chunks).toString('utf8')
      const sent = Object.entries(headers).filter(([name]) => SENT.test(name))
      requests.push({ method, path: url, headers: Object.fromEntries(sent), body })
      void fetch(`${target}${url}`, { method, headers: sent as [string, string][], body }).then(
        async (answer) => response.writeHead(answer.status).end(await answer.text()),
      )
    })
  })
  await listen(proxy)
  await millis([...LIVE, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`])
  proxy.close()
  return requests
}
