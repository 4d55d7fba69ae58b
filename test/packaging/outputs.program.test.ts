import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  PICTURE,
  reportOfSample,
  sampleWith,
  takePicture,
  URL_SAFE,
  WITHOUT_CLIENT,
} from '../../tools/picture.ts'
import { serve } from '../../runners/http/serve.ts'
import { readText, rootFile } from '../../runners/suite/files.ts'
import { cli, temporary } from '../support/cli.ts'
import { lacksBrowser, launch } from '../support/report/browser.ts'
import { needsTool } from '../support/programs.ts'

/** The fenced block of a page that holds this text. */
const blockWith = (page: string, text: string): string =>
  [...page.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)]
    .map(([, block]) => block!)
    .find((one) => one.includes(text))!

const masked = (text: string): string =>
  text
    .replaceAll(/ in [\d.]+ s$/gm, ' in … s')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\//g, 'https://staging.example/api')

/** The pieces of a sample output that the page shows; `…` alone in a line stands for what it leaves out. */
const pieces = (block: string): string[] =>
  masked(block)
    .replaceAll(/^\$.*\n/gm, '')
    .split(/^ *…\n/m)

/** The pieces that the output does not hold, in the order of the page. */
function missingIn(output: string, block: string): string[] {
  let from = 0
  return pieces(block).filter((piece) => {
    const at = masked(output).indexOf(piece, from)
    if (at >= 0) from = at + piece.length
    return at < 0
  })
}

/** The stand-in signature as a module: see docs/endpoints.md. */
const SIGNER = `
import { createHmac } from 'node:crypto'
export default ({ appId }, secret) => {
  const time = Math.floor(Date.now() / 1000)
  return \`SvcSign \${appId}.\${time}.\${createHmac('sha256', secret).update(appId + time).digest('base64')}\`
}
`

const PERCENT = [
  ...WITHOUT_CLIENT,
  [
    'channel_token.py',
    'key = _utf8("appSecret", app_secret)',
    'key = _utf8("appSecret", app_secret.replace("%", "%25"))',
  ],
] as const

describe.skipIf(!needsTool('python3'))('the sample output of an SDK', () => {
  test.each([
    ['README.md', 'b64-urlsafe', URL_SAFE],
    ['docs/diagnosis.md', 'a percent sign in appSecret', PERCENT],
  ] as const)('in %s is what a run prints', async (page, text, changes) => {
    const { stdout } = await cli(['sdk', '--seed', '1', '--', ...sampleWith(changes, temporary())])
    expect(missingIn(stdout, blockWith(readText(page), text))).toEqual([])
  })
})

test('the sample output of an endpoint is what a run prints', async () => {
  const app = { appId: 'demo', appSecret: 'DO-NOT-USE-secret-of-the-guide', status: 'active' } as const
  const service = await serve({
    host: '127.0.0.1',
    port: 0,
    apps: [app],
    open: ['smoke-test'],
    scheme: 'SvcSign',
  })
  const signer = join(temporary(), 'sign.mjs')
  writeFileSync(signer, SIGNER)
  const flags = ['--base-url', service.url, '--authorization', `module:${signer}`, '--channel', 'smoke-test']
  const env = { CHANNELPROOF_APP_ID: app.appId, CHANNELPROOF_APP_SECRET: app.appSecret }
  const { stdout } = await cli(['live', '--seed', '1', ...flags], { env })
  await service.close()
  expect(missingIn(stdout, blockWith(readText('docs', 'endpoints.md'), 'offers endpoint.exchange'))).toEqual(
    [],
  )
})

test('the sample output of inspect is what it prints', async () => {
  const block = blockWith(readText('docs', 'sign-error.md'), 'message-dotted')
  const [, secret = ''] = /CHANNELPROOF_APP_SECRET=(\S+)/.exec(block) ?? []
  const [, args = ''] = /^\$ (?:npx )?channelproof (inspect .+)$/m.exec(block) ?? []
  const { code, stdout } = await cli(args.split(' '), { env: { CHANNELPROOF_APP_SECRET: secret } })
  expect(missingIn(stdout, block)).toEqual([])
  expect(code).toBe(1)
})

test.each([
  ['another count', 'one\n2 failed\n…\nend\n', ['one\n2 failed\n']],
  ['another order', 'end\n…\none\n', ['one\n']],
  ['nothing, where only the seconds differ', 'end in 2.5 s\n', []],
])('a sample output with %s is seen', (_, block, missing) => {
  expect(missingIn('one\n1 failed\nmore\nend in 3.1 s\nend\n', block)).toEqual(missing)
})

/** Width and height of a PNG: the first chunk, IHDR, begins with them (PNG specification, section 11.2.1). */
const sizeOf = (file: string): { width: number; height: number } => {
  const bytes = readFileSync(file)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

describe.skipIf(lacksBrowser() || !needsTool('python3'))('the picture of README', () => {
  test('comes from its script, and shows the verdict, the counts, the cause and its repair', async () => {
    const folder = temporary()
    const browser = await launch()
    const file = join(folder, 'report.png')
    const text = await takePicture(browser, reportOfSample(folder), file)
    await browser.close()
    for (const part of [
      'Does not conform',
      'failures gate',
      'b64-urlsafe',
      'Use the standard alphabet',
      'token/params',
    ])
      expect(text).toContain(part)
    // What lies below the first screen is not in the picture.
    expect(text).not.toContain('Made by channelproof')
    expect(sizeOf(file)).toEqual(PICTURE)
    expect(sizeOf(rootFile('docs/images/report.png'))).toEqual(PICTURE)
  })

  test('a change of a text that the sample does not hold is an error', () => {
    expect(() => sampleWith([['adapter.py', 'no such text', '']], temporary())).toThrow('does not hold')
  })
})
