import { hook, text } from '#kernel/hooks.ts'

export const pushForm = hook('push')
export const pushOffButton = hook('push-off')
/** Whether this browser gets push messages, or why not. One is shown. */
export const pushState = hook('push-state', {
  about: text<'on' | 'unsupported' | 'install' | 'denied' | 'failed'>,
})
