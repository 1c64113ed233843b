-- Series of posts of one author (src/features/publishing/series/series.ts).
CREATE TABLE series (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 500),
  -- Grows by one whenever the author changes the texts, the order or the posts.
  version INTEGER NOT NULL DEFAULT 1,
  -- Public posts. Assigning this column also numbers the posts: see the trigger series_number_parts.
  parts INTEGER NOT NULL DEFAULT 0 CHECK (parts >= 0),
  followers_count INTEGER NOT NULL DEFAULT 0 CHECK (followers_count >= 0),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE INDEX series_of_user ON series (user_id, updated_at, id);

CREATE TABLE series_posts (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  series_id INTEGER NOT NULL REFERENCES series (id),
  position INTEGER NOT NULL,
  -- One more than the number of public posts before this one, so a list reads it without counting.
  part INTEGER NOT NULL DEFAULT 1,
  -- posts.listed_at while the post is public, else NULL.
  listed_at TEXT
);

CREATE INDEX series_posts_in_order ON series_posts (series_id, position);
CREATE INDEX series_posts_new ON series_posts (series_id, listed_at, post_id) WHERE listed_at IS NOT NULL;

-- 1 while the post is in a series: lists compare the column with NULL, so that other posts cost them no lookup.
ALTER TABLE posts ADD COLUMN in_series INTEGER CHECK (in_series = 1);

CREATE TRIGGER series_posts_mark_new
AFTER INSERT ON series_posts
BEGIN
  UPDATE posts SET in_series = 1 WHERE id = NEW.post_id;
END;

CREATE TRIGGER series_posts_mark_gone
AFTER DELETE ON series_posts
BEGIN
  UPDATE posts SET in_series = NULL WHERE id = OLD.post_id;
END;

CREATE TRIGGER series_edit_conflict
BEFORE UPDATE OF version ON series
WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'edit_conflict');
END;

CREATE TRIGGER series_hundred_posts_at_most
BEFORE UPDATE OF parts ON series
WHEN (SELECT COUNT(*) FROM series_posts WHERE series_id = NEW.id) > 100
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

CREATE TRIGGER series_number_parts
AFTER UPDATE OF parts ON series
BEGIN
  UPDATE series_posts SET part = numbered.part
  FROM (
    SELECT post_id AS id, 1 + COUNT(listed_at) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING) - (listed_at IS NOT NULL) AS part
    FROM series_posts WHERE series_id = NEW.id
  ) numbered
  WHERE series_posts.post_id = numbered.id AND series_posts.part <> numbered.part;
END;

CREATE TRIGGER series_posts_are_own_and_in_one_series
BEFORE INSERT ON series_posts
BEGIN
  SELECT RAISE(ABORT, 'forbidden') WHERE NOT EXISTS (
    SELECT 1 FROM posts p JOIN series s ON s.user_id = p.author_id
    WHERE p.id = NEW.post_id AND p.deleted_at IS NULL AND s.id = NEW.series_id);
  SELECT RAISE(ABORT, 'in_other_series')
  WHERE EXISTS (SELECT 1 FROM series_posts WHERE post_id = NEW.post_id AND series_id <> NEW.series_id);
END;

-- A post that becomes public, is hidden or gets another date. A deleted post leaves its series for good.
CREATE TRIGGER posts_in_series
AFTER UPDATE OF status, deleted_at, first_published_at ON posts
WHEN NEW.in_series IS NOT NULL AND EXISTS (
  SELECT 1 FROM series_posts
  WHERE post_id = NEW.id AND (NEW.deleted_at IS NOT NULL OR listed_at IS NOT iif(NEW.status = 'approved', NEW.listed_at, NULL)))
BEGIN
  UPDATE series_posts SET listed_at = iif(NEW.status = 'approved' AND NEW.deleted_at IS NULL, NEW.listed_at, NULL)
  WHERE post_id = NEW.id;
  UPDATE series SET parts = (SELECT COUNT(listed_at) FROM series_posts WHERE series_id = series.id)
  WHERE id = (SELECT series_id FROM series_posts WHERE post_id = NEW.id);
  UPDATE series SET version = version + 1
  WHERE NEW.deleted_at IS NOT NULL AND id = (SELECT series_id FROM series_posts WHERE post_id = NEW.id);
  DELETE FROM series_posts WHERE post_id = NEW.id AND NEW.deleted_at IS NOT NULL;
END;

-- New parts that the cron tells the followers of their series about (src/features/community/follows/new-parts.ts).
CREATE TABLE series_news (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  series_id INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  -- The followers up to this uid have their notice.
  told_up_to INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX series_news_of_series ON series_news (series_id);

-- published_at is set once, so an edit or an unlock is no news.
CREATE TRIGGER posts_are_news_of_series
AFTER UPDATE OF published_at ON posts
WHEN OLD.published_at IS NULL AND NEW.published_at IS NOT NULL
  AND NEW.in_series IS NOT NULL
BEGIN
  INSERT INTO series_news (post_id, series_id)
  SELECT m.post_id, m.series_id FROM series_posts m JOIN series s ON s.id = m.series_id
  WHERE m.post_id = NEW.id AND s.followers_count > 0
  ON CONFLICT DO NOTHING;
END;

CREATE TABLE series_follows (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  series_id INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, series_id)
) WITHOUT ROWID;

CREATE INDEX series_follows_of_series ON series_follows (series_id, user_id);

CREATE TRIGGER series_follows_so_many
BEFORE INSERT ON series_follows
WHEN (SELECT COUNT(*) FROM series_follows WHERE user_id = NEW.user_id) >= 100
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

CREATE TRIGGER series_follows_not_oneself
BEFORE INSERT ON series_follows
WHEN EXISTS (SELECT 1 FROM series WHERE id = NEW.series_id AND user_id = NEW.user_id)
BEGIN
  SELECT RAISE(ABORT, 'self_follow');
END;

CREATE TRIGGER series_follows_not_between_the_blocked
BEFORE INSERT ON series_follows
WHEN EXISTS (
  SELECT 1 FROM series s JOIN user_blocks b
    ON (b.user_id = s.user_id AND b.blocked_id = NEW.user_id) OR (b.user_id = NEW.user_id AND b.blocked_id = s.user_id)
  WHERE s.id = NEW.series_id)
BEGIN
  SELECT RAISE(ABORT, 'forbidden');
END;

CREATE TRIGGER series_follows_count_new
AFTER INSERT ON series_follows
BEGIN
  UPDATE series SET followers_count = followers_count + 1 WHERE id = NEW.series_id;
END;

CREATE TRIGGER series_follows_count_gone
AFTER DELETE ON series_follows
BEGIN
  UPDATE series SET followers_count = followers_count - 1 WHERE id = OLD.series_id;
END;

CREATE TRIGGER user_blocks_end_series_follows
AFTER INSERT ON user_blocks
BEGIN
  DELETE FROM series_follows
  WHERE user_id = NEW.user_id AND series_id IN (SELECT id FROM series WHERE user_id = NEW.blocked_id);
  DELETE FROM series_follows
  WHERE user_id = NEW.blocked_id AND series_id IN (SELECT id FROM series WHERE user_id = NEW.user_id);
END;

CREATE TABLE tag_follows (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  tag_key TEXT NOT NULL REFERENCES tags (tag_key),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, tag_key)
) WITHOUT ROWID;

CREATE TRIGGER tag_follows_so_many
BEFORE INSERT ON tag_follows
WHEN (SELECT COUNT(*) FROM tag_follows WHERE user_id = NEW.user_id) >= 100
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

-- The best posts of a tag of all time: the rank is the publication time plus the value of the score. Posts without a score are not
-- in the index, so a new post does not write it.
CREATE INDEX post_tags_best ON post_tags (tag_key, hot - CAST(strftime('%s', published_at) AS INTEGER), post_id)
WHERE hot > CAST(strftime('%s', published_at) AS INTEGER);
