import { hook, text } from '#kernel/hooks.ts'

/** The form that turns push messages on for this browser. */
export const pushForm = hook('push')
export const pushOffButton = hook('push-off')
/** Why this browser gets no push messages. */
export const pushProblem = hook('push-problem', { about: text<'unsupported' | 'install' | 'denied' | 'failed'> })
