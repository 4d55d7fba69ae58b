/**
 * The library: reference token, judge and runner without any console, clock or file. The vectors themselves are
 * under `channelproof/vectors/…`, the schemas under `channelproof/schemas/…`.
 */
export * from './body/index.ts'
export { diagnose, diagnoseRun, type Diagnosis, type SingleDiagnosis } from './diagnose/index.ts'
export { ChannelproofError } from './errors.ts'
export { faultById, FAULTS } from './faults/catalogue.ts'
export { isObject } from './json.ts'
export { judge, type TwinState } from './judge/index.ts'
export type * from './model/index.ts'
export { makeReport, type Report, type RunFacts } from './report/report.ts'
export { junitReport } from './report/junit.ts'
export { textReport } from './report/text.ts'
export { run, type RunOptions } from './run.ts'
export * from './token/index.ts'
