/** What code of src/ uses of node:crypto, by @noble/hashes: a browser's own digests are asynchronous. */
import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512, sha512_256 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { keysOf } from '../../../src/tables.ts'
import { Buffer, bytesOf, type Encoding } from './buffer.ts'

/** By the names that OpenSSL has for them. */
const SHA2 = { sha224, sha256, sha384, sha512, 'sha512-256': sha512_256 }
const DIGESTS = { md5, sha1, ...SHA2, 'sha3-256': sha3_256 }
type Algorithm = keyof typeof DIGESTS
export const ALGORITHMS = keysOf<Algorithm>(DIGESTS)

type State = Pick<ReturnType<typeof md5.create>, 'update' | 'digest'>

/** Takes bytes in pieces; both kinds of digests are one. */
class Digest {
  readonly #state: State

  constructor(state: State) {
    this.#state = state
  }

  update(data: string | Uint8Array, encoding?: Encoding): this {
    this.#state.update(bytesOf(data, encoding))
    return this
  }

  digest(): Uint8Array
  digest(encoding: Encoding): string
  digest(encoding?: Encoding): Uint8Array | string {
    const bytes = Buffer.from(this.#state.digest())
    return encoding === undefined ? bytes : bytes.toString(encoding)
  }
}

export const createHash = (algorithm: Algorithm): Digest => new Digest(DIGESTS[algorithm].create())

export const createHmac = (algorithm: Algorithm, key: string | Uint8Array): Digest =>
  new Digest(hmac.create(DIGESTS[algorithm], bytesOf(key)))

/** For two of one length. Nobody but the reader of the page can measure its time. */
export const timingSafeEqual = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other)
