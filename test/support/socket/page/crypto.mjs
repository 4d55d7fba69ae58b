/** What the sample takes from node:crypto and node:buffer, for a page: the HMAC has to be synchronous there. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { Buffer } from './buffer.mjs'

const utf8 = (text) => new TextEncoder().encode(text)

export const createHmac = (_, key) => ({
  update: (message) => ({ digest: () => Buffer.of(hmac(sha256, utf8(key), utf8(message))) }),
})
export const randomBytes = (length) => Buffer.of(crypto.getRandomValues(new Uint8Array(length)))
export const timingSafeEqual = (left, right) => left.every((byte, at) => byte === right[at])

export function isUtf8(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) !== undefined
  } catch {
    return false
  }
}
