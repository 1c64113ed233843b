import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { Faults } from '#test/faults/faults.ts'

/** `all` in `npm run prove -- faults`, `each` in `npm run test:long`; otherwise a sample. */
const faults: 'all' | 'each' | undefined = JSON.parse((env as unknown as { PROVE: string }).PROVE).faults
export const isWhole = faults === 'all'

/** Every nth item of the list, with a different offset each day. The long forms use the whole list. */
export function oneIn<T>(many: number, all: readonly T[]): T[] {
  const today = new Date().getUTCDate()
  return all.filter((_, n) => faults !== undefined || n % many === today % many)
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
