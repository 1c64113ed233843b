import { AppError, type ErrorCode, isErrorCode } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith } from '#kernel/fields.ts'

/** The error of a violated constraint. `bug` is the reason why no request can violate it: the response is 500. */
type Violation = ErrorCode | { field: string; problem: Parameters<typeof fieldProblem>[0] } | { bug: string }

const RANDOM = { bug: 'the value is random' }
const NOT_INSERTED_TWICE = { bug: 'the statement has ON CONFLICT, NOT EXISTS or a DELETE before it' }
const NEVER_CHANGED = { bug: 'no statement of the site does this' }

/** Every unique index by its columns, and the primary keys that a request can violate. */
export const UNIQUE: Readonly<Record<string, Violation>> = {
  'access_tokens.token_hash': RANDOM,
  'account_exports.user_id, account_exports.format': NOT_INSERTED_TWICE,
  'folders.user_id': NOT_INSERTED_TWICE,
  'idempotency_keys.user_id, idempotency_keys.key': 'idempotency_conflict',
  'identity_providers.issuer': { field: 'issuer', problem: 'repeated' },
  'images.key': RANDOM,
  'invitations.code': RANDOM,
  'levels.floor': NEVER_CHANGED,
  'notifications.user_id, notifications.once_key': NOT_INSERTED_TWICE,
  'oauth_apps.client_id': RANDOM,
  'oauth_grants.code_hash': RANDOM,
  'outbox.message_id': { bug: 'the mail service assigns a new id to each mail' },
  'passkeys.credential_id': NOT_INSERTED_TWICE,
  'posts.author_id, posts.import_key': { field: 'import_key', problem: 'import_key_taken' },
  'profile_reviews.user_id': 'review_pending',
  'profile_reviews.username_key': 'username_taken',
  'report_cases.kind, report_cases.target_id': NOT_INSERTED_TWICE,
  'report_copies.case_id, report_copies.digest': NOT_INSERTED_TWICE,
  'reports.case_id, reports.user_id': NOT_INSERTED_TWICE,
  'spent_proofs.challenge': 'challenge_failed',
  'user_check_ins.user_id, user_check_ins.day': 'already_checked_in',
  'user_hidings.user_id': 'invalid_transition',
  'user_identities.issuer, user_identities.subject': 'invalid_transition',
  'user_identities.user_id, user_identities.issuer': NOT_INSERTED_TWICE,
  'user_tokens.user_id, user_tokens.kind': NOT_INSERTED_TWICE,
  'users.email': 'email_taken',
  'users.username_key': 'username_taken',
}

/** Messages that triggers raise and that are not error codes. */
export const RAISED: Readonly<Record<string, Violation>> = {
  'a like and a dislike exclude each other': NOT_INSERTED_TWICE,
  'a post is hidden, never deleted': NEVER_CHANGED,
  'a post is published once': 'invalid_transition',
  'a user row is erased, never deleted': NEVER_CHANGED,
  'energy moves only with a ledger entry': NEVER_CHANGED,
  'the audit log is append-only': NEVER_CHANGED,
  'the balance does not fit the ledger': NEVER_CHANGED,
  'the energize log is append-only': NEVER_CHANGED,
  'the ledger is append-only': NEVER_CHANGED,
  'the review history is append-only': NEVER_CHANGED,
  'uses of invitations are never deleted': NEVER_CHANGED,
}

/**
 * Maps a database error to the error of the response. D1 reports `D1_ERROR: <raised message>: SQLITE_CONSTRAINT…` or
 * `D1_ERROR: UNIQUE constraint failed: <columns>: …`.
 */
export function refusalOf(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const columns = /UNIQUE constraint failed: ([\w., ]+?)(?::|$)/.exec(error.message)?.[1]
  if (columns !== undefined) return errorOf(UNIQUE[columns])
  const raised = /D1_ERROR: ([^:]+): SQLITE_CONSTRAINT/.exec(error.message)?.[1] ?? ''
  return errorOf(isErrorCode(raised) ? raised : RAISED[raised])
}

function errorOf(violation: Violation | undefined): AppError | null {
  if (violation === undefined) return null
  if (typeof violation === 'string') return new AppError(violation)
  if ('bug' in violation) return null
  return new AppError('validation_failed', { fields: { [violation.field]: fieldProblem(violation.problem) } })
}

type Limit = [field: string, problem: Parameters<typeof fieldProblemWith>[0], max: number]

export function tooMany(...[field, problem, max]: Limit): AppError {
  return new AppError('validation_failed', { fields: { [field]: fieldProblemWith(problem, max) } })
}

/** For `catch`: the trigger of a limit raises `validation_failed` without a field. */
export function nameTheLimit(...limit: Limit): (error: unknown) => never {
  return (error) => {
    const isLimit = error instanceof AppError && error.code === 'validation_failed' && !error.details.fields
    throw isLimit ? tooMany(...limit) : error
  }
}
