import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { beginsWith, type Database, found, type Group, group, pageGroup, type Statement } from '#db/client.ts'
import type { RedirectRow } from '#db/schema/publishing.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { beginningOfPath } from '#features/publishing/redirects/redirects.ts'
import { csvLine, csvStream } from '#kernel/formats/csv.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

/** `public` is false for a post that visitors cannot read: the path responds with 404. */
export const RedirectShape = z
  .object({
    path: z.string(),
    post_id: z.int(),
    title: z.string(),
    public: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'Redirect' })

export type RedirectItem = z.infer<typeof RedirectShape>

type ListedRow = RedirectRow & { title: string; is_public: 0 | 1 }

/** By path; with `q`, the paths that begin with it. */
export function redirectsPage(q: string | undefined, request: PageRequest): Group<Page<RedirectItem>> {
  const { after } = request
  const asked = and(
    sql`TRUE`,
    q === undefined ? undefined : beginsWith(sql`r.path`, beginningOfPath(q)),
    after === null ? undefined : sql`r.path > ${after[0]}`,
  )
  const rows = listed(sql`${asked} ORDER BY r.path LIMIT ${request.limit + 1}`)
  return pageGroup(['redirects', q], request, rows, ({ path }) => [path, 0], asItem)
}

export function redirectOf(path: string): Group<RedirectItem> {
  return group({ row: found(listed(sql`r.path = ${path}`)) }, ({ row }) => asItem(row))
}

/** Rows per query, so that memory use does not grow with the table. */
export const ROWS_AT_ONCE = 2_000

export const CSV_HEAD = ['path', 'post_id'] as const

/** Streams all redirects. `uploadRedirects` accepts the file. */
export function redirectsCsv(db: Database): ReadableStream<Uint8Array> {
  return csvStream<Pick<RedirectRow, 'path' | 'post_id'>>(
    CSV_HEAD,
    ROWS_AT_ONCE,
    (last) =>
      db.all(
        sql`SELECT path, post_id FROM redirects WHERE path > ${last?.path ?? ''} ORDER BY path LIMIT ${ROWS_AT_ONCE}`,
      ),
    ({ path, post_id }) => csvLine([path, post_id]),
  )
}

function listed(which: SQL): Statement<ListedRow> {
  return sql`
    SELECT r.path, r.post_id, r.created_at, p.title, ${isPublic} AS is_public
    FROM redirects r CROSS JOIN posts p ON p.id = r.post_id WHERE ${which}`
}

function asItem({ is_public, ...row }: ListedRow): RedirectItem {
  return { ...row, public: is_public === 1 }
}
