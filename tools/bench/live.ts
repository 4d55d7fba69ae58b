import { listen } from '../../runners/http/server.ts'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootFile } from '../../runners/suite/files.ts'
import { serve } from '../../runners/http/serve.ts'
import { median, ofTimes, type Ratio } from './ratio.ts'

const APP = { appId: 'bench', appSecret: 'DO-NOT-USE-bench', status: 'active' } as const
const CHANNEL = 'bench-open'
const ENV = { CHANNELPROOF_APP_ID: APP.appId, CHANNELPROOF_APP_SECRET: APP.appSecret }
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
  const served = await serve({ host: '127.0.0.1', port: 0, apps: [APP], open: [CHANNEL], scheme: 'SvcSign' })
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
function millis(args: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: rootFile(),
      env: { ...process.env, ...ENV },
      stdio: 'ignore',
    })
    child.on('close', (code) =>
      code === 0
        ? resolve(performance.now() - startedAt)
        : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    )
  })
}

/** What a live run sends, as a proxy in front of the service sees it. */
async function recorded(target: string): Promise<object[]> {
  const requests: object[] = []
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const body = Buffer.concat(chunks).toString('utf8')
      const sent = Object.entries(headers).filter(([name]) =>
        /^(?:content-type|authorization|tracking-id)$/.test(name),
      )
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
