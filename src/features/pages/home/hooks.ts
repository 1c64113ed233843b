import { hook } from '#kernel/hooks.ts'

export const welcomeCloser = hook('closes-welcome')
/** On the root element, for visitors who closed the introduction of the home page. */
export const welcomeClosed = hook('welcome-closed')
