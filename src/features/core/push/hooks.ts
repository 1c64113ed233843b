import { hook, text } from '#kernel/hooks.ts'

export const pushForm = hook('push')
export const pushOffButton = hook('push-off')
/**
 * Says whether this browser gets push messages, or why not. The page has one element for each
 * state, and one of them is shown.
 */
export const pushState = hook('push-state', {
  about: text<'on' | 'unsupported' | 'install' | 'denied' | 'failed'>,
})
