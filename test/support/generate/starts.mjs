/**
 * An SDK with token.params alone, whose first start is right. SECOND says what every later one is: right where it is not
 * set, `wrong`, `absent` (it ends before it answers anything), or `dies` (at each question). The first one answers 3,000
 * questions and then waits until the start that WAITS_FOR names was asked something. Its argument is a folder, where
 * each start leaves its process id.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'

const [, , folder] = process.argv
const { SECOND, WAITS_FOR } = process.env
const nth = place(1)
writeFileSync(join(folder, String(nth), 'pid'), String(process.pid))
const is = (what) => nth > 1 && SECOND === what
if (is('absent')) process.exit(1)

const DESCRIPTION = {
  protocol: 1,
  sdk: { name: 'starts', version: '1.0.0', language: 'javascript' },
  methods: ['token.params'],
  clock: 'injected',
}

let asked = 0
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  const result = method === 'describe' ? DESCRIPTION : { params: await paramsOf(params) }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
}

async function paramsOf({ joinParamsJson }) {
  if (asked++ === 0) writeFileSync(join(folder, String(nth), 'asked'), '')
  if (is('dies')) process.exit(1)
  if (nth === 1 && asked === 3000 && WAITS_FOR)
    while (!existsSync(join(folder, WAITS_FOR))) await setTimeout(20)
  return Buffer.from(is('wrong') ? 'wrong' : joinParamsJson).toString('base64')
}

/** The first folder that no other start has. */
function place(number) {
  try {
    mkdirSync(join(folder, String(number)))
    return number
  } catch {
    return place(number + 1)
  }
}
