import { hook } from '#kernel/hooks.ts'

export const emailToCheck = hook('check-email')
export const restoreHalf = hook('restore')
export const purgeDate = hook('purge-at')
export const forgetRestore = hook('forget-restore')
export const nothingToRestore = hook('nothing-to-restore')
