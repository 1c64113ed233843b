import { and, sql } from 'drizzle-orm'
import { behindId, type Database } from '#db/client.ts'
import type { AuditRow } from '#db/schema/core.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** A public log entry: action and reason, without the actor and the affected user. */
export interface PublicEntry {
  id: number
  action: string
  /** The changed site setting, or the new status of a user. */
  detail: string | null
  reason: string | null
  created_at: string
}

type Row = Pick<AuditRow, 'id' | 'action' | 'target_type' | 'target_id' | 'after' | 'reason' | 'created_at'> & {
  actor_name: string | null
  subject_name: string | null
}

export async function publicEntries(
  db: Database,
  request: PageRequest,
  language: Language,
): Promise<Page<PublicEntry>> {
  const rows = await db.all(sql<Row>`
    SELECT a.id, a.action, a.target_type, a.target_id, a.after, a.reason, a.created_at,
      actor.username AS actor_name, subject.username AS subject_name
    FROM audit_log a CROSS JOIN users actor ON actor.uid = a.actor_id LEFT JOIN users subject ON subject.uid = a.subject_id
    WHERE ${and(sql`a.public = 1`, behindId(request, sql`a.id`))}
    ORDER BY a.id DESC LIMIT ${request.limit + 1}`)
  return pageOf(
    ['moderation'],
    rows,
    request,
    (row) => [row.id, row.id],
    ({ id, action, created_at, ...row }) => ({
      id,
      action,
      created_at,
      detail: detailOf(row),
      reason: reasonFor(row, language),
    }),
  )
}

function detailOf({ target_type, target_id, after }: Pick<Row, 'target_type' | 'target_id' | 'after'>): string | null {
  const changed = after === null ? {} : (JSON.parse(after) as { status?: string; silenced?: boolean; value?: boolean })
  if (target_type === 'site_setting') return `${target_id}:${changed.value === true ? 'on' : 'off'}`
  if (changed.silenced !== undefined) return changed.silenced ? 'silenced' : 'unsilenced'
  return target_type === 'user' ? (changed.status ?? null) : null
}

function reasonFor(row: Pick<Row, 'reason' | 'actor_name' | 'subject_name'>, language: Language): string | null {
  if (row.reason === null) return null
  return redacted(row.reason, [row.actor_name, row.subject_name], language)
}

/** Replaces usernames in a reason: admins write it for the affected user and may mention names. */
function redacted(reason: string, names: readonly (string | null)[], language: Language): string {
  const { email, link, person, number } = placeholders[language]
  const known = names.filter((name): name is string => name !== null && name !== '')
  const withoutNames = known
    .sort((a, b) => b.length - a.length)
    .reduce((text, name) => text.replace(literally(name), person), reason)
  return withoutNames
    .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g, email)
    .replace(/https?:\/\/\S+|www\.\S+/gi, link)
    .replace(/@[\p{L}\p{N}_-]{2,}/gu, person)
    .replace(/\d{5,}/g, number)
}

function literally(name: string): RegExp {
  return new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
}

const placeholders = bilingual({
  email: ['〔邮箱〕', '[e-mail]'],
  link: ['〔链接〕', '[link]'],
  person: ['〔用户〕', '[user]'],
  number: ['〔编号〕', '[number]'],
})
