import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { Faults } from '#test/faults/faults.ts'
import type { Kind } from '#test/faults/kinds.ts'
import { isLong } from '#test/long.ts'

const { PROVE } = env as unknown as { PROVE: string }
/** In `npm run prove -- faults`. */
export const isWhole: boolean = JSON.parse(PROVE).faults === 'all'
const isSample = !(isWhole || isLong)

/** Every nth item of the list. The long forms use the whole list. */
export function oneIn<T>(many: number, all: readonly T[]): T[] {
  return all.filter((_, n) => !isSample || n % many === 0)
}

/**
 * One of these kinds of fault for each call, in turn. The long forms use all of them. The kinds differ only in whether the site
 * retries (test/db/outage.test.ts).
 */
export function sampledKinds(kinds: readonly Kind[], call: number): Kind[] {
  return kinds.filter((_, n) => !isSample || n === call % kinds.length)
}

/** Silences the log of failures and removes the delay of retries. */
export function quietly(): void {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const later = setTimeout
  const soon = (act: () => void) => later(act, 0)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(soon as unknown as typeof setTimeout)
}

/** Shows progress in long runs. */
export function printCount(): void {
  if (isWhole) console.log(`${Faults.injected.toLocaleString('en')} faults so far`)
}
