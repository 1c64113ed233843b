import type { Tables } from '../../generated/tables.ts'

export type UserHiding = Tables['user_hidings']
export type HiddenItem = Tables['hidden_items']
export type UserNote = Tables['user_notes']
export type SavedReplyRow = Tables['saved_replies']
export type WebhookRow = Tables['webhooks']
export type AnomalyRow = Tables['anomalies']
/** Exports of large accounts. */
export type AccountExport = Tables['account_exports']
