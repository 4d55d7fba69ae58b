/** Devices that misbehave: the programs of test/hostile over sockets, and connections that no program makes. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { Report } from '../../src/report/report.ts'
import { temporary } from '../support/cli.ts'
import { bridge, callsIn, judged, listens, type Judged, type Waiting } from '../support/socket/devices.ts'

const LISTEN = ['--listen', 'tcp://127.0.0.1:0']
/** A part of the vectors: each start of a device takes its time. */
const PART = ['--filter', 'token/issue/*']
/** Short for what hangs, and long for what answers on a busy machine. */
const SHORT = ['--timeout', '2000']
const SHORT_START = ['--start-timeout', '1000']

interface Row {
  readonly behaviour: string
  readonly exit: number
  readonly says: RegExp
  /** Vectors that do not pass; absent: any number. */
  readonly lost?: number
  readonly flags?: readonly string[]
}

const ROWS: readonly Row[] = [
  { behaviour: 'good', exit: 0, says: /partial: filtered/, lost: 0 },
  { behaviour: 'reverse-order', exit: 0, says: /partial: filtered/, lost: 0 },
  { behaviour: 'silent', exit: 3, says: /did not answer describe within 1000 ms/, flags: SHORT_START },
  { behaviour: 'exits-with-1', exit: 3, says: /it closed the connection/ },
  { behaviour: 'banner-on-stdout', exit: 3, says: /Debugger listening.*connection is for answers only/ },
  {
    behaviour: 'crashes-on-every-question',
    exit: 3,
    says: /3 times in a row/,
    flags: ['--filter', 'token/**'],
  },
  { behaviour: 'half-a-line', exit: 1, says: /midst of a line/, lost: 1, flags: SHORT },
  { behaviour: 'line-of-50-megabytes', exit: 1, says: /more than 1048576 bytes/, lost: 1 },
  { behaviour: 'invalid-utf-8', exit: 1, says: /no UTF-8/, lost: 1 },
  { behaviour: 'noise-between-answers', exit: 1, says: /INFO minting.*log elsewhere/, lost: 1 },
  { behaviour: 'another-id', exit: 1, says: /not open/ },
  { behaviour: 'after-the-last-answer', exit: 1, says: /goodbye/ },
  { behaviour: 'crashes-on-one', exit: 1, says: /crashed: it closed the connection/, lost: 1 },
  { behaviour: 'crashes-once', exit: 1, says: /no question does it again/, lost: 1 },
  { behaviour: 'hangs-on-one', exit: 1, says: /No answer within 2000 ms/, lost: 1, flags: SHORT },
]

/** Each remembers its starts in a file of its own. */
const program = (behaviour: string): readonly [string, ...string[]] => [
  'env',
  `HOSTILE_PIDS=${join(temporary(), 'pids')}`,
  process.execPath,
  rootFile('test/hostile/adapter.mjs'),
  behaviour,
]

async function isCalled(behaviour: string, flags: readonly string[]): Promise<Judged> {
  const device = await listens(program(behaviour))
  return judged([...flags, '--connect', device.url]).finally(() => device.close())
}

const passed = (report: Report | undefined): number =>
  (report?.verdicts ?? []).filter(({ outcome }) => outcome === 'passed').length

/** What the good device passes. */
const good = judged([...PART, ...LISTEN], (waiting) => callsIn(waiting, program('good'))).then(({ report }) =>
  passed(report),
)

describe('misbehaving devices', () => {
  test.for(ROWS)(
    '$behaviour ends with exit code $exit',
    async ({ behaviour, says, exit, lost, flags = [] }) => {
      const all = [...PART, ...flags]
      const each = [
        await judged([...all, ...LISTEN], (waiting) => callsIn(waiting, program(behaviour))),
        await isCalled(behaviour, all),
      ]
      for (const { code, stdout, stderr, report } of each) {
        expect(`${stdout}${stderr}`).toMatch(says)
        expect(code).toBe(exit)
        expect(schemaCheck('report')(report)).toEqual([])
        if (lost !== undefined) expect(passed(report)).toBe((await good) - lost)
      }
    },
  )

  test('what is right when it is asked again, over a second connection, is unsteady', async () => {
    const flags = ['--filter', 'token/issue/*', ...LISTEN]
    const behaviour = program('wrong-at-first')
    // On a busy machine a program takes its time.
    const twice = await judged([...flags, '--start-timeout', '300000'], async (waiting) => {
      // It answers before the second calls: the program is wrong at its first start alone.
      let first: Promise<void> | undefined
      await new Promise<void>((answers) => (first = callsIn(waiting, behaviour, answers)))
      await Promise.all([first, callsIn(waiting, behaviour)])
    })
    expect(twice.report?.verdicts.filter(({ unsteady }) => unsteady)).toHaveLength(1)
    const once = await judged(flags, (waiting) => callsIn(waiting, program('wrong-at-first')))
    expect(once.report?.verdicts.filter(({ unsteady }) => unsteady)).toHaveLength(0)
    expect([twice.code, once.code]).toEqual([1, 1])
  })
})

/** A connection that sends this and stays. */
function sends({ host, port }: Waiting, bytes: string | Buffer): Socket {
  const socket = connect({ host, port, allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.write(bytes)
  return socket
}
const closed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.on('close', resolve).resume())

describe('beside a right device', () => {
  test.each([
    ['a wrong code', 'wrong-code!!\n'],
    ['an empty line', '\n'],
    ['a line of a megabyte that ends', Buffer.concat([Buffer.alloc(2 ** 21, 'x'), Buffer.from('\n')])],
    ['a request of HTTP', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an answer without a code', '{"jsonrpc":"2.0","id":1,"result":{}}\n'],
  ])('%s ends that connection, and the run goes on', async (_, bytes) => {
    const { code, stderr, report } = await judged([...PART, ...LISTEN], async (waiting) => {
      await closed(sends(waiting, bytes))
      await callsIn(waiting, program('good'))
    })
    expect(stderr).toContain('a connection began with a wrong code, and was closed')
    expect(passed(report)).toBe(await good)
    expect(code).toBe(0)
  })

  test.each([
    ['says nothing', ''],
    ['sends half a code', 'abc'],
    ['sends a line that does not end', Buffer.alloc(2 ** 24, 'x')],
  ])('a connection that %s holds nothing up', async (_, bytes) => {
    const { code, report } = await judged([...PART, ...LISTEN], async (waiting) => {
      const slow = [1, 2, 3].map(() => sends(waiting, bytes))
      await callsIn(waiting, program('good'))
      for (const socket of slow) socket.destroy()
    })
    expect(passed(report)).toBe(await good)
    expect(code).toBe(0)
  })

  test('a flood of connections holds nothing up', async () => {
    const { code } = await judged([...PART, ...LISTEN], async (waiting) => {
      const many = Array.from({ length: 100 }, () => sends(waiting, ''))
      await closed(many[0]!)
      await callsIn(waiting, program('good'))
      for (const socket of many) socket.destroy()
    })
    expect(code).toBe(0)
  })

  test('a second connection that speaks before it is asked is closed', async () => {
    const { code, report } = await judged([...PART, ...LISTEN], async (waiting) => {
      const device = sends(waiting, `${waiting.code}\n`)
      // It is asked to describe itself: from here on it is the device of this run.
      await new Promise((resolve) => device.once('readable', resolve))
      await closed(sends(waiting, `${waiting.code}\n${'noise\n'.repeat(1000)}`))
      await bridge(device, program('good'))
    })
    expect(passed(report)).toBe(await good)
    expect(code).toBe(0)
  })
})

describe('without a device', () => {
  test('a run that listens ends with exit code 3, and says what to do', async () => {
    const { code, stderr, report } = await judged([...SHORT_START, ...LISTEN])
    expect(code).toBe(3)
    expect(stderr).toMatch(/no device called in with the code in time.*\n.*first line/)
    expect(report?.stopped?.code).toBe('adapter-not-started')
  })

  test('a run that calls ends with exit code 3, and says why', async () => {
    // A port that no program gets by chance, as it gets one that is merely free.
    const { code, stderr } = await judged([...SHORT_START, '--connect', 'tcp://127.0.0.1:9'])
    expect(code).toBe(3)
    expect(stderr).toMatch(/could not be reached in time \(ECONNREFUSED\)/)
  })

  test.each([
    [['--listen', 'tcp://127.0.0.1:0', '--', 'true'], /--listen and a command are given both/],
    [['--connect', 'tcp://127.0.0.1:1', '--listen', 'tcp://127.0.0.1:0'], /who calls whom/],
    [['--listen', 'tcp://0.0.0.0:0'], /add --allow-network/],
    [['--listen', 'tcp://phone.example:0'], /add --allow-network/],
    [['--listen', 'udp://127.0.0.1:0'], /tcp:\/\/host:port or ws:/],
    [['--connect', 'ws://127.0.0.1:1'], /give tcp:\/\/host:port,/],
    [['--listen', 'tcp://127.0.0.1:65536'], /invalid --listen "tcp/],
    [['--listen', 'tcp://127.0.0.1:0', '--jobs', '2'], /A device is one/],
    [['--listen', 'tcp://127.0.0.1:0', '--pass-env', 'CHANNELPROOF_X'], /environment of its own/],
  ])('%j is wrong usage', async (flags, says) => {
    const { code, stderr } = await judged(flags)
    expect(stderr).toMatch(says)
    expect(code).toBe(2)
  })

  test.each(['tcp', 'ws'])('a port that %s:// cannot have is wrong usage', async (scheme) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await judged(['--listen', `${scheme}://127.0.0.1:${port}`])
    other.close()
    expect(stderr).toMatch(/cannot be had \(EADDRINUSE\) \[wrong-option\]\n.*a port that is free/)
    expect(code).toBe(2)
  })
})
