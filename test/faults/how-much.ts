import { env } from 'cloudflare:workers'
import { Faults } from '#test/faults/faults.ts'

/** Whether everything is tried, as `npm run prove -- faults` does it, or what takes seconds. */
export const isWhole: boolean = JSON.parse((env as unknown as { PROVE: string }).PROVE).faults === 'all'

/** Every one of these, or one in so many. */
export const oneIn = (many: number): number => (isWhole ? 1 : many)

/** For whoever waits for all of them. */
export function tellCount(): void {
  if (isWhole) console.log(`${Faults.injected.toLocaleString('en')} faults so far`)
}
