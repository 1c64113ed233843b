import type { Step } from './act.ts'

/** How every history begins, so that there is something to do things to. */
export const PRELUDE: Step[] = [
  { do: 'write', by: 0, text: 'One', isDraft: false, time: 0 },
  { do: 'write', by: 1, text: 'Two', isDraft: false, time: 0 },
  { do: 'write', by: 3, text: 'One', isDraft: false, time: 0 },
  { do: 'comment', by: 1, post: 0, text: 'Hello', mentions: true, whom: 0 },
  { do: 'comment', by: 0, post: 1, text: 'Well', mentions: false, whom: 0 },
  { do: 'give energy', by: 0, whom: 0, amount: 25 },
  { do: 'give energy', by: 0, whom: 1, amount: 25 },
  // One more is all that one may give to a post: random steps alone would never come so far.
  ...Array.from({ length: 9 }, () => ({ do: 'energize', by: 0, post: 0, form: 'heavy' })),
  { do: 'energize', by: 0, post: 0, form: 'light' },
]
