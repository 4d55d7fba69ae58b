/**
 * An SDK that computes nothing: it looks the answers of shipped vectors up, and has one for nothing else. With
 * REPAIRED it is right. Its argument is the folder of the built program.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { brotliDecompressSync } from 'node:zlib'

const [, , built] = process.argv
if (process.env.REPAIRED) await import(join(built, 'runners/adapter/referenceAdapter.js'))
else answerFromList()

// STARTED names a file that says that questions come.
const { STARTED } = process.env
if (STARTED) process.stdin.on('data', (chunk) => chunk.includes('"token.') && writeFileSync(STARTED, ''))

function answerFromList() {
  const families = JSON.parse(brotliDecompressSync(readFileSync(join(built, 'packed/token.json.br'))))
  const known = new Map()
  for (const { vectors } of families)
    for (const { question, expect } of vectors)
      known.set(JSON.stringify([question.method, question.params]), expect)
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    const result =
      method === 'describe' ? DESCRIPTION : answer(method, known.get(JSON.stringify([method, params])))
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...result })}\n`)
  })
}

const DESCRIPTION = {
  result: {
    protocol: 1,
    sdk: { name: 'look-up', version: '1.0.0', language: 'javascript' },
    methods: ['token.params', 'token.signature', 'token.issue', 'token.verify'],
    clock: 'injected',
  },
}

function answer(method, expect = { verdict: 'refuse', reasons: ['malformed'] }) {
  const { verdict, output, intermediates, reasons } = expect
  if (verdict === 'refuse' || (method === 'token.issue' && !intermediates?.token))
    return refusal(method, reasons)
  if (method === 'token.verify') return { result: { valid: true, ...output } }
  return { result: method === 'token.issue' ? { token: intermediates.token } : output }
}

const refusal = (method, [reason] = ['malformed']) =>
  method === 'token.verify'
    ? { result: { valid: false, reason } }
    : { error: { code: 1, message: 'refused', data: { reason } } }
