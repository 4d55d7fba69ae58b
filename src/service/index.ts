export { authorize, headerOf, standIn, type ErrorCode } from './authorization.ts'
export { closeChannel, join, leave, settle } from './channels.ts'
export { handle, LARGEST_BODY } from './handle.ts'
export * from './model.ts'
