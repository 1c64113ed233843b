import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * How much a test does: `long` in `npm run test:long`, `cost` in `npm run prove -- cost`,
     * `short` in `npm test`.
     */
    scale: 'short' | 'long' | 'cost'
  }
}

/**
 * Options of a test that does more in `npm run test:long`, which runs only these tests. `npm test`
 * runs the same code in its cheapest form, so that a moved file fails at once.
 */
export const LONG = { tags: ['long'] }
export const isLong = inject('scale') === 'long'

/**
 * Options of a test that measures CPU time or memory in `npm run prove -- cost`, which runs only
 * these tests.
 */
export const COST = { tags: ['cost'] }
export const isCost = inject('scale') === 'cost'
