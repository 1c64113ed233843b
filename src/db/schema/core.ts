// The rows of tables. The build generates `Tables` from the migrations; migrations/schema.sql
// explains the columns.
import type { SETTING_KEYS } from '#db/values.ts'
import type { Tables } from '../../generated/tables.ts'

export type User = Tables['users']
export type SettingKey = (typeof SETTING_KEYS)[number]
export type OperationHour = Tables['operation_hours']
/** How the owner customised the site. Null means the default. */
export type IdentityRow = Omit<Tables['site_identity'], 'id'>
export type FooterLink = Tables['footer_links']
export type SitePage = Tables['site_pages']
export type SitePageName = SitePage['name']
export type Image = Tables['images']
export type NotificationRow = Tables['notifications']
/** Which notices a user gets by mail. */
export type NoticeMailRow = Tables['notice_mail']

/** Without a check in the database, the values of a column are declared here. */
export type OutboxRow = Tables['outbox'] & {
  kind:
    | 'test'
    | 'reset'
    | 'password_changed'
    | 'verify'
    | 'email'
    | 'email_notice'
    | 'sign_in'
    | 'security'
    | 'notices'
    | 'digest'
    | 'webhook'
}

export type PushKeyRow = Tables['push_keys']
export type PushSubscriptionRow = Tables['push_subscriptions']
export type AuditRow = Tables['audit_log']

export type SiteTotal = Tables['site_totals'] & {
  name: 'users' | 'posts' | 'pending_posts' | 'unseen_edits' | 'pending_profiles' | 'open_reports'
}

export type SiteDay = Tables['site_daily']
