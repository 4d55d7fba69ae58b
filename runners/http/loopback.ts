import { BlockList, isIP } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** Does this host name the machine itself, and nothing that other machines reach? @param host IPv6 maybe in brackets */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  const version = isIP(bare)
  return bare === 'localhost' || (version !== 0 && LOOPBACK.check(bare, `ipv${version as 4 | 6}`))
}
