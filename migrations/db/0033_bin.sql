-- Posts that their authors deleted lately and may have back. Beside the posts, because `body` is the last column there.
CREATE TABLE post_bin (
  -- As in the post: by the two a post finds its row, and the oldest come first.
  deleted_at TEXT NOT NULL,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  -- [["2026-11-15",4],…]: the energy that came on each day, which posts_leave_days takes away and nothing else remembers by post.
  energy_days TEXT NOT NULL CHECK (json_valid(energy_days)),
  PRIMARY KEY (deleted_at, post_id)
) WITHOUT ROWID;

CREATE INDEX post_bin_of_author ON post_bin (author_id, deleted_at, post_id);

CREATE TRIGGER posts_come_back_from_the_bin
BEFORE UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

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
  INSERT INTO post_days (post_id, day, author_id, likes, likes_of_others, told, comments, energy)
  SELECT NEW.id, day, NEW.author_id, SUM(likes), SUM(of_others), SUM(of_others), SUM(comments), SUM(energy)
  FROM (
    SELECT date(created_at, '+8 hours') AS day, 1 AS likes, user_id <> NEW.author_id AS of_others, 0 AS comments, 0 AS energy
    FROM post_likes WHERE post_id = NEW.id
    UNION ALL
    SELECT date(created_at, '+8 hours'), 0, 0, 1, 0 FROM comments WHERE post_id = NEW.id AND deleted_at IS NULL
    UNION ALL
    SELECT json_extract(value, '$[0]'), 0, 0, 0, json_extract(value, '$[1]')
    FROM json_each((
      SELECT energy_days FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id))
  )
  GROUP BY day;
  DELETE FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id;
END;

-- What may come back comes back with its revisions.
DROP TRIGGER posts_leave_revisions;

CREATE TRIGGER posts_leave_revisions
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND OLD.version > 1
  AND NOT EXISTS (SELECT 1 FROM post_bin WHERE deleted_at = NEW.deleted_at AND post_id = NEW.id)
BEGIN
  DELETE FROM post_revisions WHERE post_id = NEW.id;
END;
