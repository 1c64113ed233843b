import { ApiError } from '#client/api-error.ts'
import { toast } from '#client/behaviors/toast.ts'
import { clientText } from '#client/text.ts'

/** The message of an API error. Any other error is a bug and is thrown again. */
export function problemIn(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  const wait = error.retryAfterSeconds === null ? '' : ` ${clientText().retryIn(error.retryAfterSeconds)}`
  return [error.message + wait, ...Object.values(error.fields)].join(' ')
}

export function toastProblem(error: unknown): void {
  toast(problemIn(error), 'danger')
}
