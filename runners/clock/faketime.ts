/** libfaketime, which sets the clock of a program that asks the C library for the time. */
import { existsSync, readdirSync } from 'node:fs'
import { ChannelproofError } from '../../src/errors.ts'

/** Names the file of the library where it stands elsewhere. */
const OWN = 'CHANNELPROOF_FAKETIME'

/** The one for programs with several threads fits all. */
const NAMES = ['libfaketimeMT.so.1', 'libfaketime.so.1']

/** Where Debian, Fedora, Alpine and "make install" put it. */
const folders = (): string[] => [
  ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => `/usr/lib/${name}/faketime`) : []),
  '/usr/lib/faketime',
  '/usr/lib64/faketime',
  '/usr/local/lib/faketime',
]

function library(env: NodeJS.ProcessEnv): string {
  const own = env[OWN]
  const files = own ? [own] : folders().flatMap((folder) => NAMES.map((name) => `${folder}/${name}`))
  const found = files.find((file) => existsSync(file))
  if (found !== undefined) return found
  const advice = `Install it (Debian and Ubuntu: apt-get install faketime), or name its file in ${OWN}.`
  throw new ChannelproofError(
    'faketime-missing',
    `--clock needs libfaketime, and ${own ?? 'it'} is not there`,
    advice,
  )
}

/**
 * The variables that put the clock of a program so many seconds ahead; its monotonic clock runs as it is.
 * @throws ChannelproofError `faketime-missing` (exit code 3)
 */
export const fakeClock = (ahead: number, env: NodeJS.ProcessEnv = process.env): Record<string, string> => ({
  LD_PRELOAD: [library(env), env['LD_PRELOAD']].filter(Boolean).join(':'),
  FAKETIME: `${ahead < 0 ? '-' : '+'}${Math.abs(ahead)}`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  // Its name before version 0.9.10.
  DONT_FAKE_MONOTONIC: '1',
})
