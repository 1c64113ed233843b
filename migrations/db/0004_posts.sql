-- Posts, their tags, their review history and the images they show.

-- What a score is worth in seconds: each tenfold score outlives about half a day. A table, since the logarithm
-- is not in every SQLite, and the rank must never need re-computation as time passes.
CREATE TABLE hot_scale (
  score INTEGER PRIMARY KEY,
  seconds INTEGER NOT NULL
);

INSERT INTO hot_scale (score, seconds) VALUES
  (0, 0), (1, 0), (2, 13546), (3, 21470), (4, 27093), (5, 31454), (6, 35017), (7, 38029), (8, 40639), (9, 42941),
  (10, 45000), (12, 48563), (14, 51576), (16, 54185), (18, 56487), (20, 58546), (25, 62907), (30, 66470), (35, 69483),
  (40, 72093), (50, 76454), (60, 80017), (80, 85639), (100, 90000), (125, 94361), (160, 99185), (200, 103546),
  (250, 107907), (320, 112732), (400, 117093), (500, 121454), (640, 126278), (800, 130639), (1000, 135000),
  (1600, 144185), (2500, 152907), (4000, 162093), (6400, 171278), (10000, 180000), (25000, 197907), (64000, 216278),
  (160000, 234185), (400000, 252093), (1000000, 270000);

CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  author_id INTEGER NOT NULL REFERENCES users (uid),
  status TEXT NOT NULL CHECK (status IN ('draft', 'pending', 'approved', 'rejected', 'locked')),
  -- Moves by one with every edit and every change of status: whoever saw an older one is told, nothing is overwritten.
  version INTEGER NOT NULL DEFAULT 1,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  -- Whether the author wrote the summary; one that was derived follows the body.
  summary_is_own INTEGER NOT NULL DEFAULT 0 CHECK (summary_is_own IN (0, 1)),
  cover_url TEXT,
  -- Pairs of key and name, in the author's order: [["sqlite","SQLite"],…]
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  reading_minutes INTEGER NOT NULL DEFAULT 1,
  likes_count INTEGER NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  dislikes_count INTEGER NOT NULL DEFAULT 0 CHECK (dislikes_count >= 0),
  comments_count INTEGER NOT NULL DEFAULT 0 CHECK (comments_count >= 0),
  favorites_count INTEGER NOT NULL DEFAULT 0 CHECK (favorites_count >= 0),
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0),
  -- Publication time in seconds plus what the score is worth.
  hot INTEGER NOT NULL DEFAULT 0,
  reject_reason TEXT,
  locked_from TEXT CHECK (locked_from IN ('pending', 'approved', 'rejected')),
  lock_reason TEXT,
  -- Set by an edit of an approved post while review is on, until an admin has seen it.
  edit_unseen_since TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  edited_at TEXT,
  published_at TEXT,
  deleted_at TEXT,
  -- Last, so that lists do not read past it.
  body TEXT NOT NULL,
  CHECK ((status = 'locked') = (locked_from IS NOT NULL)),
  CHECK (status <> 'approved' OR published_at IS NOT NULL)
);

CREATE INDEX posts_new ON posts (published_at, id) WHERE status = 'approved' AND deleted_at IS NULL;
CREATE INDEX posts_hot ON posts (hot, id) WHERE status = 'approved' AND deleted_at IS NULL;
CREATE INDEX posts_of_author_new ON posts (author_id, published_at, id)
  WHERE status = 'approved' AND deleted_at IS NULL;
CREATE INDEX posts_of_author_hot ON posts (author_id, hot, id) WHERE status = 'approved' AND deleted_at IS NULL;
CREATE INDEX posts_in_studio ON posts (author_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX posts_in_studio_by_status ON posts (author_id, status, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX posts_by_status ON posts (status, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX posts_edits_unseen ON posts (edit_unseen_since, id)
  WHERE edit_unseen_since IS NOT NULL AND deleted_at IS NULL;

CREATE TRIGGER posts_version_conflict
BEFORE UPDATE OF version ON posts
WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'version_conflict');
END;

CREATE TRIGGER posts_published_once
BEFORE UPDATE OF published_at ON posts
WHEN OLD.published_at IS NOT NULL AND NEW.published_at IS NOT OLD.published_at
BEGIN
  SELECT RAISE(ABORT, 'a post is published once');
END;

CREATE TRIGGER posts_are_never_deleted
BEFORE DELETE ON posts
BEGIN
  SELECT RAISE(ABORT, 'a post is hidden, never deleted');
END;

CREATE TRIGGER posts_rank_new
AFTER INSERT ON posts
WHEN NEW.published_at IS NOT NULL
BEGIN
  UPDATE posts SET hot = CAST(strftime('%s', NEW.published_at) AS INTEGER) WHERE id = NEW.id;
END;

CREATE TRIGGER posts_rank
AFTER UPDATE OF published_at, likes_count, dislikes_count, comments_count, favorites_count, energy ON posts
WHEN NEW.published_at IS NOT NULL
BEGIN
  UPDATE posts
  SET hot = CAST(strftime('%s', NEW.published_at) AS INTEGER) + (
    SELECT seconds FROM hot_scale
    WHERE score <= MAX(0, 2 * NEW.likes_count - 2 * NEW.dislikes_count + 3 * NEW.comments_count
      + 4 * NEW.favorites_count + 2 * NEW.energy)
    ORDER BY score DESC LIMIT 1
  )
  WHERE id = NEW.id;
END;

-- Tags -----------------------------------------------------------------------

CREATE TABLE tags (
  tag_key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  posts_count INTEGER NOT NULL DEFAULT 0 CHECK (posts_count >= 0)
) WITHOUT ROWID;

CREATE INDEX tags_popular ON tags (posts_count, tag_key);

-- One row a tag of a visible post, with what lists choose and sort by.
CREATE TABLE post_tags (
  tag_key TEXT NOT NULL REFERENCES tags (tag_key),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  author_id INTEGER NOT NULL,
  published_at TEXT NOT NULL,
  hot INTEGER NOT NULL,
  PRIMARY KEY (tag_key, post_id)
) WITHOUT ROWID;

CREATE INDEX post_tags_of_post ON post_tags (post_id);
CREATE INDEX post_tags_new ON post_tags (tag_key, published_at, post_id);
CREATE INDEX post_tags_hot ON post_tags (tag_key, hot, post_id);
-- One author under one tag: without these a list would walk past everybody else's posts.
CREATE INDEX post_tags_of_author_new ON post_tags (author_id, tag_key, published_at, post_id);
CREATE INDEX post_tags_of_author_hot ON post_tags (author_id, tag_key, hot, post_id);

CREATE TRIGGER post_tags_count_new
AFTER INSERT ON post_tags
BEGIN
  UPDATE tags SET posts_count = posts_count + 1 WHERE tag_key = NEW.tag_key;
END;

CREATE TRIGGER post_tags_count_gone
AFTER DELETE ON post_tags
BEGIN
  UPDATE tags SET posts_count = posts_count - 1 WHERE tag_key = OLD.tag_key;
END;

CREATE TRIGGER posts_rank_in_tags
AFTER UPDATE OF hot ON posts
WHEN NEW.hot <> OLD.hot
BEGIN
  UPDATE post_tags SET hot = NEW.hot WHERE post_id = NEW.id;
END;

-- The tags of a post are listed exactly while it is visible.
CREATE TRIGGER posts_list_tags_new
AFTER INSERT ON posts
WHEN NEW.status = 'approved' AND NEW.deleted_at IS NULL
BEGIN
  INSERT INTO tags (tag_key, name)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(NEW.tags) WHERE TRUE
  ON CONFLICT DO NOTHING;
  INSERT INTO post_tags (tag_key, post_id, author_id, published_at, hot)
  SELECT json_extract(value, '$[0]'), NEW.id, NEW.author_id, NEW.published_at,
    (SELECT hot FROM posts WHERE id = NEW.id)
  FROM json_each(NEW.tags);
END;

CREATE TRIGGER posts_list_tags
AFTER UPDATE OF status, deleted_at, tags ON posts
WHEN NEW.status <> OLD.status OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.tags <> OLD.tags
BEGIN
  DELETE FROM post_tags WHERE post_id = NEW.id;
  INSERT INTO tags (tag_key, name)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(NEW.tags)
  WHERE NEW.status = 'approved' AND NEW.deleted_at IS NULL
  ON CONFLICT DO NOTHING;
  INSERT INTO post_tags (tag_key, post_id, author_id, published_at, hot)
  SELECT json_extract(value, '$[0]'), NEW.id, NEW.author_id, NEW.published_at,
    (SELECT hot FROM posts WHERE id = NEW.id)
  FROM json_each(NEW.tags)
  WHERE NEW.status = 'approved' AND NEW.deleted_at IS NULL;
END;

-- Review ---------------------------------------------------------------------

-- Every change of status and every edit that admins look at, append-only.
CREATE TABLE post_moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  actor_id INTEGER NOT NULL REFERENCES users (uid),
  move TEXT NOT NULL,
  from_status TEXT,
  to_status TEXT NOT NULL,
  reason TEXT,
  created_at TEXT NOT NULL
);

CREATE INDEX post_moves_of_post ON post_moves (post_id, id);

CREATE TRIGGER post_moves_are_never_changed
BEFORE UPDATE ON post_moves
BEGIN
  SELECT RAISE(ABORT, 'the review history is append-only');
END;

CREATE TRIGGER post_moves_are_never_deleted
BEFORE DELETE ON post_moves
BEGIN
  SELECT RAISE(ABORT, 'the review history is append-only');
END;

-- What an approved post was before and after an edit made while review is on.
CREATE TABLE post_edits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  version INTEGER NOT NULL,
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after)),
  created_at TEXT NOT NULL
);

CREATE INDEX post_edits_of_post ON post_edits (post_id, id);

-- Which stored images a post shows; what nothing shows is cleaned up.
CREATE TABLE post_images (
  post_id INTEGER NOT NULL REFERENCES posts (id),
  image_key TEXT NOT NULL,
  PRIMARY KEY (post_id, image_key)
) WITHOUT ROWID;

CREATE INDEX post_images_by_key ON post_images (image_key);

-- A retry with the same key gets the first answer and charges nothing.
CREATE TABLE idempotency_keys (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  -- Enough to give the first answer again, as JSON.
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) WITHOUT ROWID;

CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
