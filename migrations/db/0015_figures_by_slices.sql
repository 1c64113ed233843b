-- A like wrote fifteen rows. What a post gets on one day is now one row, which is also the daily like summary; the hot rank
-- and the author's sums follow it in slices of time (src/features/posts/sum-up.ts), not with every event.

DROP TRIGGER post_likes_count_new;
DROP TRIGGER post_likes_count_gone;
DROP TRIGGER post_dislikes_count_new;
DROP TRIGGER post_dislikes_count_gone;
DROP TRIGGER favorites_count_new;
DROP TRIGGER favorites_count_gone;
DROP TRIGGER post_energize_log_count;
DROP TRIGGER comments_count_new;
DROP TRIGGER comments_count_gone;
DROP TRIGGER posts_rank;
DROP TRIGGER posts_stats_counters;
DROP TRIGGER posts_stats_gone;
DROP TRIGGER posts_leave_days;
DROP TRIGGER posts_take_their_likes_along;

-- What a post got on one Shanghai day. What was taken back leaves the day it came on.
CREATE TABLE post_days (
  post_id INTEGER NOT NULL,
  day TEXT NOT NULL,
  author_id INTEGER NOT NULL REFERENCES users (uid),
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0),
  comments INTEGER NOT NULL DEFAULT 0 CHECK (comments >= 0),
  likes INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
  favorites INTEGER NOT NULL DEFAULT 0 CHECK (favorites >= 0),
  -- The daily like summary: the likes that the author is told of, which are those of others, and how many have been told.
  likes_of_others INTEGER NOT NULL DEFAULT 0 CHECK (likes_of_others >= 0),
  told INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0),
  -- What the author's sums hold of it.
  summed_energy INTEGER NOT NULL DEFAULT 0,
  summed_comments INTEGER NOT NULL DEFAULT 0,
  summed_likes INTEGER NOT NULL DEFAULT 0,
  summed_favorites INTEGER NOT NULL DEFAULT 0,
  -- Whether something happened since it was summed up, or likes wait to be told.
  fresh INTEGER NOT NULL DEFAULT 1 CHECK (fresh IN (0, 1)),
  PRIMARY KEY (post_id, day)
) WITHOUT ROWID;

INSERT INTO post_days (post_id, day, author_id, energy, comments, likes, favorites, likes_of_others, told,
  summed_energy, summed_comments, summed_likes, summed_favorites, fresh)
SELECT d.post_id, d.day, d.author_id, d.energy, d.comments, d.likes, d.favorites, COALESCE(s.likes, 0), COALESCE(s.told, 0),
  d.energy, d.comments, d.likes, d.favorites, COALESCE(s.likes > s.told, 0)
FROM post_daily d LEFT JOIN daily_like_summary s ON s.post_id = d.post_id AND s.day = d.day;

DROP TRIGGER post_daily_sum_new;
DROP TRIGGER post_daily_sum;
DROP TRIGGER post_daily_sum_gone;
DROP INDEX post_daily_top;
DROP INDEX post_daily_of_post;
DROP INDEX daily_like_summary_untold;
DROP TABLE post_daily;
DROP TABLE daily_like_summary;

CREATE INDEX post_days_fresh ON post_days (author_id, day, post_id) WHERE fresh = 1;
-- By what a day was worth, weighed like the hot rank.
CREATE INDEX post_days_top
  ON post_days (author_id, day, 2 * summed_likes + 3 * summed_comments + 4 * summed_favorites + 2 * summed_energy)
  WHERE 2 * summed_likes + 3 * summed_comments + 4 * summed_favorites + 2 * summed_energy > 0;

-- The first event after a summing-up enters the index; those that follow find it there and write one row.
CREATE TRIGGER post_days_become_fresh
AFTER UPDATE OF energy, comments, likes, favorites ON post_days
WHEN NEW.fresh = 0
BEGIN
  UPDATE post_days SET fresh = 1 WHERE post_id = NEW.post_id AND day = NEW.day;
END;

CREATE TRIGGER post_days_sum
AFTER UPDATE OF summed_energy, summed_comments, summed_likes, summed_favorites ON post_days
WHEN (NEW.summed_energy, NEW.summed_comments, NEW.summed_likes, NEW.summed_favorites)
  <> (OLD.summed_energy, OLD.summed_comments, OLD.summed_likes, OLD.summed_favorites)
BEGIN
  INSERT INTO author_daily (author_id, day) VALUES (NEW.author_id, NEW.day) ON CONFLICT DO NOTHING;
  UPDATE author_daily
  SET energy = energy + NEW.summed_energy - OLD.summed_energy,
    comments = comments + NEW.summed_comments - OLD.summed_comments,
    likes = likes + NEW.summed_likes - OLD.summed_likes,
    favorites = favorites + NEW.summed_favorites - OLD.summed_favorites
  WHERE author_id = NEW.author_id AND day = NEW.day;
  UPDATE author_stats
  SET energy = energy + NEW.summed_energy - OLD.summed_energy,
    comments = comments + NEW.summed_comments - OLD.summed_comments,
    likes = likes + NEW.summed_likes - OLD.summed_likes,
    favorites = favorites + NEW.summed_favorites - OLD.summed_favorites
  WHERE user_id = NEW.author_id;
END;

CREATE TRIGGER post_days_sum_gone
AFTER DELETE ON post_days
WHEN (OLD.summed_energy, OLD.summed_comments, OLD.summed_likes, OLD.summed_favorites) <> (0, 0, 0, 0)
BEGIN
  UPDATE author_daily
  SET energy = energy - OLD.summed_energy, comments = comments - OLD.summed_comments, likes = likes - OLD.summed_likes,
    favorites = favorites - OLD.summed_favorites
  WHERE author_id = OLD.author_id AND day = OLD.day;
  UPDATE author_stats
  SET energy = energy - OLD.summed_energy, comments = comments - OLD.summed_comments, likes = likes - OLD.summed_likes,
    favorites = favorites - OLD.summed_favorites
  WHERE user_id = OLD.author_id;
END;

CREATE TRIGGER posts_rank
AFTER UPDATE OF published_at ON posts
WHEN OLD.published_at IS NULL AND NEW.published_at IS NOT NULL
BEGIN
  UPDATE posts SET hot = CAST(strftime('%s', NEW.published_at) AS INTEGER) WHERE id = NEW.id;
END;

CREATE TRIGGER posts_stats_gone
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE author_stats
  SET draft = draft - (OLD.status = 'draft'), pending = pending - (OLD.status = 'pending'),
    approved = approved - (OLD.status = 'approved'), rejected = rejected - (OLD.status = 'rejected'),
    locked = locked - (OLD.status = 'locked')
  WHERE user_id = NEW.author_id;
END;

-- What a deleted post got stops counting, on every day and in the author's sums; its likes are told no more. What is taken
-- back of it later finds no day to leave.
CREATE TRIGGER posts_leave_days
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  DELETE FROM post_days WHERE post_id = NEW.id;
  -- The keys are like:<post>:<day>, and a semicolon comes right after the colon.
  DELETE FROM notifications
  WHERE user_id = NEW.author_id AND once_key >= 'like:' || NEW.id || ':' AND once_key < 'like:' || NEW.id || ';';
END;

CREATE TRIGGER post_likes_count_new
AFTER INSERT ON post_likes
BEGIN
  UPDATE posts SET likes_count = likes_count + 1 WHERE id = NEW.post_id;
  -- Nobody is told of their own like.
  INSERT INTO post_days (post_id, day, author_id, likes, likes_of_others)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, 1, author_id <> NEW.user_id
  FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE
  SET likes = likes + 1, likes_of_others = likes_of_others + excluded.likes_of_others;
END;

CREATE TRIGGER post_likes_count_gone
AFTER DELETE ON post_likes
BEGIN
  UPDATE posts SET likes_count = likes_count - 1 WHERE id = OLD.post_id;
  UPDATE post_days SET likes = likes - 1, likes_of_others = likes_of_others - (author_id <> OLD.user_id)
  WHERE post_id = OLD.post_id AND day = date(OLD.created_at, '+8 hours');
END;

-- A dislike is no figure of a day, but it moves the hot rank: the day is marked as one on which something happened.
CREATE TRIGGER post_dislikes_count_new
AFTER INSERT ON post_dislikes
BEGIN
  UPDATE posts SET dislikes_count = dislikes_count + 1 WHERE id = NEW.post_id;
  INSERT INTO post_days (post_id, day, author_id)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET fresh = 1 WHERE fresh = 0;
END;

CREATE TRIGGER post_dislikes_count_gone
AFTER DELETE ON post_dislikes
BEGIN
  UPDATE posts SET dislikes_count = dislikes_count - 1 WHERE id = OLD.post_id;
  INSERT INTO post_days (post_id, day, author_id)
  SELECT id, date(OLD.created_at, '+8 hours'), author_id FROM posts WHERE id = OLD.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET fresh = 1 WHERE fresh = 0;
END;

CREATE TRIGGER favorites_count_new
AFTER INSERT ON favorites
BEGIN
  UPDATE posts SET favorites_count = favorites_count + 1 WHERE id = NEW.post_id;
  INSERT INTO post_days (post_id, day, author_id, favorites)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, 1 FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET favorites = favorites + 1;
END;

CREATE TRIGGER favorites_count_gone
AFTER DELETE ON favorites
BEGIN
  UPDATE posts SET favorites_count = favorites_count - 1 WHERE id = OLD.post_id;
  UPDATE post_days SET favorites = favorites - 1
  WHERE post_id = OLD.post_id AND day = date(OLD.created_at, '+8 hours');
END;

CREATE TRIGGER post_energize_log_count
AFTER INSERT ON post_energize_log
BEGIN
  INSERT INTO post_energize_totals (user_id, post_id, amount) VALUES (NEW.user_id, NEW.post_id, NEW.amount)
  ON CONFLICT (user_id, post_id) DO UPDATE SET amount = amount + NEW.amount;
  UPDATE posts SET energy = energy + NEW.amount WHERE id = NEW.post_id;
  INSERT INTO post_days (post_id, day, author_id, energy)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, NEW.amount FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET energy = energy + NEW.amount;
END;

CREATE TRIGGER comments_count_new
AFTER INSERT ON comments
BEGIN
  UPDATE posts SET comments_count = comments_count + 1 WHERE id = NEW.post_id;
  UPDATE comments SET replies_count = replies_count + 1 WHERE id = NEW.root_id;
  INSERT INTO post_days (post_id, day, author_id, comments)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, 1 FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET comments = comments + 1;
END;

CREATE TRIGGER comments_count_gone
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE posts SET comments_count = comments_count - 1 WHERE id = NEW.post_id;
  UPDATE comments SET replies_count = replies_count - 1 WHERE id = NEW.root_id;
  UPDATE post_days SET comments = comments - 1
  WHERE post_id = NEW.post_id AND day = date(NEW.created_at, '+8 hours');
END;
