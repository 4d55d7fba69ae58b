import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { check, temporary } from '../support/cli.ts'

/** How long the program may wait for an answer, and how long it stands still, in milliseconds. */
const LIMIT = 2000
const STILL = 5000

/** Once it stops the program that asks, and continues it later; it answers before that, or never. */
function adapter(answers: boolean): string[] {
  const folder = temporary()
  const [file, done] = [join(folder, 'adapter.mjs'), join(folder, 'done')]
  const code = `
    import { existsSync, writeFileSync } from 'node:fs'
    import { createInterface } from 'node:readline'
    const DESCRIBED = { protocol: 1, sdk: { name: 'x', version: '1', language: 'js' }, clock: 'injected',
      methods: ['token.signature'] }
    let asked = 0
    createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      const send = () => console.log(JSON.stringify(method === 'describe'
        ? { jsonrpc: '2.0', id, result: DESCRIBED }
        : { jsonrpc: '2.0', id, error: { code: 1, message: 'refused', data: { reason: 'other' } } }))
      if (++asked !== 2 || existsSync('${done}')) return send()
      writeFileSync('${done}', '')
      process.kill(process.ppid, 'SIGSTOP')
      setTimeout(() => process.kill(process.ppid, 'SIGCONT'), ${STILL})
      if (${answers}) send()
    })
  `
  writeFileSync(file, code)
  return [process.execPath, file]
}

async function errored(answers: boolean): Promise<(string | undefined)[]> {
  const flags = ['--timeout', String(LIMIT), '--generated', '0', '--filter', 'token/signature/*']
  const { report } = await check(adapter(answers), flags)
  return report!.verdicts.filter(({ outcome }) => outcome === 'errored').map(({ reason }) => reason)
}

test('an answer that came while the program stood still is read, however late', async () => {
  expect(await errored(true)).toEqual([])
})

test('and one that never came is missed all the same', async () => {
  expect(await errored(false)).toEqual(['not-reproduced'])
})
