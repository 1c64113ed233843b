import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { Faults } from '#test/faults/faults.ts'

/** `all` in `npm run prove -- faults`, `each` in `npm run test:long`; otherwise a sample. */
const faults: 'all' | 'each' | undefined = JSON.parse((env as unknown as { PROVE: string }).PROVE).faults
export const isWhole = faults === 'all'

/** Every nth item of the list, other items each day. The long forms take the whole list. */
export function oneIn<T>(many: number, all: readonly T[]): T[] {
  const today = new Date().getUTCDate()
  return all.filter((_, n) => faults !== undefined || n % many === today % many)
}

/** What fails is told in the log, and nobody waits before it is tried again. */
export function quietly(): void {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const later = setTimeout
  const soon = (act: () => void) => later(act, 0)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(soon as unknown as typeof setTimeout)
}

/** For whoever waits for all of them. */
export function printCount(): void {
  if (isWhole) console.log(`${Faults.injected.toLocaleString('en')} faults so far`)
}
