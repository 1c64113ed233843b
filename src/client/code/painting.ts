import type { createLowlight } from 'lowlight'

/** What a page asks of the worker, one block at a time. */
export interface Order {
  language: string
  source: string
}

/** The worker says when it has fetched the language and begins, and what came of it: null where it could not. */
export type Answer = 'begun' | { painted: Painted | null }

/** Code as nested spans, as plain data that can be sent from the worker. */
export type Painted = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children']
