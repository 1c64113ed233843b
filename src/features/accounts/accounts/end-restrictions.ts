import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { statusUpdate } from '#features/accounts/accounts/status-and-role.ts'
import { type SystemEvent, systemNotice } from '#features/core/notifications/notices.ts'
import { type AuditAction, auditEntry } from '#features/core/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'

const USERS_PER_RUN = 100

/**
 * For the cron: lifts the bans and silences whose time is over. If an admin lifts one at the same moment, the triggers
 * audit_log_ban_is_over and audit_log_silence_is_over refuse the second.
 */
export async function endRestrictions(db: Database, now: Date): Promise<void> {
  const at = now.toISOString()
  const [bans, silences] = await db.batch([
    sql<Due>`SELECT uid FROM users WHERE ban_ends_at <= ${at} ORDER BY ban_ends_at LIMIT ${USERS_PER_RUN}`,
    sql<Due>`SELECT uid FROM users WHERE silence_ends_at <= ${at} ORDER BY silence_ends_at LIMIT ${USERS_PER_RUN}`,
  ])
  for (const { uid } of bans)
    await lift(db, uid, now, {
      ended: 'user.ban_ended',
      began: 'user.status',
      update: statusUpdate(uid, 'active', null, null),
      about: { event: 'status_changed', status: 'active', reason: null, over: 1 },
    })
  for (const { uid } of silences)
    await lift(db, uid, now, {
      ended: 'user.silence_ended',
      began: 'user.silence',
      update: [
        sql`UPDATE users SET silenced_at = NULL, silence_reason = NULL, silence_ends_at = NULL WHERE uid = ${uid}`,
      ],
      about: { event: 'silence_changed', silenced: 0, reason: null, over: 1 },
    })
}

interface Due {
  uid: number
}

interface Lift {
  ended: AuditAction
  began: AuditAction
  update: Statement[]
  about: SystemEvent
}

async function lift(db: Database, uid: number, now: Date, { ended, began, update, about }: Lift): Promise<void> {
  const set = await db.first(sql<{ actor_id: number }>`
    SELECT actor_id FROM audit_log
    WHERE subject_id = ${uid} AND action = ${began}
    ORDER BY id DESC LIMIT 1`)
  const entry = { action: ended, target: ['user', uid], subject: uid } as const
  try {
    await db.batch([
      auditEntry({ uid: set?.actor_id ?? uid, ip: '' }, entry, now),
      ...update,
      systemNotice({ to: uid, about }, now),
    ])
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_transition') throw error
  }
}
