import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, type Group, group } from '#db/client.ts'
import { APP_SCOPES, scopesIn } from '#features/accounts/apps/scopes.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'

export const ConnectedAppShape = z
  .object({
    id: z.int(),
    name: z.string(),
    scopes: z.array(z.enum(APP_SCOPES)),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().describe('The last time that the application got a token'),
  })
  .meta({ id: 'ConnectedApp' })

export type ConnectedApp = z.infer<typeof ConnectedAppShape>

/** The applications that the viewer has allowed. A site has at most APPS_MAX, so there is one page. */
export function connectedApps(viewer: Viewer): Group<ConnectedApp[]> {
  const rows = sql<Omit<ConnectedApp, 'scopes'> & { scopes: string }>`
    SELECT a.id, a.name, c.scopes, c.created_at, c.last_used_at
    FROM oauth_consents c JOIN oauth_apps a ON a.id = c.app_id WHERE c.user_id = ${viewer.uid} ORDER BY a.name, a.id`
  return group({ rows }, ({ rows }) => rows.map((row) => ({ ...row, scopes: scopesIn(row.scopes) })))
}

/**
 * Ends all tokens of the application (trigger oauth_consents_take_their_grants_along). The trigger users_erased_have_no_consents does
 * it for erased users.
 */
export async function disconnectApp(db: Database, viewer: Viewer, id: number): Promise<void> {
  const ended = await db.all(
    sql`DELETE FROM oauth_consents WHERE user_id = ${viewer.uid} AND app_id = ${id} RETURNING app_id`,
  )
  if (ended.length === 0) throw new AppError('not_found')
}
