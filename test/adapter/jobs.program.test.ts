import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { check, temporary } from '../support/cli.ts'

const SDK = [process.execPath, '--import', 'tsx', rootFile('runners/adapters/typescript/adapter.ts')]
const ONE_AT_A_TIME = [process.execPath, rootFile('test/support/oneAtATime.mjs'), ...SDK]

async function verdictsOf(command: readonly string[], ...flags: string[]): Promise<string[]> {
  // A number of our own: of an adapter that a busy machine slows down fewer are asked.
  const generated = ['--generated', '2000', '--seed', '5']
  const { report } = await check(command, ['--level', 'recommended', ...generated, ...flags])
  return report!.verdicts.map(({ vector, outcome }) => `${vector} ${outcome}`)
}

test('many processes that start side by side print no warning of Node', async () => {
  const { stderr } = await check(SDK, ['--filter', 'token/params/*', '--jobs', '12'])
  expect(stderr).not.toContain('Warning')
})

describe('the verdicts do not depend on the number of processes', () => {
  test('of an adapter that answers in any order, and of one that answers one at a time', async () => {
    const usual = await verdictsOf(SDK)
    expect(usual.length).toBeGreaterThan(1500)
    expect(await verdictsOf(SDK, '--jobs', '4')).toEqual(usual)
    expect(await verdictsOf(ONE_AT_A_TIME)).toEqual(usual)
  })

  test.for(['1', '4'])('an SDK that goes wrong after many tokens is found with %s', async (jobs) => {
    const program = join(temporary(), 'wrong.mjs')
    // Every token is cut from the sixtieth on, which no process of four would issue if all had as many.
    const code = `
      import { spawn } from 'node:child_process'
      const [command, ...args] = ${JSON.stringify(SDK)}
      const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'inherit'] })
      let issued = 0, open = ''
      child.stdout.setEncoding('utf8').on('data', (chunk) => {
        const lines = (open + chunk).split('\\n')
        open = lines.pop()
        for (const line of lines) {
          const isToken = line.includes('"token":') && issued++ >= 60
          process.stdout.write((isToken ? line.replace(/"token":"../, '"token":"0') : line) + '\\n')
        }
      })
      child.on('exit', (code) => process.exit(code))`
    writeFileSync(program, code)
    const flags = ['--filter', 'token/params/*', '--generated', '600', '--jobs', jobs, '--seed', '5']
    const { report } = await check([process.execPath, program], flags)
    expect(report!.verdicts.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThan(0)
  })
})
