/**
 * The shared types and the few constants behind them. They import nothing but each other.
 *
 * The way of the data: requirement → family row → vector → question → answer → verdict → report.
 */
export * from './model/base.ts'
export * from './model/endpoint.ts'
export * from './model/client.ts'
export * from './model/question.ts'
export * from './model/vector.ts'
export * from './model/answer.ts'
export * from './model/findings.ts'
