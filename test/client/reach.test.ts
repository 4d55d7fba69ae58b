import { describe, expect, test } from 'vitest'
import { reachOf, unreached } from '../../runners/client/reach.ts'
import type { Description } from '../../src/model/index.ts'

const describing = (advertise: string, methods = ['client.call']): Description => ({
  protocol: 1,
  sdk: { name: 'x', version: '1', language: 'Swift' },
  clock: 'injected',
  methods,
  advertise,
})

describe('the service of client.call', () => {
  test.each([
    [undefined, true, '127.0.0.1', '127.0.0.1'],
    ['localhost', true, 'localhost', '127.0.0.1'],
    ['::1', false, '[::1]', '::1'],
    ['10.0.2.2', false, '10.0.2.2', '127.0.0.1'],
    ['10.0.2.2', true, '10.0.2.2', '0.0.0.0'],
    ['laptop.local', true, 'laptop.local', '0.0.0.0'],
    ['[2001:db8::1]', true, '[2001:db8::1]', '::'],
  ])('advertised as %s, network allowed %s: base URL %s, listens at %s', (advertise, allowed, host, bind) => {
    expect(reachOf(advertise === undefined ? {} : { advertise }, allowed)).toEqual({ host, bind })
  })

  test('says where a name leads beyond this machine, and it listens on loopback only', () => {
    expect(unreached(describing('192.0.2.7'), {})).toEqual([expect.stringContaining('add --allow-network')])
  })

  test.each([
    [describing('192.0.2.7'), true],
    [describing('localhost'), false],
    [describing('192.0.2.7', ['token.issue']), false],
  ])('says nothing of %j where the network is allowed: %s', (description, allowNetwork) => {
    expect(unreached(description, { allowNetwork })).toEqual([])
  })
})
