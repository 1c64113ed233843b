import type { createLowlight } from 'lowlight'

/** The page's message to the worker, one block at a time. */
export interface HighlightRequest {
  language: string
  source: string
}

/** The worker reports when the language is loaded and highlighting begins, and then the result: null if it failed. */
export type HighlightAnswer = 'begun' | { highlighted: HighlightedCode | null }

/** Code as nested spans: plain data that can be posted from the worker. */
export type HighlightedCode = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children']
