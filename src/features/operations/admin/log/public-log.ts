import { and, sql } from 'drizzle-orm'
import { behindId, type Database } from '#db/client.ts'
import type { AuditRow } from '#db/schema/core.ts'
import { REFERENCES } from '#features/core/people/nameless.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { type PageRequest, pageOf } from '#kernel/paging.ts'

export type PublicEntry = Awaited<ReturnType<typeof publicEntries>>['items'][number]

type Row = Pick<AuditRow, 'id' | 'action' | 'target_type' | 'target_id' | 'after' | 'reason' | 'created_at'>

/** Public log entries: action and reason, without the actor and the affected user. */
export async function publicEntries(db: Database, request: PageRequest, language: Language) {
  const rows = await db.all(sql<Row>`
    SELECT a.id, a.action, a.target_type, a.target_id, a.after, iif(${isNameless}, a.reason, NULL) AS reason, a.created_at
    FROM audit_log a
    WHERE ${and(sql`a.public = 1`, behindId(request, sql`a.id`))}
    ORDER BY a.id DESC LIMIT ${request.limit + 1}`)
  return pageOf(
    ['moderation'],
    rows,
    request,
    (row) => [row.id, row.id],
    ({ id, action, created_at, ...row }) => ({
      ...{ id, action, created_at },
      detail: detailOf(row),
      reason: row.reason && redacted(row.reason, language),
    }),
  )
}

/** The changed site setting, or the new status of a user. */
function detailOf({ target_type, target_id, after }: Pick<Row, 'target_type' | 'target_id' | 'after'>): string | null {
  const changed = after === null ? {} : (JSON.parse(after) as { status?: string; silenced?: boolean; value?: boolean })
  if (target_type === 'site_setting') return `${target_id}:${changed.value === true ? 'on' : 'off'}`
  if (changed.silenced !== undefined) return changed.silenced ? 'silenced' : 'unsilenced'
  return target_type === 'user' ? (changed.status ?? null) : null
}

/** The job `replaceOldNames` has not yet replaced the names in reasons of an earlier version. They are not shown until then. */
const isNameless = sql`
  a.id >= COALESCE((SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'nameless.audit_log'), 0)`

/** Replaces what identifies people in a reason, which is stored without names: references, addresses, links and numbers. */
function redacted(reason: string, language: Language): string {
  const { email, link, person, number } = placeholders[language]
  return reason
    .replace(REFERENCES, person)
    .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g, email)
    .replace(/https?:\/\/\S+|www\.\S+/gi, link)
    .replace(/@[\p{L}\p{N}_-]{2,}/gu, person)
    .replace(/\d{5,}/g, number)
}

const placeholders = bilingual({
  email: ['〔邮箱〕', '[e-mail]'],
  link: ['〔链接〕', '[link]'],
  person: ['〔用户〕', '[user]'],
  number: ['〔编号〕', '[number]'],
})
