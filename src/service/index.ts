export { headerOf, standIn } from './authorization.ts'
export { join } from './channels.ts'
export { handle, LARGEST_BODY } from './handle.ts'
export * from './state.ts'
