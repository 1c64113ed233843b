import { hook, text } from '#kernel/hooks.ts'

export const logoCard = hook('logo', { saved: text, unreadable: text })
export const logoProblem = hook('logo-problem')
