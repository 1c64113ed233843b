import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#db/client.ts'
import type { User } from '#db/schema/people.ts'
import type { AuthorStats } from '#db/schema/studio.ts'
import { type AdminComment, allCommentsOf, asAdminComment } from '#features/admin/comments/list.ts'
import { asWaiting, totalRows, type Waiting } from '#features/admin/frame/waiting.ts'
import { type AuditItem, asAuditItem, auditRows } from '#features/admin/log/audit-log.ts'
import { asAdminUser } from '#features/admin/people/list.ts'
import type { AdminPersonShape } from '#features/admin/people/shapes.ts'
import { type AdminPostCard, allPostsOf, asAdminPostCard } from '#features/admin/posts/list.ts'
import { type AdminLedgerEntry, asLedgerPage, ledgerRows } from '#features/energy/ledger-search.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'

/** Of each kind, what is newest; the lists themselves have pages of their own. */
const SHOWN = 5
const NEWEST = { limit: SHOWN - 1, after: null }

export type AdminPerson = z.infer<typeof AdminPersonShape>

export interface PersonFile {
  waiting: Waiting
  person: AdminPerson
  posts: AdminPostCard[]
  comments: AdminComment[]
  ledger: AdminLedgerEntry[]
  /** What admins did about this person, their posts and comments. */
  history: AuditItem[]
}

/** Everything an admin wants to know about a person before deciding about them, in one round trip. */
export async function personFile(db: Database, uid: number, now: Date, language: Language): Promise<PersonFile> {
  const [totals, [user], [sessions], [stats], posts, comments, ledger, history] = await db.batch([
    totalRows,
    sql<User>`SELECT * FROM users WHERE uid = ${uid}`,
    sql<{ count: number }>`
      SELECT COUNT(*) AS count FROM sessions WHERE user_id = ${uid} AND expires_at > ${now.toISOString()}`,
    sql<AuthorStats>`SELECT * FROM author_stats WHERE user_id = ${uid}`,
    allPostsOf({ author: uid }, NEWEST),
    allCommentsOf({ author: uid }, NEWEST),
    ledgerRows({ uid }, NEWEST),
    auditRows({ subject: uid }, { limit: 2 * SHOWN - 1, after: null }),
  ])
  if (user === undefined) throw new AppError('not_found')
  return {
    waiting: asWaiting(totals),
    person: { ...asAdminUser(user, language), sessions_count: sessions?.count ?? 0, posts: countsIn(stats) },
    posts: posts.map((row) => asAdminPostCard(row, language)),
    comments: comments.map((row) => asAdminComment(row, language)),
    ledger: asLedgerPage(ledger, { limit: SHOWN, after: null }, language).items,
    history: history.map((row) => asAuditItem(row, language)),
  }
}

function countsIn(stats: AuthorStats | undefined): AdminPerson['posts'] {
  const { draft = 0, pending = 0, approved = 0, rejected = 0, locked = 0 } = stats ?? {}
  return { draft, pending, approved, rejected, locked }
}
