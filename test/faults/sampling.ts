import { vi } from 'vitest'
import type { Kind } from '#test/faults/kinds.ts'
import { isLong } from '#test/long.ts'

/** Every nth item of the list. The long form uses the whole list. */
export function oneIn<T>(many: number, all: readonly T[]): T[] {
  return all.filter((_, n) => isLong || n % many === 0)
}

/**
 * One of these kinds of fault for each call, in turn. The long form uses all of them. The kinds
 * differ only in whether the site retries (test/db/outage.test.ts).
 */
export function sampledKinds(kinds: readonly Kind[], call: number): Kind[] {
  return kinds.filter((_, n) => isLong || n === call % kinds.length)
}

/** Silences the log of failures and removes the delay of retries, until the test ends. */
export function quietly(): () => void {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const later = setTimeout
  const soon = (act: () => void) => later(act, 0)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(soon as unknown as typeof setTimeout)
  return () => vi.restoreAllMocks()
}
