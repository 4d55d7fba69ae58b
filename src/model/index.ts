/**
 * The shared types and the few constants behind them. They import nothing but each other.
 *
 * How data flows: requirement → family row → vector → question → answer → verdict → report.
 */
export * from './base.ts'
export * from './endpoint.ts'
export * from './client.ts'
export * from './question.ts'
export * from './vector.ts'
export * from './answer.ts'
