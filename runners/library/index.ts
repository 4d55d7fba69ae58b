/**
 * What `import … from 'channelproof'` gives: the library of src, and the two functions by which an SDK's own tests use
 * the vectors. The files themselves are under `channelproof/vectors/…` and `channelproof/schemas/…`.
 */
export * from '../../src/index.ts'
export { check, Refused, Unsupported, vectors, type Ask, type CheckOptions } from './check.ts'
