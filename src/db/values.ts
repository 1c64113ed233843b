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
