import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { day } from './plan.ts'

/** Computes the figures that triggers derive from posts and reactions, for all rows at once. */
export function writeFigures(file: DatabaseSync): void {
  file.exec(`
    INSERT INTO tags (tag_key, name, posts_count)
    SELECT value ->> 0, MIN(value ->> 1), COUNT(*) FROM posts, json_each(posts.tags) WHERE status = 'approved' GROUP BY 1;
    INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
    SELECT value ->> 0, language, published_at, posts.id, author_id, hot FROM posts, json_each(posts.tags)
    WHERE status = 'approved' ORDER BY 1, 2, 3, 4;
    INSERT INTO author_stats (user_id, draft, pending, approved, rejected, locked, likes, comments, favorites, energy)
    SELECT author_id, SUM(status = 'draft'), SUM(status = 'pending'), SUM(status = 'approved'), SUM(status = 'rejected'),
      SUM(status = 'locked'), SUM(likes_count), SUM(comments_count), SUM(favorites_count), SUM(energy)
    FROM posts GROUP BY author_id;
    INSERT INTO post_days (post_id, day, author_id, energy, comments, likes, favorites, likes_of_others, told,
      summed_energy, summed_comments, summed_likes, summed_favorites, fresh)
    SELECT post, day, author, SUM(energy), SUM(comments), SUM(likes), SUM(favorites), SUM(likes), SUM(likes),
      SUM(energy), SUM(comments), SUM(likes), SUM(favorites), 0 FROM (
      SELECT author, ${day('at')} AS day, post, 1 AS energy, 0 AS comments, 0 AS likes, 0 AS favorites FROM energized
      UNION ALL SELECT author, day, post, 0, count, 0, 0 FROM comments_a_day
      UNION ALL SELECT author, ${day('at')}, post, 0, 0, 1, 0 FROM liked
      UNION ALL SELECT author, ${day('at')}, post, 0, 0, 0, 1 FROM saved)
    GROUP BY post, day, author;
    INSERT INTO author_daily (author_id, day, energy, comments, likes, favorites)
    SELECT author_id, day, SUM(energy), SUM(comments), SUM(likes), SUM(favorites) FROM post_days GROUP BY author_id, day;
    UPDATE site_totals SET value = CASE name
      WHEN 'users' THEN (SELECT COUNT(*) FROM users) WHEN 'posts' THEN (SELECT COUNT(*) FROM posts)
      WHEN 'pending_posts' THEN (SELECT COUNT(*) FROM posts WHERE status = 'pending') ELSE 0 END;
    INSERT INTO site_daily (day, posts) SELECT date(created_at, '+8 hours'), COUNT(*) FROM posts GROUP BY 1;
    INSERT INTO site_daily (day, comments) SELECT date(created_at, '+8 hours'), COUNT(*) FROM comments GROUP BY 1
    ON CONFLICT (day) DO UPDATE SET comments = excluded.comments;
    INSERT INTO site_daily (day, users) SELECT date(created_at, '+8 hours'), COUNT(*) FROM users GROUP BY 1
    ON CONFLICT (day) DO UPDATE SET users = excluded.users;
    UPDATE site_state SET value = (SELECT MAX(id) FROM posts) WHERE key = 'counted.posts';
    UPDATE site_state SET value = (SELECT MAX(id) FROM comments) WHERE key = 'counted.comments'`)
}
