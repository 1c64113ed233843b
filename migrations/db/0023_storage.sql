-- Bytes of the posts, also in the bin, and of their revisions. The quotas are in src/features/core/storage/quotas.ts.
ALTER TABLE author_stats ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0 CHECK (text_bytes >= 0);
ALTER TABLE author_stats ADD COLUMN revisions INTEGER NOT NULL DEFAULT 0 CHECK (revisions >= 0);
ALTER TABLE author_stats ADD COLUMN images INTEGER NOT NULL DEFAULT 0 CHECK (images >= 0);
ALTER TABLE author_stats ADD COLUMN image_bytes INTEGER NOT NULL DEFAULT 0 CHECK (image_bytes >= 0);

-- Never has a row: an insert aborts its batch. A command inserts the users who store more than allowed.
CREATE TABLE over_quota (
  user_id INTEGER PRIMARY KEY
);

CREATE TRIGGER over_quota_is_refused
BEFORE INSERT ON over_quota
BEGIN
  SELECT RAISE(ABORT, 'quota_exceeded');
END;

DROP TRIGGER posts_stats_new;

CREATE TRIGGER posts_stats_new
AFTER INSERT ON posts
BEGIN
  INSERT INTO author_stats (user_id) VALUES (NEW.author_id) ON CONFLICT DO NOTHING;
  UPDATE author_stats
  SET draft = draft + (NEW.status = 'draft'), pending = pending + (NEW.status = 'pending'),
    approved = approved + (NEW.status = 'approved'), rejected = rejected + (NEW.status = 'rejected'),
    locked = locked + (NEW.status = 'locked'), text_bytes = text_bytes + length(CAST(NEW.body AS BLOB))
  WHERE user_id = NEW.author_id;
END;

CREATE TRIGGER posts_stats_body
AFTER UPDATE OF body ON posts
WHEN NEW.body <> OLD.body
BEGIN
  UPDATE author_stats
  SET text_bytes = text_bytes + length(CAST(NEW.body AS BLOB)) - length(CAST(OLD.body AS BLOB))
  WHERE user_id = NEW.author_id;
END;

-- The content of a revision is Base64: its characters are its bytes.
CREATE TRIGGER post_revisions_stats_new
AFTER INSERT ON post_revisions
BEGIN
  UPDATE author_stats SET revisions = revisions + 1, text_bytes = text_bytes + length(NEW.content)
  WHERE user_id = (SELECT author_id FROM posts WHERE id = NEW.post_id);
END;

CREATE TRIGGER post_revisions_stats_gone
AFTER DELETE ON post_revisions
BEGIN
  UPDATE author_stats SET revisions = revisions - 1, text_bytes = text_bytes - length(OLD.content)
  WHERE user_id = (SELECT author_id FROM posts WHERE id = OLD.post_id);
END;

CREATE TRIGGER images_stats_new
AFTER INSERT ON images
BEGIN
  INSERT INTO author_stats (user_id, images, image_bytes) VALUES (NEW.user_id, 1, NEW.bytes)
  ON CONFLICT (user_id) DO UPDATE SET images = images + 1, image_bytes = image_bytes + excluded.image_bytes;
END;

CREATE TRIGGER images_stats_gone
AFTER DELETE ON images
BEGIN
  UPDATE author_stats SET images = images - 1, image_bytes = image_bytes - OLD.bytes WHERE user_id = OLD.user_id;
END;

INSERT INTO author_stats (user_id) SELECT DISTINCT user_id FROM images WHERE TRUE ON CONFLICT DO NOTHING;

UPDATE author_stats SET text_bytes = t.bytes
FROM (SELECT author_id, SUM(length(CAST(body AS BLOB))) AS bytes FROM posts GROUP BY author_id) t
WHERE t.author_id = author_stats.user_id;

UPDATE author_stats SET revisions = t.count, text_bytes = text_bytes + t.bytes
FROM (
  SELECT p.author_id, COUNT(*) AS count, SUM(length(r.content)) AS bytes
  FROM post_revisions r JOIN posts p ON p.id = r.post_id GROUP BY p.author_id) t
WHERE t.author_id = author_stats.user_id;

UPDATE author_stats SET images = t.count, image_bytes = t.bytes
FROM (SELECT user_id, COUNT(*) AS count, SUM(bytes) AS bytes FROM images GROUP BY user_id) t
WHERE t.user_id = author_stats.user_id;

-- Admins review the changes from the first unseen edit to the current text. The edits between the first and the newest, and the
-- edits that an admin has seen, are not stored.
DELETE FROM post_edits WHERE id IN (
  SELECT e.id FROM post_edits e JOIN posts p ON p.id = e.post_id
  WHERE p.edit_unseen_since IS NULL OR e.created_at < p.edit_unseen_since);

DELETE FROM post_edits WHERE id NOT IN (
  SELECT MIN(id) FROM post_edits GROUP BY post_id UNION ALL SELECT MAX(id) FROM post_edits GROUP BY post_id);

CREATE TRIGGER post_edits_between_go
AFTER INSERT ON post_edits
BEGIN
  DELETE FROM post_edits
  WHERE post_id = NEW.post_id AND id < NEW.id
    AND id > (SELECT id FROM post_edits WHERE post_id = NEW.post_id ORDER BY id LIMIT 1);
END;

CREATE TRIGGER posts_leave_seen_edits
AFTER UPDATE OF edit_unseen_since ON posts
WHEN OLD.edit_unseen_since IS NOT NULL AND NEW.edit_unseen_since IS NULL
BEGIN
  DELETE FROM post_edits WHERE post_id = NEW.id;
END;
