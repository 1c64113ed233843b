import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  beginsWith,
  command,
  type Database,
  found,
  type Group,
  group,
  one,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import type { RedirectRow } from '#db/schema/publishing.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import {
  beginningOfPath,
  OLD_PATH_BYTES_MAX,
  oldPathOf,
  REDIRECTS_PER_STATEMENT,
  type Redirect,
  setRedirects,
  withoutQuery,
} from '#features/publishing/redirects/redirects.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith, problem, text } from '#kernel/fields.ts'
import { csvLine, csvStream, eachCsvRow } from '#kernel/formats/csv.ts'
import type { Language } from '#kernel/i18n.ts'
import { oneAtATime } from '#kernel/one-at-a-time.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'
import { pause } from '#kernel/pause.ts'

/** `public` is false for a post that visitors cannot read. The path then responds with 404. */
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

/** The redirects by path. With `q`, those whose path begins with it. */
export function redirectsPage(
  q: string | undefined,
  request: PageRequest,
): Group<Page<RedirectItem>> {
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

/** Streams all redirects as CSV. `uploadRedirects` accepts the file. */
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

/**
 * The maximum length of an address as typed. It is longer than any path, because the address may be
 * a whole URL and percent-encoded.
 */
const ADDRESS_MAX = 2_000

export const oldPathInput = text({ min: 1, max: ADDRESS_MAX }).transform((address, context) => {
  const path = oldPathOf(address)
  if (path !== null) return path
  context.addIssue(problem('not_an_old_path', OLD_PATH_BYTES_MAX))
  return z.NEVER
})

export const RedirectInput = z.object({ path: oldPathInput, post_id: z.int().min(1) })

/**
 * Adds a redirect, or changes the post of an existing one. Refused for a path of the site itself
 * and for a post that does not exist.
 */
export async function setRedirect(
  db: Database,
  owner: AuditActor,
  isOwnPath: (path: string) => boolean,
  redirect: Redirect,
  now: Date,
): Promise<RedirectItem> {
  const { path, post_id } = redirect
  if (isOwnPath(withoutQuery(path)))
    throw new AppError('validation_failed', { fields: { path: fieldProblem('own_path') } })
  const { before, post } = await db.read({
    before: one(sql<{ post_id: number }>`SELECT post_id FROM redirects WHERE path = ${path}`),
    post: one(
      sql<{ id: number }>`SELECT id FROM posts WHERE id = ${post_id} AND deleted_at IS NULL`,
    ),
  })
  if (post === null)
    throw new AppError('validation_failed', { fields: { post_id: fieldProblem('no_post') } })
  if (before?.post_id === post_id) return db.read(redirectOf(path))
  const entry = {
    action: 'redirect.set',
    target: ['post', post_id],
    ...(before && { before }),
    after: redirect,
  } as const
  const { item } = await db.read({
    change: command([auditEntry(owner, entry, now), setRedirects([redirect], now)]),
    item: redirectOf(path),
  })
  return item
}

export async function removeRedirect(
  db: Database,
  owner: AuditActor,
  path: string,
  now: Date,
): Promise<void> {
  const before = await db.first(
    sql<Redirect>`SELECT path, post_id FROM redirects WHERE path = ${path}`,
  )
  if (before === null) throw new AppError('not_found')
  await db.batch([
    auditEntry(owner, { action: 'redirect.remove', target: ['post', before.post_id], before }, now),
    sql`DELETE FROM redirects WHERE path = ${path}`,
  ])
}

/** One upload is one transaction, so the number of lines is limited. */
export const CSV_LINES_MAX = 5_000

export const UploadedRedirectsShape = z
  .object({
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.array(z.object({ line: z.int(), path: z.string(), reason: z.string() })),
  })
  .meta({ id: 'UploadedRedirects' })

export type Uploaded = z.infer<typeof UploadedRedirectsShape>

/**
 * Adds and changes the redirects of a CSV file (`path,post_id`) in one batch. Refused lines do not
 * stop the others, and redirects that are not in the file stay. The same file again changes
 * nothing.
 */
export async function uploadRedirects(
  db: Database,
  owner: AuditActor,
  isOwnPath: (path: string) => boolean,
  csv: string,
  language: Language,
  now: Date,
): Promise<Uploaded> {
  const lines = await checkedLines(linesIn(csv), isOwnPath)
  const present = await known(
    db,
    lines.flatMap(({ redirect }) => redirect ?? []),
  )
  const { changes, ...response } = compared(lines, present, language)
  if (changes.length > 0)
    await db.batch([entryOf(owner, response, now), ...statementsFor(changes, now)])
  return response
}

type Problem = (language: Language) => string

interface Line {
  /** The number of the line, counted from 1 as a text editor shows it. */
  line: number
  cells: string[]
}

/** The lines of the file without the heading and without empty lines. */
function linesIn(csv: string): Line[] {
  const lines: Line[] = []
  let line = 0
  for (const row of eachCsvRow(csv)) {
    line++
    const cells = row.slice(0, CSV_HEAD.length).map((cell) => cell.trim())
    const isHead = line === 1 && cells[0]?.toLowerCase() === CSV_HEAD[0]
    if (isHead || !cells.some(Boolean)) continue
    lines.push({ line, cells })
    if (lines.length > CSV_LINES_MAX) {
      throw new AppError('validation_failed', {
        fields: { file: fieldProblemWith('too_many', CSV_LINES_MAX) },
      })
    }
  }
  return lines
}

/** Lines that are checked without a pause: about 10 ms. */
const LINES_AT_ONCE = 500

async function checkedLines(
  lines: readonly Line[],
  isOwnPath: (path: string) => boolean,
): Promise<(Line & Read)[]> {
  const checked: (Line & Read)[] = []
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
    await oneAtATime('rows', async () => {
      for (const line of lines.slice(at, at + LINES_AT_ONCE))
        checked.push({ ...line, ...redirectIn(line, isOwnPath) })
      await pause()
    })
  return checked
}

type Read = { redirect: Redirect; problem: null } | { redirect: null; problem: Problem }

function redirectIn(
  { cells: [address = '', id = ''] }: Line,
  isOwnPath: (path: string) => boolean,
): Read {
  const refused = (problem: Problem): Read => ({ redirect: null, problem })
  const path = oldPathOf(address)
  if (path === null) return refused(fieldProblemWith('not_an_old_path', OLD_PATH_BYTES_MAX))
  if (isOwnPath(withoutQuery(path))) return refused(fieldProblem('own_path'))
  if (!/^[1-9]\d{0,14}$/.test(id)) return refused(fieldProblem('no_post'))
  return { redirect: { path, post_id: Number(id) }, problem: null }
}

interface Known {
  /** The posts that exist, among those that the file names. */
  postIds: Set<number>
  /** The present post of each path of the file that has a redirect. */
  targets: Map<string, number>
}

async function known(db: Database, redirects: readonly Redirect[]): Promise<Known> {
  const ids = JSON.stringify([...new Set(redirects.map(({ post_id }) => post_id))])
  const paths = JSON.stringify([...new Set(redirects.map(({ path }) => path))])
  const { posts, present } = await db.read({
    posts: sql<{ id: number }>`
      SELECT p.id FROM json_each(${ids}) e CROSS JOIN posts p ON p.id = e.value AND p.deleted_at IS NULL`,
    present: sql<Redirect>`
      SELECT r.path, r.post_id FROM json_each(${paths}) e CROSS JOIN redirects r ON r.path = e.value`,
  })
  return {
    postIds: new Set(posts.map(({ id }) => id)),
    targets: new Map(present.map(({ path, post_id }) => [path, post_id])),
  }
}

/** The characters of a refused path that the response contains. */
const SHOWN_MAX = 100

function compared(
  lines: readonly (Line & Read)[],
  { postIds, targets }: Known,
  language: Language,
) {
  const response: Uploaded & { changes: Redirect[] } = {
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: [],
    changes: [],
  }
  const given = new Map<string, number>()
  const compare = ({ path, post_id }: Redirect): Problem | null => {
    const target = given.get(path) ?? targets.get(path)
    if (!postIds.has(post_id)) return fieldProblem('no_post')
    if (target !== post_id && given.has(path)) return fieldProblem('repeated_path')
    given.set(path, post_id)
    if (target !== post_id) response.changes.push({ path, post_id })
    if (target === post_id) response.unchanged++
    else if (target === undefined) response.added++
    else response.changed++
    return null
  }
  for (const { line, cells, redirect, problem } of lines) {
    const reason = redirect ? compare(redirect) : problem
    if (reason)
      response.refused.push({
        line,
        path: (cells[0] ?? '').slice(0, SHOWN_MAX),
        reason: reason(language),
      })
  }
  return response
}

function entryOf(owner: AuditActor, { refused, ...counts }: Uploaded, now: Date): Statement {
  const after = { ...counts, refused: refused.length }
  return auditEntry(
    owner,
    { action: 'redirect.upload', target: ['site_setting', 'redirects'], after },
    now,
  )
}

function statementsFor(changes: readonly Redirect[], now: Date): Statement[] {
  const count = Math.ceil(changes.length / REDIRECTS_PER_STATEMENT)
  return Array.from({ length: count }, (_, at) =>
    setRedirects(
      changes.slice(at * REDIRECTS_PER_STATEMENT, (at + 1) * REDIRECTS_PER_STATEMENT),
      now,
    ),
  )
}
