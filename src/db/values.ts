// The values that a column accepts, for the schemas of requests. The types of rows get the same
// values from the CHECK constraints in the migrations.

export const POST_STATUSES = ['draft', 'pending', 'approved', 'rejected', 'locked'] as const
export const REPORT_KINDS = ['post', 'comment', 'user'] as const
export const REPORT_DECISIONS = ['kept', 'removed'] as const
export const REPORT_REASONS = ['spam', 'abuse', 'illegal', 'other'] as const
export const REPLY_KINDS = ['post', 'comment', 'user', 'profile', 'kept'] as const
export const AUDIT_TARGETS = ['post', 'comment', 'user', 'profile_review', 'site_setting'] as const
export const ENERGY_REASONS = [
  'checkin',
  'energize',
  'energized',
  'rename',
  'rename_refund',
  'delete_post',
  'admin_adjust',
] as const
export const SITE_PAGES = ['about', 'rules', 'privacy'] as const
/** Where the link to a page of the owner is. */
export const PAGE_PLACES = ['header', 'footer', 'none'] as const
export const AI_CRAWLERS = ['allow', 'search_only', 'refuse'] as const
export const SETTING_KEYS = [
  'audit.enabled',
  'review.newcomers',
  'links.newcomers_limited',
  'registration.enabled',
  'registration.invite_only',
  'registration.challenge',
  'comments.enabled',
  'email.verification_required',
  'backups.enabled',
  'views.public',
  'images.external',
  'posts.ask_ai',
  'assistants.enabled',
  'app.enabled',
] as const
/** Settings that are numbers. */
export const NUMBER_KEYS = ['tags.create_level'] as const
export const USER_STATUSES = ['active', 'banned', 'deleted'] as const
export const MAIL_MODES = ['off', 'at_once', 'digest'] as const
export const TOPIC_KINDS = ['site', 'author', 'tag', 'series'] as const
export const CADENCES = ['each', 'daily', 'weekly'] as const
export const OUTBOX_KINDS = [
  'test',
  'reset',
  'password_changed',
  'verify',
  'email',
  'email_notice',
  'sign_in',
  'security',
  'notices',
  'digest',
  'webhook',
] as const
export const SITE_TOTALS = [
  'users',
  'posts',
  'pending_posts',
  'unseen_edits',
  'pending_profiles',
  'open_reports',
] as const
