import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rootFile } from '../files.ts'
import { median, type Ratio } from './measure.ts'
import { load } from './serviceLoad.ts'

const ROUNDS = 5
const ROUND = 2000

/** Milliseconds of the run that looks at the memory; two minutes where there is time. */
const LONG = process.env['CHANNELPROOF_BENCH_LONG'] === '1' ? 120_000 : 10_000

interface Server {
  readonly url: string
  /** Bytes. */
  memory(): Promise<number>
  end(): void
}

async function start(which: 'ours' | 'bare'): Promise<Server> {
  const child = fork(rootFile('runners/bench/serviceChild.ts'), [which], { execArgv: ['--import', 'tsx'] })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    url,
    memory: async () => {
      child.send('memory')
      const [{ rss }] = (await once(child, 'message')) as [{ rss: number }]
      return rss
    },
    end: () => child.disconnect(),
  }
}

/** The embedded service under load against a bare server, in turns; and its memory over a longer run. */
export async function service(): Promise<Ratio[]> {
  const [ours, bare] = [await start('ours'), await start('bare')]
  try {
    const rate = await inTurnsUnderLoad(ours, bare)
    return [rate, await memory(ours)]
  } finally {
    ours.end()
    bare.end()
  }
}

async function inTurnsUnderLoad(ours: Server, bare: Server): Promise<Ratio> {
  const rates: [ours: number, bare: number][] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const pair: [number, number] = [await load(ours.url, ROUND), await load(bare.url, ROUND)]
    // The first round warms up.
    if (round > 0) rates.push(pair)
  }
  const [mine, theirs] = [median(rates.map(([first]) => first)), median(rates.map(([, second]) => second))]
  return {
    name: 'embedded service: rate / bare node:http that parses and answers the same JSON',
    value: mine / theirs,
    atLeast: 0.7,
    of: `${Math.round(mine)} / ${Math.round(theirs)} a second`,
  }
}

async function memory(ours: Server): Promise<Ratio> {
  await load(ours.url, LONG / 4)
  const quarter = await ours.memory()
  await load(ours.url, (LONG / 4) * 3)
  const end = await ours.memory()
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
  return {
    name: `memory of the embedded service after ${LONG / 1000} s of load / after a quarter of it`,
    value: end / quarter,
    atMost: 1.2,
    of: `${megabytes(end)} / ${megabytes(quarter)}`,
  }
}
