import { hook, text } from '#kernel/hooks.ts'

export const invariantsButton = hook('checks-invariants', { running: text })
export const invariantsProgress = hook('check-progress')
