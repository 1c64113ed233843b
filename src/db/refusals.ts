import { AppError, type ErrorCode, isErrorCode } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith } from '#kernel/fields.ts'

/**
 * The error of a violated constraint. `bug` gives the reason why no request can violate the
 * constraint: if it happens nevertheless, the response is 500.
 */
type Violation =
  | ErrorCode
  | { field: string; problem: Parameters<typeof fieldProblem>[0] }
  | { bug: string }

const RANDOM = { bug: 'the value is random' }
const NOT_INSERTED_TWICE = {
  bug: 'the statement has ON CONFLICT, NOT EXISTS or a DELETE before it',
}
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
  'letter_subscribers.email_hash': NOT_INSERTED_TWICE,
  'letters.author_id': NOT_INSERTED_TWICE,
  'levels.floor': NEVER_CHANGED,
  'notifications.user_id, notifications.once_key': NOT_INSERTED_TWICE,
  'oauth_apps.client_id': RANDOM,
  'oauth_grants.code_hash': RANDOM,
  'outbox.message_id': { bug: 'the mail service assigns a new id to each mail' },
  'own_pages.slug': { field: 'slug', problem: 'page_exists' },
  'passkeys.credential_id': NOT_INSERTED_TWICE,
  'post_images.post_id': NOT_INSERTED_TWICE,
  'posts.author_id, posts.import_key': { field: 'import_key', problem: 'import_key_taken' },
  'push_subscriptions.endpoint': NOT_INSERTED_TWICE,
  'push_subscriptions.session_id': NOT_INSERTED_TWICE,
  'profile_reviews.user_id': 'review_pending',
  'profile_reviews.username_key': 'username_taken',
  'report_cases.kind, report_cases.target_id': NOT_INSERTED_TWICE,
  'report_copies.case_id, report_copies.digest': NOT_INSERTED_TWICE,
  'reports.case_id, reports.user_id': NOT_INSERTED_TWICE,
  'saved_replies.kind, saved_replies.text_zh, saved_replies.text_en': {
    field: 'text_zh',
    problem: 'repeated',
  },
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

/** Forms of CHECK constraints that occur in many tables, with one error for each form. */
export const CHECK_SHAPES: readonly (readonly [shape: RegExp, violation: Violation])[] = [
  [/^"?\w+"? IN \([^()]*\)$/, { bug: 'code and input schemas give only values of the list' }],
  [/^(?:\w+ IS NULL OR )?json_valid\(\w+\)$/, { bug: 'the site writes this JSON itself' }],
  [/^\w+ >= 0$/, { bug: 'triggers keep this figure, or code counts it' }],
]

const SET_TOGETHER = { bug: 'each statement that sets one of the columns sets the others' }
const CHECKED_BEFORE = { bug: 'the code that writes the value checks it' }
const invalid = (field: string) => ({ field, problem: 'invalid' }) as const

/** All other CHECKs by their expression, which is the name that SQLite reports. */
export const CHECKS: Readonly<Record<string, Violation>> = {
  "fediverse GLOB '@?*@?*.?*' AND length(fediverse) <= 200": invalid('address'),
  '(decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)':
    SET_TOGETHER,
  "(cadence = 'each') = (digest_at IS NULL) AND (digest_at IS NULL) = (digest_from IS NULL)":
    SET_TOGETHER,
  '(ended IS NULL) = (email IS NOT NULL)': SET_TOGETHER,
  "(kind = 'site') = (ref = '')": invalid('ref'),
  "(email IS NULL) = (status = 'deleted')": 'invalid_transition',
  '(logo_key IS NULL) = (logo_large_key IS NULL)': SET_TOGETHER,
  "default_language IN ('zh-CN', 'en') AND instr(languages, '\"' || default_language || '\"') > 0":
    CHECKED_BEFORE,
  'length(description_zh) <= 300': CHECKED_BEFORE,
  'length(description_en) <= 300': CHECKED_BEFORE,
  '(quiet_from IS NULL) = (quiet_until IS NULL)': SET_TOGETHER,
  "quiet_from GLOB '[0-2][0-9]:[0-5][0-9]'": CHECKED_BEFORE,
  "quiet_until GLOB '[0-2][0-9]:[0-5][0-9]'": CHECKED_BEFORE,
  '(root_id IS NULL) = (reply_to_id IS NULL)': SET_TOGETHER,
  "(state IN ('restoring', 'restored')) = (restored_at IS NOT NULL)": 'invalid_transition',
  "(status = 'locked') = (locked_from IS NOT NULL)": 'invalid_transition',
  "(status = 'pending') = (decided_at IS NULL)": 'invalid_transition',
  "(status = 'preparing') = (expires_at IS NULL)": SET_TOGETHER,
  "(status IN ('waiting', 'queued')) = (settled_at IS NULL)": SET_TOGETHER,
  '(username IS NULL) = (username_key IS NULL)': SET_TOGETHER,
  "accent2 GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'": invalid('theme.accent2'),
  "accent GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'": invalid('accent'),
  '(disabled_at IS NULL) = (disabled_because IS NULL)': SET_TOGETHER,
  '(old_secret IS NULL) = (old_until IS NULL)': SET_TOGETHER,
  "iif(channel = 'mail', status <> 'queued' AND target IS NULL AND user_id IS NOT NULL AND address IS NOT NULL AND language IS NOT NULL AND site IS NOT NULL AND subject IS NOT NULL, status <> 'waiting' AND target IS NOT NULL)":
    SET_TOGETHER,
  "address NOT GLOB '*[^!-~]*'": CHECKED_BEFORE,
  "colour GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'": CHECKED_BEFORE,
  'kept = 1': NEVER_CHANGED,
  'length(css) BETWEEN 1 AND 65536': CHECKED_BEFORE,
  'length(css_hash) = 22': CHECKED_BEFORE,
  'length(hash) = 22': CHECKED_BEFORE,
  'tag_key IS NOT NULL OR unmoved IS NOT NULL': SET_TOGETHER,
  'amount <> 0': invalid('amount'),
  "ban_ends_at IS NULL OR status = 'banned'": 'invalid_transition',
  'bytes > 0': CHECKED_BEFORE,
  "canonical_url GLOB 'https://?*' AND length(canonical_url) <= 500": invalid('canonical_url'),
  'exp BETWEEN 0 AND 50': CHECKED_BEFORE,
  "first_published_at GLOB '[12][0-9][0-9][0-9]-*Z' AND first_published_at <= COALESCE(published_at, first_published_at)":
    invalid('first_published_at'),
  'height > 0': CHECKED_BEFORE,
  'in_series = 1': CHECKED_BEFORE,
  'id = 1': NEVER_CHANGED,
  "instr(subject, x'0a') = 0 AND instr(subject, x'0d') = 0": CHECKED_BEFORE,
  'json_array_length(accounts) >= 3': CHECKED_BEFORE,
  'json_array_length(ids) <= 6': CHECKED_BEFORE,
  "key GLOB '[a-z]*.[a-z]*'": CHECKED_BEFORE,
  'length(body) BETWEEN 1 AND 200000': invalid('body'),
  'length(footer_zh) BETWEEN 1 AND 500': CHECKED_BEFORE,
  'length(footer_en) BETWEEN 1 AND 500': CHECKED_BEFORE,
  'length(body_zh) BETWEEN 1 AND 200000': CHECKED_BEFORE,
  'length(body_en) BETWEEN 1 AND 200000': CHECKED_BEFORE,
  'length(title_zh) BETWEEN 1 AND 60': CHECKED_BEFORE,
  'length(title_en) BETWEEN 1 AND 60': CHECKED_BEFORE,
  'title_zh IS NOT NULL OR title_en IS NOT NULL': CHECKED_BEFORE,
  "length(slug) BETWEEN 1 AND 40 AND slug NOT GLOB '*[^a-z0-9-]*'": CHECKED_BEFORE,
  'length(description) <= 500': invalid('description'),
  'length(description) BETWEEN 1 AND 300': invalid('description'),
  'length(import_key) BETWEEN 1 AND 200': invalid('import_key'),
  "length(key) BETWEEN 1 AND 30 AND key NOT GLOB '*[^a-z0-9-]*'": invalid('key'),
  'length(label) BETWEEN 1 AND 30': invalid('label'),
  'length(name) BETWEEN 1 AND 40': invalid('name'),
  'length(tagline_en) BETWEEN 1 AND 80': invalid('tagline_en'),
  'length(tagline_zh) BETWEEN 1 AND 80': invalid('tagline_zh'),
  'length(title) BETWEEN 1 AND 120': invalid('title'),
  "length(url) <= 500 AND ( url GLOB 'https://?*' OR url GLOB 'http://?*' OR url GLOB 'mailto:?*' OR url = '/' OR url GLOB '/[^/\\]*')":
    invalid('url'),
  "name GLOB '[a-z]*'": CHECKED_BEFORE,
  "path GLOB '/[^/]*' AND length(CAST(path AS BLOB)) <= 350": invalid('path'),
  'progress BETWEEN 0 AND 1': CHECKED_BEFORE,
  'silence_ends_at IS NULL OR silenced_at IS NOT NULL': 'invalid_transition',
  'silence_reason IS NULL OR silenced_at IS NOT NULL': 'invalid_transition',
  "status <> 'approved' OR published_at IS NOT NULL": 'invalid_transition',
  "status <> 'waiting' OR letter IS NOT NULL": SET_TOGETHER,
  "text <> ''": CHECKED_BEFORE,
  "text_zh <> '' OR text_en <> ''": CHECKED_BEFORE,
  'turn = -reports_count': SET_TOGETHER,
  'used BETWEEN 0 AND codes * uses': 'invitation_required',
  'used BETWEEN 0 AND uses': 'invitation_required',
  'username IS NOT NULL OR signature IS NOT NULL': CHECKED_BEFORE,
  'uses > 0': invalid('uses'),
  'width > 0': CHECKED_BEFORE,
}

/**
 * Maps a database error to the error of the response. D1 reports `D1_ERROR: <raised message>:
 * SQLITE_CONSTRAINT…`, `D1_ERROR: UNIQUE constraint failed: <columns>: …` or `D1_ERROR: CHECK
 * constraint failed: <expression>: …`.
 */
export function refusalOf(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const columns = /UNIQUE constraint failed: ([\w., ]+?)(?::|$)/.exec(error.message)?.[1]
  if (columns !== undefined) return errorOf(UNIQUE[columns])
  const check = error.message.split('CHECK constraint failed: ')[1]?.split(': SQLITE_CONSTRAINT')[0]
  if (check !== undefined) return errorOf(CHECKS[check.replace(/\s+/g, ' ')])
  const raised = /D1_ERROR: ([^:]+): SQLITE_CONSTRAINT/.exec(error.message)?.[1] ?? ''
  return errorOf(isErrorCode(raised) ? raised : RAISED[raised])
}

function errorOf(violation: Violation | undefined): AppError | null {
  if (violation === undefined) return null
  if (typeof violation === 'string') return new AppError(violation)
  if ('bug' in violation) return null
  return new AppError('validation_failed', {
    fields: { [violation.field]: fieldProblem(violation.problem) },
  })
}

type Limit = [field: string, problem: Parameters<typeof fieldProblemWith>[0], max: number]

/** The error of a limit: the field, the problem and the maximum. */
export function tooMany(...[field, problem, max]: Limit): AppError {
  return new AppError('validation_failed', { fields: { [field]: fieldProblemWith(problem, max) } })
}

/**
 * For `catch`: the trigger of a limit raises `validation_failed` without a field. This adds the
 * field and the limit to the error.
 */
export function nameTheLimit(...limit: Limit): (error: unknown) => never {
  return (error) => {
    const isLimit =
      error instanceof AppError && error.code === 'validation_failed' && !error.details.fields
    throw isLimit ? tooMany(...limit) : error
  }
}
