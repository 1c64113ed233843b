import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** A table to check, in slices of ids. */
interface Walk {
  table: SQL
  id: SQL
  /** Rows per slice. A local site answers no request while a slice is checked. */
  slice: number
  /** Conditions by name. Each selects rows whose stored counter differs from the counted rows. */
  checks: Record<string, SQL>
}

/** All posts of an author, from the two indexes that contain them. */
export function postsOf(uid: SQL): SQL {
  return sql`
    SELECT id FROM posts WHERE author_id = ${uid} AND deleted_at IS NULL
    UNION ALL SELECT id FROM posts WHERE author_id = ${uid} AND deleted_at IS NOT NULL`
}

const people: Walk = {
  table: sql.raw('users'),
  id: sql.raw('uid'),
  slice: 250,
  checks: {
    'energy equals the sum of the ledger': sql`
      energy <> (SELECT COALESCE(SUM(amount), 0) FROM energy_log WHERE user_id = uid)`,
    'the last balance of the ledger is the balance': sql`
      energy <> COALESCE((SELECT balance_after FROM energy_log WHERE user_id = uid ORDER BY id DESC LIMIT 1), 0)`,
    'unread counts equal the unread notices': sql`
      (SELECT COALESCE(SUM(unread), 0) FROM unread_counts WHERE user_id = uid)
        <> (SELECT COUNT(*) FROM notifications WHERE user_id = uid AND read = 0)`,
    'follower counts equal the follows': sql`
      followers_count <> (SELECT COUNT(*) FROM user_follows WHERE followed_id = uid)
        OR following_count <> (SELECT COUNT(*) FROM user_follows WHERE follower_id = uid)`,
    'blocked_ids equals the blocks of a user': sql`
      blocked_ids <> (SELECT json_group_array(blocked_id) FROM (
        SELECT blocked_id FROM user_blocks WHERE user_id = users.uid ORDER BY blocked_id))`,
    'a user is regular from the second check-in on': sql`
      is_regular <> EXISTS (SELECT 1 FROM user_check_ins WHERE user_id = users.uid LIMIT 1 OFFSET 1)`,
    'bans and silences end at their time': sql`
      ban_ends_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')
        OR silence_ends_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')`,
    'erased accounts have no unpublished posts': sql`
      users.status = 'deleted' AND purge_at IS NULL AND EXISTS (
        SELECT 1 FROM posts p
        WHERE p.author_id = uid AND p.status IN ('draft', 'pending', 'rejected') AND p.deleted_at IS NULL)`,
    'counts of hidden content equal its items': sql`
      EXISTS (
        SELECT 1 FROM user_hidings h WHERE h.user_id = uid AND (h.posts_count, h.comments_count) <> (
          SELECT COALESCE(SUM(kind = 'post'), 0), COALESCE(SUM(kind = 'comment'), 0)
          FROM hidden_items WHERE hiding_id = h.id))`,
    'the record of a reporter equals the decisions': sql`
      EXISTS (
        SELECT 1 FROM reporters w WHERE w.user_id = uid AND (w.upheld, w.turned_down) <> (
          SELECT COALESCE(SUM(decision = 'removed'), 0), COALESCE(SUM(decision = 'kept'), 0)
          FROM reports r JOIN report_cases k ON k.id = r.case_id WHERE r.user_id = w.user_id))`,
    'ledger entries of energized posts equal the energize log': sql`
      EXISTS (
        SELECT 1 FROM energy_log e LEFT JOIN post_energize_log l ON l.id = e.id
        WHERE e.user_id = uid AND e.reason = 'energize'
          AND (l.user_id, l.post_id, -l.amount) IS NOT (e.user_id, e.post_id, e.amount))`,
    'applications have access to active accounts that allowed them': sql`
      EXISTS (
        SELECT 1 FROM oauth_grants g LEFT JOIN oauth_consents c ON c.user_id = g.user_id AND c.app_id = g.app_id
        WHERE g.user_id = uid AND (c.app_id IS NULL OR users.status <> 'active' OR users.purge_at IS NOT NULL))
        OR (users.status = 'deleted' AND EXISTS (SELECT 1 FROM oauth_consents c WHERE c.user_id = uid))`,
    'tags are listed for posts that have them': sql`
      (SELECT COUNT(*) FROM post_tags WHERE author_id = uid) <> (
        SELECT COALESCE(SUM(json_array_length(tags)), 0) FROM posts
        WHERE author_id = uid AND status = 'approved' AND deleted_at IS NULL)`,
    'the views of an author equal those of the posts': sql`
      COALESCE((SELECT views FROM author_stats WHERE user_id = uid), 0)
        + (SELECT COALESCE(SUM(views - summed_views), 0) FROM post_days WHERE author_id = users.uid AND fresh = 1)
        <> (SELECT COALESCE(SUM(v.views), 0) FROM posts p JOIN post_views v ON v.post_id = p.id
          WHERE p.author_id = uid AND p.deleted_at IS NULL)`,
    // There is no check of text_bytes, because it would read the body of every post.
    'figures of stored revisions and images equal the rows': sql`
      EXISTS (
        SELECT 1 FROM author_stats s WHERE s.user_id = uid AND (s.revisions, s.images, s.image_bytes) <> (
          SELECT
            (SELECT COUNT(*) FROM post_revisions r WHERE r.post_id IN (${postsOf(sql`s.user_id`)})),
            (SELECT COUNT(*) FROM images i WHERE i.user_id = s.user_id),
            (SELECT COALESCE(SUM(i.bytes + COALESCE(i.small_bytes, 0) + COALESCE(i.medium_bytes, 0)), 0)
              FROM images i WHERE i.user_id = s.user_id)))`,
    'author figures equal the posts': sql`
      EXISTS (
        SELECT 1 FROM author_stats s, (
          SELECT COALESCE(SUM(likes - summed_likes), 0) AS likes, COALESCE(SUM(comments - summed_comments), 0) AS comments,
            COALESCE(SUM(favorites - summed_favorites), 0) AS favorites, COALESCE(SUM(energy - summed_energy), 0) AS energy
          FROM post_days WHERE author_id = users.uid AND fresh = 1) f
        WHERE s.user_id = uid AND (s.draft + s.pending + s.approved + s.rejected + s.locked, s.pending, s.approved,
          s.likes + f.likes, s.comments + f.comments, s.favorites + f.favorites, s.energy + f.energy) <> (
          SELECT COUNT(*), COALESCE(SUM(status = 'pending'), 0), COALESCE(SUM(status = 'approved'), 0),
            COALESCE(SUM(likes_count), 0), COALESCE(SUM(comments_count), 0), COALESCE(SUM(favorites_count), 0),
            COALESCE(SUM(posts.energy), 0)
          FROM posts WHERE author_id = s.user_id AND deleted_at IS NULL))`,
  },
}

const posts: Walk = {
  table: sql.raw('posts'),
  id: sql.raw('id'),
  slice: 500,
  checks: {
    'like counts equal the likes': sql`
      likes_count <> (SELECT COUNT(*) FROM post_likes WHERE post_id = posts.id)
        OR dislikes_count <> (SELECT COUNT(*) FROM post_dislikes WHERE post_id = posts.id)`,
    'favourite counts equal the favourites': sql`
      favorites_count <> (SELECT COUNT(*) FROM favorites WHERE post_id = posts.id)`,
    'the energy of a post equals the energize log': sql`
      energy <> (SELECT COALESCE(SUM(amount), 0) FROM post_energize_log WHERE post_id = posts.id)`,
    'the energize log of a post is in the ledger': sql`
      EXISTS (
        SELECT 1 FROM post_energize_log l LEFT JOIN energy_log e ON e.id = l.id AND e.reason = 'energize'
        WHERE l.post_id = posts.id AND e.user_id IS NOT l.user_id)`,
    'comment counts equal the comments': sql`
      comments_count <> (SELECT COUNT(*) FROM comments WHERE post_id = posts.id AND deleted_at IS NULL)`,
    'views equal those of the days': sql`
      COALESCE((SELECT views FROM post_views WHERE post_id = posts.id), 0)
        <> (SELECT COALESCE(SUM(views), 0) FROM post_days WHERE post_id = posts.id)`,
    'tags are listed while a post is public': sql`
      (SELECT COUNT(*) FROM post_tags t WHERE t.language = posts.language AND t.published_at = posts.published_at
        AND t.post_id = posts.id AND t.tag_key IN (SELECT json_extract(value, '$[0]') FROM json_each(posts.tags)))
        <> iif(status = 'approved' AND deleted_at IS NULL, json_array_length(tags), 0)`,
    'read-next suggestions belong to an existing post and do not contain it': sql`
      EXISTS (
        SELECT 1 FROM read_next r WHERE r.post_id = posts.id
          AND (posts.deleted_at IS NOT NULL OR posts.id IN (SELECT value FROM json_each(r.ids))))`,
    'redirects lead to posts that can be read or restored': sql`
      deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM redirects WHERE post_id = posts.id)
        AND NOT EXISTS (SELECT 1 FROM post_bin b WHERE b.deleted_at = posts.deleted_at AND b.post_id = posts.id)`,
  },
}

const folders: Walk = {
  table: sql.raw('folders'),
  id: sql.raw('id'),
  slice: 1_000,
  checks: {
    'folder counts equal the items': sql`
      (items_count, hidden_items_count) <> (
        SELECT COUNT(*), COALESCE(SUM(p.status <> 'approved'), 0)
        FROM folder_items i JOIN posts p ON p.id = i.post_id WHERE i.folder_id = folders.id)`,
  },
}

const cases: Walk = {
  table: sql.raw('report_cases'),
  id: sql.raw('id'),
  slice: 1_000,
  checks: {
    'report counts equal the reports': sql`
      reports_count <> (SELECT COUNT(*) FROM reports WHERE case_id = report_cases.id)`,
    'copies of reported content have the time of the decision': sql`
      EXISTS (
        SELECT 1 FROM report_copies c
        WHERE c.case_id = report_cases.id AND c.decided_at IS NOT report_cases.decided_at)`,
  },
}

const comments: Walk = {
  table: sql.raw('comments'),
  id: sql.raw('id'),
  slice: 5_000,
  checks: {
    'comment like counts equal the likes': sql`
      likes_count <> (SELECT COUNT(*) FROM comment_likes WHERE comment_id = comments.id)`,
    'reply counts equal the replies': sql`
      replies_count <> (SELECT COUNT(*) FROM comments r WHERE r.root_id = comments.id AND r.deleted_at IS NULL)`,
  },
}

const series: Walk = {
  table: sql.raw('series'),
  id: sql.raw('id'),
  slice: 200,
  checks: {
    'parts of a series equal its public posts': sql`
      parts <> (SELECT COUNT(*) FROM series_posts m JOIN posts p ON p.id = m.post_id
        WHERE m.series_id = series.id AND p.status = 'approved' AND p.deleted_at IS NULL)
      OR EXISTS (
        SELECT 1 FROM series_posts m JOIN posts p ON p.id = m.post_id
        WHERE m.series_id = series.id AND (p.author_id <> series.user_id OR p.deleted_at IS NOT NULL
          OR p.in_series IS NULL OR m.listed_at IS NOT iif(p.status = 'approved', p.listed_at, NULL)))
      OR EXISTS (
        SELECT 1 FROM (
          SELECT part, 1 + COUNT(listed_at) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING) - (listed_at IS NOT NULL) AS nth
          FROM series_posts WHERE series_id = series.id)
        WHERE part <> nth)`,
    'followers of a series equal the follows': sql`
      followers_count <> (SELECT COUNT(*) FROM series_follows WHERE series_id = series.id)`,
  },
}

const invitations: Walk = {
  table: sql.raw('invitations'),
  id: sql.raw('id'),
  slice: 2_000,
  checks: {
    'uses of an invitation equal the people who joined': sql`
      used > uses OR used <> (SELECT COUNT(*) FROM invitation_uses v WHERE v.invitation_id = invitations.id)
        OR EXISTS (
          SELECT 1 FROM invitation_uses v
          WHERE v.invitation_id = invitations.id AND v.inviter_id <> invitations.creator_id)`,
    // Only the first invitation of a batch is compared, so that each batch is checked once.
    'uses of a batch of invitations equal those of its codes': sql`
      id = (SELECT MIN(id) FROM invitations i WHERE i.batch_id = invitations.batch_id)
        AND (SELECT b.codes, b.used FROM invitation_batches b WHERE b.id = invitations.batch_id)
          <> (SELECT COUNT(*), SUM(i.used) FROM invitations i WHERE i.batch_id = invitations.batch_id)`,
  },
}

const WALKS = { people, posts, folders, cases, comments, invitations, series }
export type WalkName = keyof typeof WALKS
export const WALK_NAMES = Object.keys(WALKS) as WalkName[]

/** The last id and the number of rows of the next slice. */
export function sliceOf(
  walk: WalkName,
  after: number,
): Statement<{ last: number | null; count: number }> {
  const { table, id, slice } = WALKS[walk]
  return sql`
    SELECT MAX(id) AS last, COUNT(*) AS count
    FROM (SELECT ${id} AS id FROM ${table} WHERE ${id} > ${after} ORDER BY ${id} LIMIT ${slice})`
}

export function checkNames(): string[] {
  return [QUEUE_CHECK[0], ...Object.values(WALKS).flatMap(({ checks }) => Object.keys(checks))]
}

/** A slice with fewer rows than its maximum is the last one of its table. */
export function isLastSlice(walk: WalkName, count: number): boolean {
  return count < WALKS[walk].slice
}

/** The checks of a slice by name. Each returns the ids of at most ten wrong rows. */
export function checksOf(
  walk: WalkName,
  from: number,
  to: number,
): [name: string, Statement<{ id: number }>][] {
  const { table, id, checks } = WALKS[walk]
  return Object.entries(checks).map(([name, differs]) => [
    name,
    sql`SELECT ${id} AS id FROM ${table} WHERE ${id} BETWEEN ${from} AND ${to} AND (${differs}) LIMIT 10`,
  ])
}

/** Checks the totals of the admin queues, which are short enough to count completely. */
export const QUEUE_CHECK: readonly [name: string, Statement<{ id: number }>] = [
  'the figures of the overview equal the rows',
  sql`SELECT 1 AS id WHERE
    (SELECT value FROM site_totals WHERE name = 'pending_posts')
      <> (SELECT COUNT(*) FROM posts WHERE status = 'pending' AND deleted_at IS NULL)
    OR (SELECT value FROM site_totals WHERE name = 'unseen_edits')
      <> (SELECT COUNT(*) FROM posts WHERE edit_unseen_since IS NOT NULL AND deleted_at IS NULL)
    OR (SELECT value FROM site_totals WHERE name = 'pending_profiles')
      <> (SELECT COUNT(*) FROM profile_reviews WHERE status = 'pending')
    OR (SELECT value FROM site_totals WHERE name = 'open_reports')
      <> (SELECT COUNT(*) FROM report_cases WHERE decision IS NULL)`,
]
