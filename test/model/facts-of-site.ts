import { sql } from 'drizzle-orm'
import type { World } from '#test/world.ts'

/**
 * The facts about these people and their items, from the tables, in the format of `factsOfModel`.
 */
export async function factsOfSite({ db }: World, uids: Iterable<number>): Promise<string[]> {
  const theirs = sql`(SELECT value FROM json_each(${JSON.stringify([...uids])}))`
  const posts = sql`(SELECT id FROM posts WHERE author_id IN ${theirs})`
  const lines = [
    sql`SELECT format('setting %s: %s', key, iif(value, 'on', 'off')) AS fact FROM site_settings
        WHERE key IN ('audit.enabled', 'review.newcomers', 'comments.enabled', 'registration.challenge')`,
    sql`SELECT format('signed %d %s', uid, signature) AS fact FROM users WHERE uid IN ${theirs}`,
    sql`SELECT format('login of %d: %s, %s', uid, iif(password_hash IS NULL, 'no password', 'password'),
          iif(email_verified_at IS NULL, 'unverified', 'verified')) AS fact FROM users WHERE uid IN ${theirs}`,
    sql`SELECT format('identity %s at %s: %d', i.subject, COALESCE(p.key, i.issuer), i.user_id) AS fact
        FROM user_identities i LEFT JOIN identity_providers p ON p.issuer = i.issuer WHERE i.user_id IN ${theirs}`,
    sql`SELECT format('consent %d>%d: %s', user_id, app_id, scopes) AS fact FROM oauth_consents WHERE user_id IN ${theirs}`,
    sql`SELECT format('grant %d>%d: %s, %d tokens, until %s', user_id, app_id, iif(exchanged_at IS NULL, 'open', 'exchanged'),
          (SELECT COUNT(*) FROM oauth_tokens t WHERE t.grant_id = g.id), expires_at) AS fact
        FROM oauth_grants g WHERE user_id IN ${theirs}`,
    sql`SELECT format('restrictions of %d: %s, %s, %s', uid, COALESCE(ban_ends_at, 'null'),
          iif(silenced_at IS NULL, 'free', 'silenced'), COALESCE(silence_ends_at, 'null')) AS fact
        FROM users WHERE uid IN ${theirs}`,
    sql`SELECT format('zones of %d: %s, %s', uid, COALESCE(time_zone, 'null'), COALESCE(browser_time_zone, 'null')) AS fact
        FROM users WHERE uid IN ${theirs}`,
    sql`SELECT format('lists of %d: %s', uid, iif(followers_public, 'public', 'hidden')) AS fact FROM users WHERE uid IN ${theirs}`,
    sql`SELECT format('%d has turned off %s', uid, kind.value) AS fact
        FROM users, json_each('["comment", "reply", "like", "follow"]') kind WHERE uid IN ${theirs}
          AND 0 = CASE kind.value WHEN 'comment' THEN notify_comment WHEN 'reply' THEN notify_reply
            WHEN 'like' THEN notify_like ELSE notify_follow END`,
    sql`SELECT format('user %d: %d exp, %d energy, %s, %s, %s, %d followers, follows %d', uid, exp, energy,
          COALESCE(username, 'null'), role, status, followers_count, following_count) AS fact FROM users WHERE uid IN ${theirs}`,
    sql`SELECT format('task %d %s', user_id, task) AS fact FROM user_tasks WHERE user_id IN ${theirs}`,
    sql`SELECT format('check-in %d %s', user_id, day) AS fact FROM user_check_ins WHERE user_id IN ${theirs}`,
    sql`SELECT format('exp of %d on %s: %d', user_id, day, exp) AS fact FROM daily_exp_summary WHERE user_id IN ${theirs}`,
    sql`SELECT format('review %d %s %s %d', user_id, COALESCE(username, 'null'), COALESCE(signature, 'null'), cost) AS fact
        FROM profile_reviews WHERE user_id IN ${theirs} AND status = 'pending'`,
    sql`SELECT iif(p.deleted_at IS NULL,
          format('post %d: %s %d %d %d %d %d %d%s', id, status, version, likes_count, dislikes_count, comments_count,
            favorites_count, energy, iif(edit_unseen_since IS NULL, '', ' unseen')),
          format('post %d is deleted%s', id, iif(b.post_id IS NULL, '', ', in the bin'))) AS fact
        FROM posts p LEFT JOIN post_bin b ON b.post_id = p.id WHERE p.author_id IN ${theirs}`,
    sql`SELECT format('post %d is called %s', id, title) AS fact FROM posts
        WHERE author_id IN ${theirs} AND deleted_at IS NULL`,
    sql`SELECT format('post %d is import %s', id, import_key) AS fact FROM posts
        WHERE author_id IN ${theirs} AND import_key IS NOT NULL`,
    sql`SELECT format('post %d at %s%s', post_id, publish_at, iif(approved_version = version, ', approved', '')) AS fact
        FROM post_schedules JOIN posts ON id = post_id WHERE post_id IN ${posts}`,
    sql`SELECT format('plan of post %d: %s%s', post_id, publish_at, iif(waits, ', waits', '')) AS fact
        FROM post_plans WHERE post_id IN ${posts}`,
    sql`SELECT format('approval of post %d by %d at %s', post_id, admin_id, due_at) AS fact
        FROM held_approvals WHERE post_id IN ${posts}`,
    sql`SELECT format('like %d %d', user_id, post_id) AS fact FROM post_likes WHERE post_id IN ${posts}`,
    sql`SELECT format('dislike %d %d', user_id, post_id) AS fact FROM post_dislikes WHERE post_id IN ${posts}`,
    sql`SELECT format('energy %d %d %d', user_id, post_id, SUM(amount)) AS fact FROM post_energize_log
        WHERE post_id IN ${posts} GROUP BY user_id, post_id`,
    sql`SELECT format('comment %d %d %s %d: %s, %d replies', id, post_id, COALESCE(root_id, 'null'), author_id,
          iif(deleted_at IS NULL, likes_count || ' likes', 'deleted'), replies_count) AS fact
        FROM comments WHERE post_id IN ${posts}`,
    sql`SELECT format('comment %d says %s', id, body) AS fact FROM comments
        WHERE post_id IN ${posts} AND deleted_at IS NULL`,
    sql`SELECT format('folder %d %d: %d%s', id, user_id, items_count, iif(public, ', public', '')) AS fact FROM folders WHERE user_id IN ${theirs}`,
    sql`SELECT format('saved %d %d', folder_id, post_id) AS fact FROM folder_items WHERE user_id IN ${theirs}`,
    sql`SELECT format('follow %d>%d', follower_id, followed_id) AS fact FROM user_follows WHERE follower_id IN ${theirs}`,
    sql`SELECT format('%d follows %s', user_id, tag_key) AS fact FROM tag_follows WHERE user_id IN ${theirs}`,
    sql`SELECT format('letters %d>%s: %s', r.user_id, s.ref, s.cadence) AS fact
        FROM letter_subscriptions s JOIN letter_subscribers r ON r.id = s.subscriber_id WHERE r.user_id IN ${theirs}`,
    sql`SELECT format('author %s has %d subscribers', ref, subscribers) AS fact FROM letter_topics
        WHERE kind = 'author' AND CAST(ref AS INTEGER) IN ${theirs} AND subscribers > 0`,
    sql`SELECT format('series %d of %d: version %d, %d parts, %d followers', id, user_id, version, parts, followers_count) AS fact
        FROM series WHERE user_id IN ${theirs}`,
    sql`SELECT format('post %d in series %d: %d, part %d', post_id, series_id,
          row_number() OVER (PARTITION BY series_id ORDER BY position), part) AS fact
        FROM series_posts WHERE post_id IN ${posts}`,
    sql`SELECT format('%d follows series %d', user_id, series_id) AS fact FROM series_follows WHERE user_id IN ${theirs}`,
    sql`SELECT format('posts with %s: %d', name, posts_count) AS fact FROM tags
        WHERE tag_key IN (SELECT tag_key FROM post_tags WHERE post_id IN ${posts})`,
    sql`SELECT format('block %d>%d', user_id, blocked_id) AS fact FROM user_blocks WHERE user_id IN ${theirs}`,
    sql`SELECT format('ledger %d %d %s', user_id, amount, reason) AS fact FROM energy_log WHERE user_id IN ${theirs}`,
    sql`SELECT format('invited by %d with %s: %d', v.inviter_id, i.code, v.user_id) AS fact
        FROM invitation_uses v JOIN invitations i ON i.id = v.invitation_id WHERE v.inviter_id IN ${theirs}`,
    sql`SELECT format('invitation %s: %d of %d%s', code, used, uses, iif(revoked_at IS NULL, '', ', revoked')) AS fact
        FROM invitations WHERE creator_id IN ${theirs} AND used > 0`,
    sql`SELECT format('report %d %s %d %s', r.user_id, k.kind, k.target_id, iif(k.decision IS NULL, 'open', 'closed')) AS fact
        FROM reports r JOIN report_cases k ON k.id = r.case_id WHERE r.user_id IN ${theirs}`,
    sql`SELECT format('copy of %s %d: %s', k.kind, k.target_id, iif(k.kind = 'post', c.title, c.excerpt)) AS fact
        FROM report_copies c JOIN report_cases k ON k.id = c.case_id
        WHERE c.subject_id IN ${theirs} AND k.kind <> 'user' AND k.decision IS NULL`,
    sql`SELECT format('notice %d %s %s %s %s %s', user_id, kind, COALESCE(related_id, 'null'), COALESCE(actor_id, 'null'),
          iif(read, 'read', 'unread'), CASE kind WHEN 'NotifySystem' THEN data ->> 'event'
            WHEN 'NotifyLikeAggregated' THEN data ->> 'day' ELSE '' END) AS fact
        FROM notifications WHERE user_id IN ${theirs}`,
  ]
  const results = await db.batch(lines)
  return results.flatMap((rows) => (rows as { fact: string }[]).map(({ fact }) => fact)).sort()
}
