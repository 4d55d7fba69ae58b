import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ChannelproofError, codeOf } from '../../src/errors.ts'
import { schemeOf, wrongOption, wrongValue } from '../terminal/options.ts'
import type { LiveSettings } from './settings.ts'
import type { AuthorizationSource } from './config.ts'

/** What is wrong with settings in any environment. @throws ChannelproofError `wrong-option` */
export function checkSettings(settings: LiveSettings): void {
  const { scheme, errorCodePointer: pointer, maxRequests, maxTime, signatureEncoding: encoding } = settings
  if (scheme !== undefined) schemeOf(scheme)
  // RFC 6901 section 3.
  if (pointer !== undefined && !/^(?:\/(?:[^~/]|~[01])*)*$/.test(pointer))
    throw wrongOption(
      `--error-code-pointer ${pointer} is no JSON Pointer`,
      'Give one that begins with a slash, such as /error/code (RFC 6901).',
    )
  if (encoding !== undefined && !/^(?:base64|hex|none)$/.test(encoding))
    throw wrongValue('--signature-encoding', encoding, 'give base64, hex or none')
  if (maxRequests !== undefined && !(Number.isSafeInteger(maxRequests) && maxRequests > 0))
    throw wrongValue('--max-requests', String(maxRequests), 'give a whole number from 1 on')
  if (maxTime !== undefined && !(Number.isSafeInteger(maxTime) && maxTime > 0 && maxTime <= LONGEST))
    throw wrongValue('--max-time', String(maxTime), `give a whole number of seconds from 1 to ${LONGEST}`)
  checkChannel(settings)
}

/** Seconds. A timer of Node beyond 2^31 - 1 milliseconds fires at once. */
const LONGEST = 2_147_483

/** Settings that would have no effect: otherwise a user might believe that an untested channel was tested. */
function checkChannel({ baseUrl, channel, exclusiveChannel }: LiveSettings): void {
  if (channel === '')
    throw wrongOption('--channel is empty', 'Name a channel that somebody has opened; is a variable unset?')
  if (channel !== undefined && baseUrl === undefined)
    throw wrongOption(
      '--channel without --base-url: the embedded service has a channel of its own',
      'Give the base URL of the endpoint, or leave --channel out.',
    )
  if (exclusiveChannel && channel === undefined)
    throw wrongOption(
      '--exclusive-channel without --channel says nothing',
      'Name a channel without other users with --channel.',
    )
}

/** Root certificates. @throws ChannelproofError `file-not-read`, `no-certificate` */
export function rootsIn(file: string): string {
  const text = textOf(file)
  const advice = 'Name a PEM file that holds at least one certificate (-----BEGIN CERTIFICATE-----).'
  // Node would silently drop an invalid certificate, and trust no server.
  const blocks = text.match(BLOCK) ?? []
  if (blocks.length > 0 && blocks.every(isCertificate)) return text
  const what = blocks.length > 0 ? 'a certificate that is none' : 'no certificate'
  throw new ChannelproofError('no-certificate', `--ca-file ${file} holds ${what}`, advice)
}

const BLOCK = /^-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----[^]*?^-----END \1-----/gm

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint !== ''
  } catch {
    return false
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const what = `--ca-file ${file}: ${codeOf(error)}`
    throw new ChannelproofError('file-not-read', what, 'Name a PEM file that can be read.')
  }
}

/** A value for a header: a line feed would begin another header. The message does not repeat it: it may be secret. */
export function printable(variable: string, value: string): string {
  if (/^[\t -~]*$/.test(value)) return value
  throw new ChannelproofError(
    'not-printable',
    `${variable} holds characters that no header can carry`,
    'Use printable ASCII; a line feed at its end comes from a file or a command that was read whole.',
  )
}

/** RFC 9110 section 5.1. @throws ChannelproofError `wrong-header` */
export function checkHeaderName(name: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    throw new ChannelproofError(
      'wrong-header',
      `headers: "${name}" is no name of a header`,
      'Use letters, digits and hyphens, such as X-Gateway-Key.',
    )
}

/** What `--authorization` says. @throws ChannelproofError `wrong-option` */
export function authorizationSource(text: string, env: NodeJS.ProcessEnv): AuthorizationSource {
  const [kind, file = ''] = text.split(/:(.*)/s)
  if (kind === 'stand-in') return { kind }
  if (kind === 'env' && env['CHANNELPROOF_AUTHORIZATION'])
    return { kind, value: printable('CHANNELPROOF_AUTHORIZATION', env['CHANNELPROOF_AUTHORIZATION']) }
  if ((kind === 'command' || kind === 'module') && file !== '') return { kind, file }
  const advice = 'use stand-in, env (with CHANNELPROOF_AUTHORIZATION set), command:<file> or module:<file>'
  throw wrongValue('--authorization', text, advice)
}
