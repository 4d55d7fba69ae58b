/**
 * What `import … from 'channelproof'` gives: the library of src, and the two functions by which an SDK's own tests use
 * the vectors. The files themselves are under `channelproof/vectors/…` and `channelproof/schemas/…`.
 */
export * from '../../src/index.ts'
export { check, type CheckOptions } from './check.ts'
export { Refused, Unsupported, type Ask } from './reply.ts'
export { vectors } from './vectors.ts'
