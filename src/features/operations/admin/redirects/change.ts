import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { command, type Database, one } from '#db/client.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { type RedirectItem, redirectOf } from '#features/operations/admin/redirects/list.ts'
import {
  OLD_PATH_BYTES_MAX,
  oldPathOf,
  type Redirect,
  setRedirects,
  withoutQuery,
} from '#features/publishing/redirects/redirects.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, problem, text } from '#kernel/fields.ts'

/** An address as typed: longer than any path, because it may be a URL and percent-encoded. */
const ADDRESS_MAX = 2_000

export const oldPathInput = text({ min: 1, max: ADDRESS_MAX }).transform((address, context) => {
  const path = oldPathOf(address)
  if (path !== null) return path
  context.addIssue(problem('not_an_old_path', OLD_PATH_BYTES_MAX))
  return z.NEVER
})

export const RedirectInput = z.object({ path: oldPathInput, post_id: z.int().positive() })

/** Adds a redirect, or changes the post of an existing one. */
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
    post: one(sql<{ id: number }>`SELECT id FROM posts WHERE id = ${post_id} AND deleted_at IS NULL`),
  })
  if (post === null) throw new AppError('validation_failed', { fields: { post_id: fieldProblem('no_post') } })
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

export async function removeRedirect(db: Database, owner: AuditActor, path: string, now: Date): Promise<void> {
  const before = await db.first(sql<Redirect>`SELECT path, post_id FROM redirects WHERE path = ${path}`)
  if (before === null) throw new AppError('not_found')
  await db.batch([
    auditEntry(owner, { action: 'redirect.remove', target: ['post', before.post_id], before }, now),
    sql`DELETE FROM redirects WHERE path = ${path}`,
  ])
}
