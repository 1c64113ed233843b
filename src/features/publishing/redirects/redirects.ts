import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { RedirectRow } from '#db/schema/publishing.ts'
import { isPublic } from '#features/publishing/posts/post.ts'

export type Redirect = Pick<RedirectRow, 'path' | 'post_id'>

/**
 * The public post that an old path (`oldPathOf`) redirects to; null if there is none. A redirect of
 * the path with its query has priority over one of the path alone.
 */
export async function postOfOldPath(db: Database, oldPath: string): Promise<number | null> {
  const paths = [...new Set([oldPath, withoutQuery(oldPath)])].map((path) => sql`${path}`)
  const row = await db.first(sql<{ id: number }>`
    SELECT p.id FROM redirects r CROSS JOIN posts p ON p.id = r.post_id
    WHERE r.path IN (${sql.join(paths, sql`, `)}) AND ${isPublic} ORDER BY r.path DESC LIMIT 1`)
  return row?.id ?? null
}

/**
 * Adds redirects, and changes the existing redirects of the same paths. The paths must come from
 * `oldPathOf`. Redirects to deleted posts are skipped. A bound parameter has at most 2 MB, so pass
 * at most `REDIRECTS_PER_STATEMENT`.
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

/**
 * The maximum length in UTF-8, so that a cursor (`CURSOR_MAX`) can contain a path. The table has
 * the same limit.
 */
export const OLD_PATH_BYTES_MAX = 350

/**
 * The path of an old address, in the form that is stored and looked up; null for the home page and
 * for text that is not a path. Trailing slashes and the fragment are removed, percent-encoding is
 * decoded, a query is kept. Accepts whole URLs.
 */
export function oldPathOf(address: string): string | null {
  const url = urlOf(address)
  if (url === null) return null
  const path = decoded(withoutTrailingSlashes(url.pathname))
  const whole = path + decoded(url.search)
  const isPath = path !== '/' && !path.startsWith('//')
  return isPath && new TextEncoder().encode(whole).length <= OLD_PATH_BYTES_MAX ? whole : null
}

/** The path without its query. A `?` in the path itself is percent-encoded. */
export function withoutQuery(oldPath: string): string {
  return oldPath.split('?', 1)[0] ?? ''
}

/** The beginning of an old path as it is stored, for a search while an admin types it. */
export function beginningOfPath(typed: string): string {
  const url = urlOf(typed) ?? urlOf(`/${typed}`)
  return url === null ? '/' : decoded(url.pathname + url.search)
}

function urlOf(address: string): URL | null {
  // Appended, not resolved: `//host/path` would be resolved to another host.
  const whole = address.startsWith('/') ? `https://old.invalid${address}` : address
  const url = URL.parse(whole)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

/**
 * Decodes percent-encoding. A sequence that is not UTF-8 stays encoded, such as one of an old site
 * in GBK.
 */
function decoded(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+|%/gi, (run) => {
    if (run === '%') return '%25'
    try {
      return decodeURIComponent(run).replace(ENCODED, encodeURIComponent)
    } catch {
      return run.toUpperCase()
    }
  })
}

/** Characters that stay encoded: the ones with a meaning in URLs, and invisible ones. */
const ENCODED = /[\p{Cc}\p{Cf}\p{Z}"#%/?\\]/gu
