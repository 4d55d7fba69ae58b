import { setTimeout as pause } from 'node:timers/promises'

/**
 * Longest wait for an event that must come, in milliseconds: a busy machine may be many times slower than an idle one.
 */
export const DEADLINE = 60_000
/** Between two checks, in milliseconds. */
const PAUSE = 10

/** Waits until a condition holds. @throws Error where it never does */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + DEADLINE
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`waited ${DEADLINE / 1000} s in vain: ${what}`)
    await pause(PAUSE)
  }
}

/** An event that happens once: a promise for it, and the function that brings it about. */
export function event(): { readonly happened: Promise<void>; readonly happens: () => void } {
  let happens = (): void => undefined
  const happened = new Promise<void>((resolve) => (happens = resolve))
  return { happened, happens }
}
