import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, found, one } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { UserHiding } from '#db/schema/operations.ts'
import type { AuthorStats } from '#db/schema/publishing.ts'
import { asUserRef, type PublicColumns, UserRefShape } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AdminLedgerEntry, ledgerPage } from '#features/economy/energy/ledger-search.ts'
import { type AdminComment, adminComments } from '#features/operations/admin/comments/list.ts'
import { openDecisions, type Waiting } from '#features/operations/admin/frame/waiting.ts'
import { type AuditItem, auditPage } from '#features/operations/admin/log/audit-log.ts'
import {
  type AdminUser,
  AdminUserShape,
  asAdminUser,
  peoplePage,
} from '#features/operations/admin/people/list.ts'
import { type AdminPostCard, adminPosts } from '#features/operations/admin/posts/posts.ts'
import { openHiding } from '#features/operations/hiding/hide.ts'
import { type Note, notesAbout } from '#features/operations/notes/notes.ts'
import type { Language } from '#kernel/i18n.ts'

/** The number of newest items per section. Each section has a link to its full list. */
const SHOWN = 5
const NEWEST = { limit: SHOWN, after: null }

/** A user with the details that only admins see. */
export const AdminPersonShape = z
  .object({
    ...AdminUserShape.shape,
    sessions_count: z.int(),
    invited_by: UserRefShape.nullable(),
    /** The action “ban and hide” that is in force or is being undone. */
    hiding: z
      .object({
        state: z.enum(['hiding', 'hidden', 'restoring']),
        posts_count: z.int(),
        comments_count: z.int(),
        created_at: z.iso.datetime(),
      })
      .nullable(),
    posts: z.object({
      draft: z.int(),
      pending: z.int(),
      approved: z.int(),
      rejected: z.int(),
      locked: z.int(),
    }),
  })
  .meta({ id: 'AdminPerson' })

export type AdminPerson = z.infer<typeof AdminPersonShape>

export interface PersonFile {
  waiting: Waiting
  person: AdminPerson
  /** Empty if the viewer may not read notes about this user. */
  notes: Note[]
  posts: AdminPostCard[]
  comments: AdminComment[]
  ledger: AdminLedgerEntry[]
  /** The users that this user has invited. */
  invited: AdminUser[]
  /** The entries of the audit log about the user and about their posts and comments. */
  history: AuditItem[]
}

/** Everything that the admin page of a user shows, in one round trip. */
export async function personFile(
  db: Database,
  viewer: Viewer,
  uid: number,
  now: Date,
  language: Language,
): Promise<PersonFile> {
  const { user, sessions, inviter, stats, hiding, waiting, ...lists } = await db.read({
    waiting: openDecisions,
    user: found(sql<User>`SELECT * FROM users WHERE uid = ${uid}`),
    hiding: one(openHiding(uid)),
    sessions: one(sql<{ count: number }>`
      SELECT COUNT(*) AS count FROM sessions WHERE user_id = ${uid} AND expires_at > ${now.toISOString()}`),
    inviter: one(sql<PublicColumns>`
      SELECT u.uid, u.username, u.avatar_key, u.exp, u.status
      FROM invitation_uses v CROSS JOIN users u ON u.uid = v.inviter_id WHERE v.user_id = ${uid}`),
    stats: one(sql<AuthorStats>`SELECT * FROM author_stats WHERE user_id = ${uid}`),
    notes: notesAbout(viewer, uid, language),
    posts: adminPosts({ author: uid }, NEWEST, language),
    comments: adminComments({ author: uid }, NEWEST, language),
    ledger: ledgerPage({ uid }, NEWEST, language),
    invited: peoplePage({ invited_by: uid }, NEWEST, language),
    history: auditPage({ subject: uid }, { limit: 2 * SHOWN, after: null }, language),
  })
  const person: AdminPerson = {
    ...asAdminUser(user, language),
    sessions_count: sessions?.count ?? 0,
    invited_by: inviter && asUserRef(inviter, language),
    posts: countsIn(stats),
    hiding: hidingIn(hiding),
  }
  return {
    waiting,
    person,
    notes: lists.notes,
    posts: lists.posts.items,
    comments: lists.comments.items,
    ledger: lists.ledger.items,
    invited: lists.invited.items,
    history: lists.history.items,
  }
}

function hidingIn(hiding: UserHiding | null): AdminPerson['hiding'] {
  if (hiding === null || hiding.state === 'restored') return null
  const { state, posts_count, comments_count, created_at } = hiding
  return { state, posts_count, comments_count, created_at }
}

function countsIn(stats: AuthorStats | null): AdminPerson['posts'] {
  const { draft = 0, pending = 0, approved = 0, rejected = 0, locked = 0 } = stats ?? {}
  return { draft, pending, approved, rejected, locked }
}
