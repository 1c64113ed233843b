import { and, type SQL, sql } from 'drizzle-orm'
import {
  behind,
  command,
  concerning,
  concerningReturned,
  type Database,
  found,
  type Group,
  group,
  type Statement,
} from '#db/client.ts'
import type { NotificationRow } from '#db/schema/notifications.ts'
import {
  CATEGORIES,
  type Category,
  isWanted,
  KIND_NAMES,
  KINDS,
  type Kind,
  type Notification,
  type Switches,
  sectionOf,
  sectionsOf,
  type Unread,
} from '#features/core/notifications/kinds.ts'
import { digestStatements, pendingEntries } from '#features/core/notifications/like-digest.ts'
import type { NoticeData } from '#features/core/notifications/notices.ts'
import { linkOf, sentenceOf, withoutPost } from '#features/core/notifications/sentences.ts'
import { publicJson, userRefIn } from '#features/core/people/user-ref.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

interface InboxRequest extends PageRequest {
  category: Category | 'all'
}

/**
 * One page of the inbox. `uid` and `live` are those of `readAsViewer`. Only the first page writes
 * the like digest, so that the notices do not move while the viewer pages through them.
 */
export function inboxOf(
  uid: Statement,
  live: Statement,
  request: InboxRequest,
  language: Language,
  now: Date,
): Group<Page<Notification>> {
  const visit = command(request.after === null ? digestStatements(live, now) : [])
  return group({ visit, rows: noticesOf(uid, request) }, ({ rows }) =>
    pageOf(
      ['notifications', request.category],
      rows,
      request,
      cursorBy('created_at', 'id'),
      (row) => asNotification(row, language),
    ),
  )
}

type NoticeColumns = Omit<NotificationRow, 'user_id' | 'actor_id' | 'once_key'>
/** A notice with its actor and its post. The title is null if the notice is not about a post. */
type InboxRow = NoticeColumns & {
  actor: string | null
  post_title: string | null
  post_seen: 0 | 1 | null
  /** Whether the viewer blocks the author of the post. */
  post_blocked: 0 | 1
}

/**
 * The notices of a category, newest first. Categories that the user has switched off are left out.
 */
export function noticesOf(uid: Statement, request: InboxRequest): Statement<InboxRow> {
  const older = behind(request, sql`created_at`, sql`id`)
  const sections = sectionsOf(uid, request.category).map(
    (section) =>
      sql`SELECT * FROM notifications WHERE ${and(sql`user_id = ${uid}`, section, older)}`,
  )
  return withDetails(
    uid,
    sql`${merged(sections)} ORDER BY created_at DESC, id DESC LIMIT ${request.limit + 1}`,
  )
}

/**
 * Adds the actor and the post to notices, newest first. `notices` selects rows of notifications.
 */
export function withDetails(uid: Statement, notices: Statement): Statement<InboxRow> {
  return sql`
    SELECT n.id, n.kind, n.category, n.related_id, n.comment_id, n.data, n.read, n.created_at,
      ${publicJson('a')} AS actor, p.title AS post_title, ${mayBeSeenBy(uid)} AS post_seen,
      EXISTS (SELECT 1 FROM user_blocks WHERE user_id = ${uid} AND blocked_id = p.author_id) AS post_blocked
    FROM (${notices}) n
      LEFT JOIN users a ON a.uid = n.actor_id
      LEFT JOIN posts p ON p.id = n.related_id AND n.kind NOT IN ('NotifyFollow', 'NotifyLevelUp')
    ORDER BY n.created_at DESC, n.id DESC`
}

/** Whether the viewer may see the post. If not, the quotation is hidden. */
function mayBeSeenBy(uid: Statement): SQL {
  return sql`p.deleted_at IS NULL AND (p.status = 'approved' OR p.author_id = ${uid}
    OR (SELECT role <> 'user' FROM users WHERE uid = ${uid}))`
}

/**
 * Reads each section in the order of its index and merges the sections, so that other categories
 * and switched-off kinds cost no rows. D1 allows five parts in a union, so six parts are written as
 * two unions of three, which SQLite flattens.
 */
function merged(sections: Statement[]): Statement {
  const union = (parts: Statement[]) => sql.join(parts, sql` UNION ALL `)
  if (sections.length <= UNITED_MAX) return union(sections)
  const halves = [sections.slice(0, 3), sections.slice(3)]
  return union(halves.map((half) => sql`SELECT * FROM (${union(half)})`))
}

const UNITED_MAX = 5

export function asNotification(row: InboxRow, language: Language): Notification {
  const { id, kind, category, related_id, created_at } = row
  const isGone = row.post_title !== null && row.post_seen !== 1
  const stored = JSON.parse(row.data) as NoticeData
  // The notice of a deletion keeps the title, so that the author can recognise the post.
  const isOfDeletion = stored.event === 'post_deleted'
  const shown = isOfDeletion ? stored : shownData(stored, isGone, row.post_title)
  const { title: _, ...untitled } = shown
  const data = row.post_blocked === 1 ? untitled : shown
  const actor = category === 'system' ? null : userRefIn(row.actor, language)
  const about = {
    kind,
    relatedId: related_id,
    commentId: row.comment_id,
    data,
    actor: actor?.display_name ?? null,
  }
  return {
    id,
    kind,
    category,
    related_id,
    actor,
    text:
      isGone && !isOfDeletion
        ? withoutPost(sentenceOf(about, language), language)
        : sentenceOf(about, language),
    link: isGone ? null : linkOf(about),
    read: row.read === 1,
    created_at,
    data,
  }
}

/**
 * The data to show: with the current title of the post, and without title and quotation if the
 * viewer can no longer see the post.
 */
function shownData(
  { title, excerpt, ...rest }: NoticeData,
  isGone: boolean,
  titleNow: string | null,
): NoticeData {
  if (isGone) return rest
  const quoted = excerpt === undefined ? rest : { ...rest, excerpt }
  return title === undefined ? quoted : { title: titleNow ?? title, ...quoted }
}

interface UnreadOfKind {
  kind: Kind
  unread: number
}

/**
 * The number of unread notices of each kind. It includes the likes of the next digest, so that the
 * number does not change when the digest is written. The triggers notifications_count_* maintain
 * the other numbers. `user` is an SQL expression for a uid.
 */
export function unreadByKind(user: Statement): Statement<UnreadOfKind> {
  return sql`
    SELECT kind, unread FROM unread_counts WHERE user_id = ${user}
    UNION ALL
    SELECT 'NotifyLikeAggregated', (${pendingEntries(user)})`
}

export function unreadOf(rows: readonly UnreadOfKind[], user: Switches): Unread {
  const wanted = rows.filter(({ kind }) => isWanted(kind, user))
  const sumOf = (some: readonly UnreadOfKind[]) => some.reduce((sum, { unread }) => sum + unread, 0)
  const counts = CATEGORIES.map((category) => [
    category,
    sumOf(wanted.filter(({ kind }) => KINDS[kind].category === category)),
  ])
  return { unread: sumOf(wanted), by_category: Object.fromEntries(counts) }
}

export async function unread(db: Database, viewer: Viewer): Promise<Unread> {
  return unreadOf(await db.all(unreadByKind(sql`${viewer.uid}`)), viewer)
}

export async function markRead(db: Database, viewer: ViewerId, id: number): Promise<void> {
  await db.read(
    found(
      concerningReturned(
        sql`UPDATE notifications SET read = 1 WHERE id = ${id} AND user_id = ${viewer.uid} RETURNING user_id`,
      ),
    ),
  )
}

/**
 * Marks everything as read that counts as unread, including the likes of the next digest, and
 * returns the number. Notices of switched-off kinds stay unread, because the user has not seen
 * them.
 */
export async function markAllRead(db: Database, viewer: Viewer, now: Date): Promise<number> {
  const wanted = KIND_NAMES.filter((kind) => isWanted(kind, viewer))
  const results = await db.batch([
    ...digestStatements(viewer.uid, now),
    sql`SELECT COALESCE(SUM(unread), 0) AS unread FROM unread_counts
        WHERE user_id = ${viewer.uid} AND +kind IN ${wanted}`,
    concerning(
      { users: [viewer.uid] },
      sql`UPDATE notifications SET read = 1 WHERE id IN (${unreadIds(viewer.uid, wanted)})`,
    ),
  ])
  const [counted] = results[2] as { unread: number }[]
  return counted?.unread ?? 0
}

/** Reads each section from its oldest unread notice, so that older notices cost no rows. */
function unreadIds(uid: number, kinds: readonly Kind[]): Statement {
  return sql`
    SELECT n.id FROM unread_counts u CROSS JOIN notifications n INDEXED BY notifications_of_user_by_lane
    WHERE u.user_id = ${uid} AND +u.kind IN ${kinds} AND u.unread > 0
      AND n.user_id = ${uid} AND ${sectionOf('n')} = ${sectionOf('u')}
      AND n.created_at >= COALESCE(u.since, '') AND n.kind = u.kind AND n.read = 0`
}
