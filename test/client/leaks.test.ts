import { describe, expect, test } from 'vitest'
import { LeakDetector, formsOutside } from '../../runners/client/leaks.ts'
import { RIGHT_CLIENT } from '../../runners/selfCheck/faultyClient.ts'
import type { ClientSteps } from '../../src/faults/client/clientFault.ts'
import type { ClientCall, WireCall } from '../../src/model/index.ts'
import { allVerdicts, gates } from '../../src/run.ts'
import { clientInProcess } from '../../runners/selfCheck/clientInProcess.ts'
import { subjectOf, SUITE, VECTORS, watch } from '../support/client/watch.ts'

const SECRET = 'DO-NOT-USE-heard-by-the-detector'

describe('the leak detector', () => {
  test('hears a secret whose pieces come one by one', () => {
    const detector = new LeakDetector()
    detector.watch(SECRET, 'a')
    for (const letter of `debug: ${SECRET}\n`) detector.hear(letter)
    expect(detector.take(SECRET)).toBe(true)
  })

  test('hears a long form whose first piece came before', () => {
    const detector = new LeakDetector()
    const form = 'f0'.repeat(400)
    detector.watch(SECRET, 'a', [form])
    detector.hear(form.slice(0, 799))
    detector.hear(form.slice(799))
    expect(detector.take(SECRET)).toBe(true)
  })

  test('hears nothing in what is not a form, and nothing before it watched', () => {
    const detector = new LeakDetector()
    detector.hear(SECRET)
    detector.watch(SECRET, 'a')
    detector.hear(SECRET.toLowerCase())
    expect(detector.take(SECRET)).toBe(false)
  })

  test('knows what was written late, and only once what was written in time', () => {
    const [late, inTime] = [new LeakDetector(), new LeakDetector()]
    for (const detector of [late, inTime]) detector.watch(SECRET, 'a')
    inTime.hear(SECRET)
    for (const detector of [late, inTime]) {
      detector.take(SECRET)
      detector.hear(SECRET)
    }
    expect([[...late.late], [...inTime.late]]).toEqual([['a'], []])
  })

  test('charges a secret that is watched again to the call under way', () => {
    const detector = new LeakDetector()
    detector.watch(SECRET, 'a')
    detector.take(SECRET)
    detector.watch(SECRET, 'b')
    detector.hear(SECRET)
    expect(detector.take(SECRET)).toBe(true)
    expect([...detector.leaked, ...detector.late]).toEqual(['b'])
  })

  test('forgets calls that were answered long ago', () => {
    const detector = new LeakDetector()
    const secrets = Array.from({ length: 100 }, (_, at) => `${SECRET}-${String(at).padStart(3, '0')}`)
    for (const secret of secrets) {
      detector.watch(secret, secret)
      detector.take(secret)
    }
    detector.hear(secrets[0]!)
    expect([...detector.late]).toEqual([])
    detector.hear(secrets[99]!)
    expect([...detector.late]).toEqual([secrets[99]])
  })
})

describe('forms that stand in other values', () => {
  test('accuse nobody: a client sends those values', () => {
    const forms = formsOutside({ userId: `x${SECRET}` }, SECRET)
    expect(forms.filter((form) => SECRET.includes(form))).toEqual([])
    expect(forms).toContain(Buffer.from(SECRET).toString('hex'))
    expect(formsOutside({ userId: 'u1' }, SECRET)).toContain(SECRET)
  })
})

/** A right client with a leak in one place, and the vector that sees it. */
const secretOf = ({ appSecret }: WireCall): string => appSecret
const inBody = (write: (secret: string) => string): ClientSteps => ({
  headers: (length, call) => ({ 'Content-Length': length, 'User-Agent': write(secretOf(call)) }),
})
const quiet = (name: string) => VECTORS.filter(({ id }) => id.endsWith(`streaming-stop-${name}`))

describe('a client', () => {
  test.each([
    ['a part of the secret', inBody((secret) => `sdk/${secret.slice(7, 23)}`), ['secret-in-request']],
    ['its base64 within other text', inBody((secret) => btoa(`user ${secret}.`)), ['secret-in-request']],
    ['the first characters of it', inBody((secret) => `sdk/${secret.slice(0, 12)}`), [undefined]],
  ])('that sends %s', async (_, steps, reasons) => {
    const { verdicts } = await watch(steps, quiet('no-secret-in-request'))
    expect(verdicts.map(({ reason }) => reason)).toEqual(reasons)
  })

  test.each([
    ['writes its secret when it ends', (call: ClientCall) => `bye ${call.appSecret}`, 'secret-in-output'],
    ['writes the end of it', (call: ClientCall) => `bye ${call.appSecret.slice(-16)}`, 'secret-in-output'],
    ['writes its app when it ends', (call: ClientCall) => `bye ${call.appId}`, undefined],
  ])('that %s', async (_, line, reason) => {
    const leakDetector = new LeakDetector()
    const [vector] = quiet('minimal')
    const inner = clientInProcess(RIGHT_CLIENT, (text) => leakDetector.hear(text))
    const close = (): ReturnType<typeof inner.close> => {
      leakDetector.hear(line(vector!.question.params as ClientCall))
      return Promise.resolve({})
    }
    const subject = subjectOf({ ...inner, close }, { leakDetector })
    const verdicts = await allVerdicts({
      vectors: [vector!],
      find: SUITE.find,
      subject,
      level: 'recommended',
    })
    expect(verdicts.map((verdict) => verdict.reason)).toEqual([reason])
    // Plain safety says so, and the interface does not: it does not gate at level required.
    expect(verdicts.map((verdict) => [gates(verdict, 'recommended'), gates(verdict, 'required')])).toEqual([
      [reason !== undefined, false],
    ])
  })
})
