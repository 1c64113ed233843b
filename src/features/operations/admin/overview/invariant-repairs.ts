import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { postsOf } from '#features/operations/admin/overview/invariant-checks.ts'
import { rank, sumWhere } from '#features/publishing/lists/hot-rank.ts'
import { LISTED_LANGUAGES } from '#features/publishing/posts/language.ts'
import { countParts } from '#features/publishing/series/series.ts'

/**
 * The statements that repair what a check found, by the name of the check: they compute a stored
 * figure from its rows again, for the user, post, folder, comment or other row with the id. Null if
 * two kinds of rows contradict each other and neither is the authoritative source, so an operator
 * must investigate, and if the cron repairs the row.
 */
export const REPAIRS: Record<string, ((id: number) => Statement[]) | null> = {
  // The ledger is append-only: a wrong sum means that entries were changed outside the site.
  'energy equals the sum of the ledger': null,
  'the last balance of the ledger is the balance': (uid) => [
    sql`UPDATE users SET energy = (SELECT balance_after FROM energy_log WHERE user_id = ${uid} ORDER BY id DESC LIMIT 1)
      WHERE uid = ${uid} AND EXISTS (SELECT 1 FROM energy_log WHERE user_id = ${uid})`,
  ],
  'unread counts equal the unread notices': (uid) => [
    sql`DELETE FROM unread_counts WHERE user_id = ${uid}`,
    sql`INSERT INTO unread_counts (user_id, kind, category, unread, since)
      SELECT user_id, kind, MIN(category), COUNT(*), MIN(created_at) FROM notifications WHERE user_id = ${uid} AND read = 0 GROUP BY kind`,
  ],
  'follower counts equal the follows': (uid) => [
    sql`UPDATE users SET
        followers_count = (SELECT COUNT(*) FROM user_follows WHERE followed_id = ${uid}),
        following_count = (SELECT COUNT(*) FROM user_follows WHERE follower_id = ${uid})
      WHERE uid = ${uid}`,
  ],
  'parts of a series equal its public posts': (id) => [
    sql`DELETE FROM series_posts WHERE series_id = ${id} AND post_id IN (
        SELECT p.id FROM posts p JOIN series s ON s.id = ${id} WHERE p.deleted_at IS NOT NULL OR p.author_id <> s.user_id)`,
    sql`UPDATE series_posts SET listed_at = (SELECT iif(p.status = 'approved', p.listed_at, NULL) FROM posts p WHERE p.id = post_id)
      WHERE series_id = ${id}`,
    countParts(id),
  ],
  'followers of a series equal the follows': (id) => [
    sql`UPDATE series SET followers_count = (SELECT COUNT(*) FROM series_follows WHERE series_id = ${id}) WHERE id = ${id}`,
  ],
  'blocked_ids equals the blocks of a user': (uid) => [
    sql`UPDATE users SET blocked_ids = (SELECT json_group_array(blocked_id) FROM (
        SELECT blocked_id FROM user_blocks WHERE user_id = ${uid} ORDER BY blocked_id))
      WHERE uid = ${uid}`,
  ],
  'a user is regular from the second check-in on': (uid) => [
    sql`UPDATE users SET is_regular = EXISTS (SELECT 1 FROM user_check_ins WHERE user_id = ${uid} LIMIT 1 OFFSET 1)
      WHERE uid = ${uid}`,
  ],
  // The cron lifts them.
  'bans and silences end at their time': null,
  // The cron erases the account again.
  'erased accounts have no unpublished posts': (uid) => [
    sql`UPDATE users SET purge_at = '2000-01-01T00:00:00.000Z' WHERE uid = ${uid} AND status = 'deleted'`,
  ],
  'counts of hidden content equal its items': (uid) => [
    sql`UPDATE user_hidings SET
        posts_count = (SELECT COUNT(*) FROM hidden_items WHERE hiding_id = user_hidings.id AND kind = 'post'),
        comments_count = (SELECT COUNT(*) FROM hidden_items WHERE hiding_id = user_hidings.id AND kind = 'comment')
      WHERE user_id = ${uid}`,
  ],
  'ledger entries of energized posts equal the energize log': null,
  // Removes stray rows only. The check of the post finds and repairs missing rows.
  'tags are listed for posts that have them': (uid) => [
    sql`UPDATE tags SET posts_count = (SELECT COUNT(*) FROM post_tags t WHERE t.tag_key = tags.tag_key)
      WHERE tag_key IN (SELECT tag_key FROM post_tags WHERE ${isStray(uid)})`,
    sql`DELETE FROM post_tags WHERE ${isStray(uid)}`,
  ],
  'the views of an author equal those of the posts': (uid) => authorFigures(sql`${uid}`),
  'author figures equal the posts': (uid) => authorFigures(sql`${uid}`),
  'figures of stored revisions and images equal the rows': (uid) => [
    sql`UPDATE author_stats SET
        (images, image_bytes) = (
          SELECT COUNT(*), COALESCE(SUM(bytes + COALESCE(small_bytes, 0) + COALESCE(medium_bytes, 0)), 0)
          FROM images WHERE images.user_id = ${uid}),
        (revisions, text_bytes) = (
          SELECT COUNT(*), COALESCE(SUM(length(content)), 0) FROM post_revisions WHERE post_id IN (${postsOf(sql`${uid}`)}))
      WHERE user_id = ${uid}`,
    sql`UPDATE author_stats SET text_bytes = text_bytes + (
        SELECT COALESCE(SUM(length(CAST(body AS BLOB))), 0) FROM posts WHERE id IN (${postsOf(sql`${uid}`)}))
      WHERE user_id = ${uid}`,
  ],
  'applications have access to active accounts that allowed them': (uid) => [
    sql`DELETE FROM oauth_grants WHERE user_id = ${uid}`,
    sql`DELETE FROM oauth_consents
      WHERE user_id = ${uid} AND EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND status = 'deleted')`,
  ],
  'uses of an invitation equal the people who joined': (id) => [
    sql`UPDATE invitation_uses SET inviter_id = (SELECT creator_id FROM invitations WHERE id = ${id})
      WHERE invitation_id = ${id}`,
    sql`UPDATE invitations SET used = joined.count, uses = MAX(uses, joined.count)
      FROM (SELECT COUNT(*) AS count FROM invitation_uses WHERE invitation_id = ${id}) joined WHERE id = ${id}`,
  ],
  'uses of a batch of invitations equal those of its codes': (id) => [
    sql`UPDATE invitation_batches SET codes = all_codes.codes, uses = MAX(uses, all_codes.uses), used = all_codes.used
      FROM (SELECT batch_id, COUNT(*) AS codes, MAX(uses) AS uses, SUM(used) AS used FROM invitations
        WHERE batch_id = (SELECT batch_id FROM invitations WHERE id = ${id})) all_codes
      WHERE id = all_codes.batch_id`,
  ],
  'like counts equal the likes': (id) => [
    ...counted(id, 'likes_count', sql`SELECT COUNT(*) FROM post_likes WHERE post_id = ${id}`),
    ...counted(id, 'dislikes_count', sql`SELECT COUNT(*) FROM post_dislikes WHERE post_id = ${id}`),
  ],
  'favourite counts equal the favourites': (id) =>
    counted(id, 'favorites_count', sql`SELECT COUNT(*) FROM favorites WHERE post_id = ${id}`),
  'the energy of a post equals the energize log': (id) =>
    counted(
      id,
      'energy',
      sql`SELECT COALESCE(SUM(amount), 0) FROM post_energize_log WHERE post_id = ${id}`,
    ),
  'the energize log of a post is in the ledger': null,
  'comment counts equal the comments': (id) =>
    counted(
      id,
      'comments_count',
      sql`SELECT COUNT(*) FROM comments WHERE post_id = ${id} AND deleted_at IS NULL`,
    ),
  'views equal those of the days': (id) => [
    sql`INSERT INTO post_views (post_id, views)
      SELECT ${id}, COALESCE(SUM(views), 0) FROM post_days WHERE post_id = ${id}
      ON CONFLICT (post_id) DO UPDATE SET views = excluded.views`,
    ...authorFigures(sql`(SELECT author_id FROM posts WHERE id = ${id})`),
  ],
  // The next like recomputes the row.
  'read-next suggestions belong to an existing post and do not contain it': (id) => [
    sql`DELETE FROM read_next WHERE post_id = ${id}`,
  ],
  'redirects lead to posts that can be read or restored': (id) => [
    sql`DELETE FROM redirects WHERE post_id = ${id}`,
  ],
  'tags are listed while a post is public': (id) => [
    sql`DELETE FROM post_tags
      WHERE (tag_key, language, published_at, post_id) IN (
        SELECT t.value ->> 0, l.value, published_at, posts.id
        FROM posts, json_each(posts.tags) t, json_each(${JSON.stringify(LISTED_LANGUAGES)}) l WHERE posts.id = ${id})`,
    sql`INSERT INTO tags (tag_key, name, posts_count)
      SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 FROM ${tagsOf(id)}
      ON CONFLICT (tag_key) DO UPDATE SET posts_count = posts_count + 1`,
    sql`INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
      SELECT json_extract(value, '$[0]'), language, published_at, posts.id, author_id, hot FROM ${tagsOf(id)}`,
  ],
  'folder counts equal the items': (id) => [
    sql`UPDATE folders SET (items_count, hidden_items_count) = (
        SELECT COUNT(*), COALESCE(SUM(p.status <> 'approved'), 0)
        FROM folder_items i JOIN posts p ON p.id = i.post_id WHERE i.folder_id = ${id})
      WHERE id = ${id}`,
  ],
  'report counts equal the reports': (id) => [
    sql`UPDATE report_cases SET (reports_count, turn) = (SELECT COUNT(*), -COUNT(*) FROM reports WHERE case_id = ${id})
      WHERE id = ${id}`,
  ],
  'copies of reported content have the time of the decision': (id) => [
    sql`UPDATE report_copies SET decided_at = (SELECT decided_at FROM report_cases WHERE id = ${id}) WHERE case_id = ${id}`,
  ],
  'the record of a reporter equals the decisions': (uid) => [
    sql`UPDATE reporters SET (upheld, turned_down) = (
        SELECT COALESCE(SUM(decision = 'removed'), 0), COALESCE(SUM(decision = 'kept'), 0)
        FROM reports r JOIN report_cases k ON k.id = r.case_id WHERE r.user_id = ${uid})
      WHERE user_id = ${uid}`,
  ],
  'comment like counts equal the likes': (id) => [
    sql`UPDATE comments SET likes_count = (SELECT COUNT(*) FROM comment_likes WHERE comment_id = ${id}) WHERE id = ${id}`,
  ],
  'reply counts equal the replies': (id) => [
    sql`UPDATE comments SET replies_count = (
        SELECT COUNT(*) FROM comments r WHERE r.root_id = ${id} AND r.deleted_at IS NULL)
      WHERE id = ${id}`,
  ],
  'the figures of the overview equal the rows': () => [
    total(
      'pending_posts',
      sql`SELECT COUNT(*) FROM posts WHERE status = 'pending' AND deleted_at IS NULL`,
    ),
    total(
      'unseen_edits',
      sql`SELECT COUNT(*) FROM posts WHERE edit_unseen_since IS NOT NULL AND deleted_at IS NULL`,
    ),
    total('pending_profiles', sql`SELECT COUNT(*) FROM profile_reviews WHERE status = 'pending'`),
    total('open_reports', sql`SELECT COUNT(*) FROM report_cases WHERE decision IS NULL`),
  ],
}

const sumOf = (status: string) => sql`COALESCE(SUM(status = ${status}), 0)`

/**
 * Counts a figure of a post again, and computes the hot rank and the figures of the author that
 * depend on it.
 */
function counted(id: number, column: string, count: SQL): Statement[] {
  return [
    sql`UPDATE posts SET ${sql.raw(column)} = (${count}) WHERE id = ${id}`,
    rank(sql`${id}`),
    ...authorFigures(sql`(SELECT author_id FROM posts WHERE id = ${id})`),
  ]
}

function authorFigures(uid: Statement): Statement[] {
  return [
    sumWhere(sql`author_id = ${uid} AND fresh = 1`),
    sql`UPDATE author_stats SET (draft, pending, approved, rejected, locked, likes, comments, favorites, energy) = (
        SELECT ${sumOf('draft')}, ${sumOf('pending')}, ${sumOf('approved')}, ${sumOf('rejected')}, ${sumOf('locked')},
          COALESCE(SUM(likes_count), 0), COALESCE(SUM(comments_count), 0), COALESCE(SUM(favorites_count), 0),
          COALESCE(SUM(posts.energy), 0)
        FROM posts WHERE author_id = ${uid} AND deleted_at IS NULL)
      WHERE user_id = ${uid}`,
    sql`UPDATE author_stats SET views = (
        SELECT COALESCE(SUM(v.views), 0) FROM posts p JOIN post_views v ON v.post_id = p.id
        WHERE p.author_id = ${uid} AND p.deleted_at IS NULL)
      WHERE user_id = ${uid}`,
  ]
}

const isStray = (uid: number) => sql`author_id = ${uid} AND NOT EXISTS (
  SELECT 1 FROM posts p, json_each(p.tags) j
  WHERE p.id = post_tags.post_id AND p.published_at = post_tags.published_at AND p.status = 'approved'
    AND p.deleted_at IS NULL AND p.language = post_tags.language AND j.value ->> 0 = post_tags.tag_key)`

const tagsOf = (id: number) =>
  sql`posts, json_each(posts.tags) WHERE posts.id = ${id} AND status = 'approved' AND deleted_at IS NULL`

function total(name: string, count: SQL): Statement {
  return sql`UPDATE site_totals SET value = (${count}) WHERE name = ${name}`
}
