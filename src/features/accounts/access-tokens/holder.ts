import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { AccessTokenRow } from '#db/schema/access-tokens.ts'
import { ACCESS_TOKEN_PREFIX } from '#features/accounts/access-tokens/tokens.ts'
import { type Viewer, viewerColumns } from '#features/core/people/viewer.ts'
import { HOUR } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'

interface Holder {
  viewer: Viewer
  scope: AccessTokenRow['scope']
  /** Updates `last_used_at`, which has a resolution of one hour. Null if it is up to date, which is the usual case. */
  use: Statement | null
}

export function isAccessToken(token: string): boolean {
  return token.startsWith(ACCESS_TOKEN_PREFIX)
}

export async function holderOf(db: Database, token: string, now: Date): Promise<Holder | null> {
  const row = await db.first(sql<Pick<AccessTokenRow, 'id' | 'scope' | 'last_used_at'> & Viewer>`
    SELECT t.id, t.scope, t.last_used_at, ${viewerColumns(now)}
    FROM access_tokens t JOIN users u ON u.uid = t.user_id
    WHERE t.token_hash = ${await hashOf(token)} AND (t.expires_at IS NULL OR t.expires_at > ${now.toISOString()})
      AND u.status <> 'deleted'`)
  if (row === null) return null
  const { id, scope, last_used_at, ...viewer } = row
  const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR).toISOString()
  const use = last_used_at === hour ? null : sql`UPDATE access_tokens SET last_used_at = ${hour} WHERE id = ${id}`
  return { viewer, scope, use }
}
