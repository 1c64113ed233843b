import { hook, text } from '#kernel/hooks.ts'

/** The hidden field for the solved challenge. `worker` is the address of the solver, `failed` the message if it does not run. */
export const challengeField = hook('solves', { worker: text, failed: text })
