-- How often each post is opened: gathered by a Durable Object a post, and added here at most once a minute
-- (src/features/views/counter.ts). Who reads is not written down.
ALTER TABLE post_days ADD COLUMN views INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0);
-- Of these, the readers who stayed to the end.
ALTER TABLE post_days ADD COLUMN ends INTEGER NOT NULL DEFAULT 0 CHECK (ends >= 0);
ALTER TABLE post_days ADD COLUMN summed_views INTEGER NOT NULL DEFAULT 0;
ALTER TABLE post_days ADD COLUMN summed_ends INTEGER NOT NULL DEFAULT 0;
ALTER TABLE author_daily ADD COLUMN views INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0);
ALTER TABLE author_daily ADD COLUMN ends INTEGER NOT NULL DEFAULT 0 CHECK (ends >= 0);
ALTER TABLE author_stats ADD COLUMN views INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0);

-- The views of a post in all. Not in the posts: a row there is rewritten whole, with its body.
CREATE TABLE post_views (
  post_id INTEGER PRIMARY KEY,
  views INTEGER NOT NULL CHECK (views >= 0)
);

-- Where the readers of an author came from on a day, as JSON: {"example.org": 12}.
CREATE TABLE author_sources (
  author_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  hosts TEXT NOT NULL CHECK (json_valid(hosts)),
  PRIMARY KEY (author_id, day)
) WITHOUT ROWID;

INSERT INTO site_settings (key, value) VALUES ('views.public', 0);

CREATE TRIGGER post_days_count_views_new
AFTER INSERT ON post_days
WHEN NEW.views > 0
BEGIN
  INSERT INTO post_views (post_id, views) VALUES (NEW.post_id, NEW.views)
  ON CONFLICT (post_id) DO UPDATE SET views = views + excluded.views;
END;

CREATE TRIGGER post_days_count_views
AFTER UPDATE OF views ON post_days
WHEN NEW.views <> OLD.views
BEGIN
  INSERT INTO post_views (post_id, views) VALUES (NEW.post_id, 0) ON CONFLICT DO NOTHING;
  UPDATE post_views SET views = views + NEW.views - OLD.views WHERE post_id = NEW.post_id;
END;

CREATE TRIGGER post_days_count_views_gone
AFTER DELETE ON post_days
WHEN OLD.views > 0
BEGIN
  UPDATE post_views SET views = views - OLD.views WHERE post_id = OLD.post_id;
END;

DROP TRIGGER post_days_become_fresh;
DROP TRIGGER post_days_sum;
DROP TRIGGER post_days_sum_gone;

-- The first event after a summing-up enters the index; those that follow find it there and write one row.
CREATE TRIGGER post_days_become_fresh
AFTER UPDATE OF energy, comments, likes, favorites, views, ends ON post_days
WHEN NEW.fresh = 0
BEGIN
  UPDATE post_days SET fresh = 1 WHERE post_id = NEW.post_id AND day = NEW.day;
END;

CREATE TRIGGER post_days_sum
AFTER UPDATE OF summed_energy, summed_comments, summed_likes, summed_favorites, summed_views, summed_ends ON post_days
WHEN (NEW.summed_energy, NEW.summed_comments, NEW.summed_likes, NEW.summed_favorites, NEW.summed_views, NEW.summed_ends)
  <> (OLD.summed_energy, OLD.summed_comments, OLD.summed_likes, OLD.summed_favorites, OLD.summed_views, OLD.summed_ends)
BEGIN
  INSERT INTO author_daily (author_id, day) VALUES (NEW.author_id, NEW.day) ON CONFLICT DO NOTHING;
  UPDATE author_daily
  SET energy = energy + NEW.summed_energy - OLD.summed_energy,
    comments = comments + NEW.summed_comments - OLD.summed_comments,
    likes = likes + NEW.summed_likes - OLD.summed_likes,
    favorites = favorites + NEW.summed_favorites - OLD.summed_favorites,
    views = views + NEW.summed_views - OLD.summed_views,
    ends = ends + NEW.summed_ends - OLD.summed_ends
  WHERE author_id = NEW.author_id AND day = NEW.day;
  UPDATE author_stats
  SET energy = energy + NEW.summed_energy - OLD.summed_energy,
    comments = comments + NEW.summed_comments - OLD.summed_comments,
    likes = likes + NEW.summed_likes - OLD.summed_likes,
    favorites = favorites + NEW.summed_favorites - OLD.summed_favorites,
    views = views + NEW.summed_views - OLD.summed_views
  WHERE user_id = NEW.author_id;
END;

CREATE TRIGGER post_days_sum_gone
AFTER DELETE ON post_days
WHEN (OLD.summed_energy, OLD.summed_comments, OLD.summed_likes, OLD.summed_favorites, OLD.summed_views, OLD.summed_ends)
  <> (0, 0, 0, 0, 0, 0)
BEGIN
  UPDATE author_daily
  SET energy = energy - OLD.summed_energy, comments = comments - OLD.summed_comments, likes = likes - OLD.summed_likes,
    favorites = favorites - OLD.summed_favorites, views = views - OLD.summed_views, ends = ends - OLD.summed_ends
  WHERE author_id = OLD.author_id AND day = OLD.day;
  UPDATE author_stats
  SET energy = energy - OLD.summed_energy, comments = comments - OLD.summed_comments, likes = likes - OLD.summed_likes,
    favorites = favorites - OLD.summed_favorites, views = views - OLD.summed_views
  WHERE user_id = OLD.author_id;
END;

DROP TRIGGER posts_come_back;

-- With its views, which the days in the bin hold behind the energy.
-- The figures are as if it had never been away: those of likes and comments by what is there now, for some of them may have
-- gone meanwhile. Of the likes, nobody is told twice.
CREATE TRIGGER posts_come_back
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL
BEGIN
  UPDATE author_stats
  SET draft = draft + (NEW.status = 'draft'), pending = pending + (NEW.status = 'pending'),
    approved = approved + (NEW.status = 'approved'), rejected = rejected + (NEW.status = 'rejected'),
    locked = locked + (NEW.status = 'locked')
  WHERE user_id = NEW.author_id;
  INSERT INTO post_days (post_id, day, author_id, likes, likes_of_others, told, comments, energy, views, ends)
  SELECT NEW.id, day, NEW.author_id, SUM(likes), SUM(of_others), SUM(of_others), SUM(comments), SUM(energy), SUM(views),
    SUM(ends)
  FROM (
    SELECT date(created_at, '+8 hours') AS day, 1 AS likes, user_id <> NEW.author_id AS of_others, 0 AS comments, 0 AS energy,
      0 AS views, 0 AS ends
    FROM post_likes WHERE post_id = NEW.id
    UNION ALL
    SELECT date(created_at, '+8 hours'), 0, 0, 1, 0, 0, 0 FROM comments WHERE post_id = NEW.id AND deleted_at IS NULL
    UNION ALL
    SELECT json_extract(value, '$[0]'), 0, 0, 0, json_extract(value, '$[1]'),
      COALESCE(json_extract(value, '$[2]'), 0), COALESCE(json_extract(value, '$[3]'), 0)
    FROM json_each((
      SELECT energy_days FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id))
  )
  GROUP BY day;
  DELETE FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id;
END;
