import { AppError, type ErrorCode, isErrorCode } from '#kernel/errors.ts'

/** Unique indexes whose violation is a refusal with a name. */
const TAKEN: Record<string, ErrorCode> = {
  'idempotency_keys.user_id, idempotency_keys.key': 'idempotency_conflict',
  'users.email': 'email_taken',
  'users.username_key': 'username_taken',
  'profile_reviews.username_key': 'username_taken',
  'profile_reviews.user_id': 'review_pending',
  'user_check_ins.user_id, user_check_ins.day': 'already_checked_in',
}

/**
 * The database refuses what the domain's rules forbid: by `RAISE(ABORT, '<code>')` in a trigger, or by a unique index.
 * D1 reports it as `D1_ERROR: <code>: SQLITE_CONSTRAINT…` or `D1_ERROR: UNIQUE constraint failed: <columns>: …`.
 */
export function refusalOf(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const raised = /D1_ERROR: (\w+): SQLITE_CONSTRAINT/.exec(error.message)?.[1]
  if (raised !== undefined && isErrorCode(raised)) return new AppError(raised)
  const columns = /UNIQUE constraint failed: ([\w., ]+?)(?::|$)/.exec(error.message)?.[1]
  const code = columns === undefined ? undefined : TAKEN[columns]
  return code === undefined ? null : new AppError(code)
}
