import { sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  concerningReturned,
  type Database,
  found,
  type Group,
  group,
  type Statement,
} from '#db/client.ts'
import type { Session } from '#db/schema/accounts.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'
import { deviceOf } from '#kernel/user-agent.ts'

export const DeviceSessionShape = z
  .object({
    sid: z.string(),
    current: z.boolean(),
    ip: z.string(),
    browser: z.string(),
    os: z.string(),
    device_type: z.enum(['desktop', 'mobile', 'tablet', 'other']),
    remark: z.string(),
    signed_in_by: z.enum(['password', 'passkey', 'provider']).nullable(),
    provider: z
      .string()
      .nullable()
      .describe(
        'The name of the login provider, or its host if the provider was removed from the site. Null if the login did not use a provider.',
      ),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
  })
  .meta({ id: 'DeviceSession' })

export const REMARK_MAX = 50

export type DeviceSession = z.infer<typeof DeviceSessionShape>

/**
 * The viewer's sessions, the current one first. A user has at most SESSIONS_MAX sessions, so there
 * is one page.
 */
export function sessionsOf(viewer: Viewer, sid: string, now: Date): Group<DeviceSession[]> {
  const rows = sql<Session & { provider_name: string | null }>`
    SELECT s.*, p.name AS provider_name
    FROM sessions s LEFT JOIN identity_providers p ON p.issuer = s.signed_in_by
    WHERE s.user_id = ${viewer.uid} AND s.expires_at > ${now.toISOString()}
    ORDER BY s.sid = ${sid} DESC, s.last_used_at DESC`
  return group({ rows }, ({ rows }) =>
    rows.map((row) => ({
      sid: row.sid,
      current: row.sid === sid,
      ip: row.ip,
      ...deviceOf(row.user_agent),
      remark: row.remark,
      ...howSignedIn(row),
      created_at: row.created_at,
      last_used_at: row.last_used_at,
    })),
  )
}

function howSignedIn({
  signed_in_by: by,
  provider_name,
}: Session & { provider_name: string | null }): Pick<DeviceSession, 'signed_in_by' | 'provider'> {
  if (by === null || by === 'password' || by === 'passkey')
    return { signed_in_by: by, provider: null }
  return { signed_in_by: 'provider', provider: provider_name ?? new URL(by).host }
}

/**
 * Ends a session of the viewer with its logins to applications and its assistants, because a thief
 * could have connected them. A logout on the device itself keeps them.
 */
export async function endDevice(db: Database, { uid }: Viewer, sid: string): Promise<void> {
  const [ended] = await db.batch([
    endSession(uid, sid),
    endAssistants(uid, sql`sid = ${sid}`),
    sql`DELETE FROM oauth_grants WHERE user_id = ${uid} AND sid = ${sid}`,
  ])
  if (ended.length === 0) throw new AppError('not_found')
}

/**
 * Ends the other sessions of the viewer with their assistants, and all logins to other
 * applications. Returns the number of sessions that were ended.
 */
export async function endOtherDevices(
  db: Database,
  viewer: Viewer,
  sid: string,
  { tokens }: { tokens: boolean },
): Promise<number> {
  const [ended] = await db.batch([
    endOtherSessions(viewer.uid, sid),
    endAssistants(viewer.uid, sql`sid IS NOT ${sid}`),
    // These are logins to other applications. Applications that log people in stay allowed.
    sql`DELETE FROM oauth_grants WHERE user_id = ${viewer.uid}`,
    ...(tokens ? [sql`DELETE FROM access_tokens WHERE user_id = ${viewer.uid}`] : []),
  ])
  return ended.length
}

export async function setRemark(
  db: Database,
  viewer: Viewer,
  sid: string,
  remark: string,
): Promise<void> {
  await db.read(
    found(
      sql`UPDATE sessions SET remark = ${remark} WHERE sid = ${sid} AND user_id = ${viewer.uid} RETURNING sid`,
    ),
  )
}

export function endSession(uid: number, sid: string): Statement {
  return concerningReturned(
    sql`DELETE FROM sessions WHERE sid = ${sid} AND user_id = ${uid} RETURNING user_id`,
  )
}

export function endAllSessions(uid: number | Statement): Statement {
  return concerningReturned(sql`DELETE FROM sessions WHERE user_id = ${uid} RETURNING user_id`)
}

export function endOtherSessions(uid: number | Statement, sid: string): Statement {
  return concerningReturned(
    sql`DELETE FROM sessions WHERE user_id = ${uid} AND sid <> ${sid} RETURNING user_id`,
  )
}

/**
 * Withdraws the consents that sessions gave to assistants, or widened. Otherwise the assistant of a
 * thief could get a code again without a question. The trigger
 * oauth_consents_take_their_grants_along ends their tokens.
 */
export function endAssistants(uid: number | Statement, ofSessions: Statement): Statement {
  return sql`
    DELETE FROM oauth_consents
    WHERE user_id = ${uid} AND instr(scopes, 'posts:') > 0 AND ${ofSessions}`
}

/** For the cron: deletes expired sessions. */
export function endExpiredSessions(now: Date): Statement {
  return concerningReturned(
    sql`DELETE FROM sessions WHERE expires_at <= ${now.toISOString()} RETURNING user_id`,
  )
}
