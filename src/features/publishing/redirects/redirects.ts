import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { RedirectRow } from '#db/schema/redirects.ts'
import { isPublic } from '#features/publishing/posts/visibility.ts'
import { withoutQuery } from '#features/publishing/redirects/old-path.ts'

export type Redirect = Pick<RedirectRow, 'path' | 'post_id'>

/** The public post that an old path (`oldPathOf`) redirects to. An entry for the path with its query comes first. */
export async function postOfOldPath(db: Database, oldPath: string): Promise<number | null> {
  const paths = [...new Set([oldPath, withoutQuery(oldPath)])].map((path) => sql`${path}`)
  const row = await db.first(sql<{ id: number }>`
    SELECT p.id FROM redirects r CROSS JOIN posts p ON p.id = r.post_id
    WHERE r.path IN (${sql.join(paths, sql`, `)}) AND ${isPublic} ORDER BY r.path DESC LIMIT 1`)
  return row?.id ?? null
}

/**
 * Adds redirects, and changes the existing ones of the same paths. The paths must come from `oldPathOf`. Redirects to deleted
 * posts are skipped. One parameter is at most 2 MB: pass at most `REDIRECTS_PER_STATEMENT`.
 */
export function setRedirects(redirects: readonly Redirect[], now: Date): Statement {
  const entries = JSON.stringify(redirects.map(({ path, post_id }) => [path, post_id]))
  return sql`
    INSERT INTO redirects (path, post_id, created_at)
    SELECT json_extract(e.value, '$[0]'), p.id, ${now.toISOString()}
    FROM json_each(${entries}) e CROSS JOIN posts p ON p.id = json_extract(e.value, '$[1]') AND p.deleted_at IS NULL
    WHERE TRUE
    ON CONFLICT (path) DO UPDATE SET post_id = excluded.post_id WHERE post_id <> excluded.post_id`
}

export const REDIRECTS_PER_STATEMENT = 1_000
